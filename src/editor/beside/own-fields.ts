import type { Row } from "#contract/wire/json";
import { hasPage } from "#core/route/object-routes";
import { isCount } from "#core/route/value-href";
import { detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";
import { leadsHere } from "../section/here.ts";

/** What stands beside an object's page of its own row: what it refers to that has a page, and numbers of what belongs to it. */
export interface OwnFields {
  readonly related: readonly ShownColumn[];
  readonly counts: readonly ShownColumn[];
}

/** By the metadata of its type, for every type alike. */
export function ownFields(context: ColumnContext, row: Row, pathname: string): OwnFields {
  const fields = detailFields(context, undefined);
  return {
    related: fields.filter((field) => leadsAway(field, row, pathname)),
    counts: fields.filter(
      ({ attribute }) => attribute !== null && isCount(context.type.name, attribute.name),
    ),
  };
}

/** Names of the attributes that need not stand in the sheet of the object as well. */
export function namesBeside({ related, counts }: OwnFields): ReadonlySet<string> {
  return new Set([...related, ...counts].flatMap(({ attribute }) => attribute?.name ?? []));
}

/** A page does not lead to itself; lists of references stay in the sheet. */
function leadsAway(field: ShownColumn, row: Row, pathname: string): boolean {
  const { attribute } = field;
  if (attribute?.refersTo == null || !hasPage(attribute.refersTo.object)) return false;
  const [href = null, ...others] = hrefsIn(field, row);
  return href !== null && others.length === 0 && !attribute.dataType.is_array && !leadsHere(href, pathname);
}

/** Where the values of a field lead. */
export function hrefsIn({ parts, href }: ShownColumn, row: Row): readonly string[] {
  const hrefs = parts === undefined ? [href(row)] : parts(row).map((part) => part.href);
  return hrefs.filter((one) => one !== null);
}
