import type { Row } from "#contract/wire/json";
import { hasPage } from "#core/route/object-routes";
import { isCount } from "#core/route/value-href";
import { namedValue } from "#core/catalogue/named-value";
import { strongPart } from "#core/catalogue/title";
import { cellText } from "../cell/cell-text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";
import { leadsHere } from "../section/opening.ts";

/** Fields of the object's own row in the side panel: references with a page, and numbers of dependents. */
export interface OwnFields {
  readonly related: readonly ShownColumn[];
  readonly counts: readonly ShownColumn[];
}

/** Derived from the metadata of any type. */
export function ownFields(context: ColumnContext, row: Row, pathname: string): OwnFields {
  const fields = detailFields(context, undefined);
  return {
    related: fields.filter((field) => leadsAway(context, field, row, pathname)),
    counts: fields.filter(
      ({ attribute }) => attribute !== null && isCount(context.catalogue, context.type.name, attribute.name),
    ),
  };
}

/** True if the title of the page, or its strong part, says the value in the same words. The value is then a name of the object without a link, or the object itself. */
export function isInTitle(
  context: ColumnContext,
  { attribute, cell, read, value }: ShownColumn,
  row: Row,
): boolean {
  const { catalogue, type, locale, source } = context;
  if (attribute === null) return false;
  const title = shownTitle(catalogue, type, row, locale, source.lists);
  const text = cellText(cell, namedValue(read, value(row), locale), locale);
  if (attribute.refersTo !== null) return attribute.refersTo.object === type.name && text === title;
  if (!type.title.includes(attribute.name) && attribute.is_designation !== true) return false;
  return text !== "" && (` ${title} `.includes(` ${text} `) || text === strongPart(type, title, row));
}

/** Attributes that the sheet of the object can leave out. */
export function namesBeside({ related, counts }: OwnFields): ReadonlySet<string> {
  return new Set([...related, ...counts].flatMap(({ attribute }) => attribute?.name ?? []));
}

/** False for links to the open page and for lists of references, which stay in the sheet. */
function leadsAway({ catalogue }: ColumnContext, field: ShownColumn, row: Row, pathname: string): boolean {
  const { attribute } = field;
  if (attribute?.refersTo == null || !hasPage(catalogue, attribute.refersTo.object)) return false;
  const [href = null, ...others] = hrefsIn(field, row);
  return href !== null && others.length === 0 && !attribute.dataType.is_array && !leadsHere(href, pathname);
}

export function hrefsIn({ parts, href }: ShownColumn, row: Row): readonly string[] {
  const hrefs = parts === undefined ? [href(row)] : parts(row).map((part) => part.href);
  return hrefs.filter((one) => one !== null);
}
