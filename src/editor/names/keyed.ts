import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { keyedBy, keyedTitle, keyIn, type Keyed } from "#core/catalogue/keyed";
import { rowIn } from "#core/catalogue/languages";
import { referenceHref, rowHref } from "#core/route/object-routes";
import type { Locale } from "#core/text";
import { textOf } from "../cell/cell-text.ts";
import { rowWith, type Part } from "./named.ts";

/** Where the objects behind keys are found without a request. */
export interface KeyedContext {
  readonly catalogue: Catalogue;
  readonly type: ObjectTypeMeta;
  readonly locale: Locale;
  readonly source: { readonly lists: Lists };
  readonly typeOf?: (idx: string) => ObjectTypeMeta | null;
}

/** How the values of an attribute are shown by the titles of their objects; null if their keys say as much. */
export function keyedParts(context: KeyedContext, attribute: AttributeMeta): KeyedPart | null {
  const keyed = keyedBy(context.catalogue, context.type, attribute);
  return keyed === null ? null : partsOf(context, keyed);
}

export type KeyedPart = (row: Row, value: Json) => Part;

export function partsOf(
  { source: { lists }, typeOf, locale }: Omit<KeyedContext, "catalogue" | "type">,
  keyed: Keyed,
): KeyedPart {
  const { target, attribute } = keyed;
  const isOfTarget = (idx: string): boolean => typeOf?.(idx)?.name === target.name;
  return (row, value) => {
    const part = { text: textOf(value), href: referenceHref(target.name, attribute, value) };
    const key = keyIn(keyed, row, value);
    if (key === null) return part;
    const found = rowWith(lists, target.name, isOfTarget, key);
    if (found !== null) return keyedPart(target, found, part.text, locale);
    return { ...part, unnamed: { object: target.name, key } };
  };
}

/** An object as others refer to it by its key: its title, and a link to its page. */
export function keyedPart(type: ObjectTypeMeta, row: Row, key: string, locale: Locale): Part {
  return { text: keyedTitle(type, rowIn(row, locale), key), href: rowHref(type.name, row) };
}
