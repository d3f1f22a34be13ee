import { isList, type Json, type Row } from "#contract/wire/json";
import type { AttributeMeta, Catalogue } from "#core/catalogue/catalogue";
import { valueIn } from "#core/catalogue/languages";
import { isLinkType } from "#core/catalogue/link-type";
import { namedValue } from "#core/catalogue/named-value";
import { resolveCell } from "#core/form/cell-rules";
import { referenceHref, rowHref } from "#core/route/object-routes";
import { valueHref } from "#core/route/value-href";
import { quietIn, type Quiet } from "#core/catalogue/quiet";
import { cellText, textOf } from "../cell/cell-text.ts";
import {
  keyedParts,
  namesByGpk,
  partNamed,
  type KeyedContext,
  type KeyedPart,
  type Part,
} from "../names/named.ts";

interface Named {
  readonly value?: (row: Row) => Json;
  readonly parts?: (row: Row) => readonly Part[];
  readonly isKeyed?: true;
}

/** A reference shows the title of its object. */
export function namesOf(context: KeyedContext, attribute: AttributeMeta, plain: (row: Row) => Json): Named {
  const to = attribute.refersTo;
  if (to === null) return {};
  if (namesByGpk(attribute)) {
    const parts = (row: Row): readonly Part[] =>
      listOf(plain(row)).map((gpk) => partNamed(context, context.source.lists, to.object, gpk));
    return { parts, value: (row) => textsOf(parts(row)) };
  }
  const keyed =
    keyedParts(context, attribute) ?? (attribute.dataType.is_array ? byKey(context.catalogue, to) : null);
  if (keyed === null) return {};
  return { isKeyed: true, parts: (row) => listOf(plain(row)).map((value) => keyed(row, value)) };
}

/** Each value of a set, which is clear by itself. */
function byKey(
  catalogue: Catalogue,
  { object, attribute }: NonNullable<AttributeMeta["refersTo"]>,
): KeyedPart {
  return (_, value) => ({ text: textOf(value), href: referenceHref(catalogue, object, attribute, value) });
}

/** The first title attribute leads to the row's page, a reference to its object, and so does every part of a link. */
export function attributeHref(
  { catalogue, type }: Pick<KeyedContext, "catalogue" | "type">,
  attribute: AttributeMeta,
  row: Row,
): string | null {
  if (type.title[0] === attribute.name && !isLinkType(type)) return rowHref(catalogue, type.name, row);
  if (attribute.refersTo === null) return valueHref(catalogue, type.name, attribute, row);
  return referenceHref(
    catalogue,
    attribute.refersTo.object,
    attribute.refersTo.attribute,
    row[attribute.name] ?? null,
  );
}

/** Each value of an attribute with its page. */
export function partsOfAttribute(context: KeyedContext, name: string, row: Row): readonly Part[] {
  const attribute = context.type.attribute(name);
  return attribute === null ? [] : partsIn(context, attribute, row);
}

export function partsIn(context: KeyedContext, attribute: AttributeMeta, row: Row): readonly Part[] {
  const { catalogue, type, source, locale } = context;
  const to = attribute.refersTo;
  const keyed = keyedParts(context, attribute);
  return listOf(valueIn(row, attribute.name, locale)).map((value) => {
    if (to !== null && namesByGpk(attribute)) return partNamed(context, source.lists, to.object, value);
    if (keyed !== null) return keyed(row, value);
    return {
      text: cellText(
        resolveCell(catalogue, type.name, attribute),
        namedValue(attribute, value, locale),
        locale,
      ),
      href: to === null ? rowHref(catalogue, type.name, row) : attributeHref(context, attribute, row),
    };
  });
}

export function listOf(value: Json): readonly Json[] {
  if (value === null) return [];
  return isList(value) ? value : [value];
}

export function textsOf(parts: readonly Part[]): Json {
  const texts = parts.map(({ text }) => text);
  return texts.length > 1 ? texts : (texts[0] ?? null);
}

/** Drops duplicates from several rows. */
export function once(parts: readonly Part[]): readonly Part[] {
  return [...new Map(parts.map((part) => [`${part.text} ${part.href ?? ""}`, part])).values()];
}

/** The number of values that is enough to find the common parts of a column. */
const LOOKED_AT = 200;

/** The members of a column that determine how its values are read. */
interface Valued {
  readonly quiet?: Quiet;
  readonly value: (row: Row) => Json;
  readonly parts?: (row: Row) => readonly Part[];
}

/** The column with the beginnings that its values share. */
export function withShared<Column extends Valued>(column: Column, rows: readonly Row[]): Column {
  const { quiet, value, parts } = column;
  if (quiet === undefined || quiet.signs === "") return column;
  const texts = rows
    .slice(0, LOOKED_AT)
    .flatMap((row) =>
      parts === undefined ? listOf(value(row)).map(textOf) : parts(row).map(({ text }) => text),
    );
  return { ...column, quiet: quietIn(quiet, texts) };
}
