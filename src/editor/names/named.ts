import type { Json, Params, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { referenceTitle } from "#core/catalogue/title";
import { referenceHref, rowHref } from "#core/route/object-routes";
import type { Locale } from "#core/text";
import { rowIn } from "#core/catalogue/languages";
import { keyedBy, keyedTitle, keyIn, type Keyed } from "#core/catalogue/keyed";
import { textOf } from "../cell/cell-text.ts";
import type { Words } from "../portal/words.ts";

/** One displayed value of a cell, with its link. */
export interface Part {
  readonly text: string;
  readonly href: string | null;
  /** Objects whose names replace the gpks in the title of this object. */
  readonly inner?: readonly Part[] | null;
  /**
   * An object whose name must be requested, by its gpk or by its natural key. The key is shown until then. `mayBeNone`: there may be no object that the
   * reader may see, so the text becomes a link only when the object is known.
   */
  readonly unnamed?: { readonly object: string; readonly key: Params; readonly mayBeNone?: true };
}

type Naming = Pick<Words, "catalogue" | "locale">;

/** Placeholder for an object until its name is known: its key. A gpk is not shown, because it means nothing to readers. */
export function meanwhile({ text, href }: Part, key: Params): Part | null {
  return "gpk" in key ? null : { text, href };
}

/** True if an attribute holds gpks of other objects, which mean nothing to readers. */
export function namesByGpk(attribute: AttributeMeta | null): boolean {
  return attribute?.refersTo?.attribute === "gpk";
}

/** The row with this gpk in any list of an outcome. */
export function rowNamed(lists: Lists, gpk: Json): Row | null {
  return gpk === null ? null : rowWith(lists, "", () => true, { gpk });
}

/** An object as others refer to it: its title with a link to its page. */
export function partOf(catalogue: Catalogue, object: string, row: Row, locale: Locale): Part {
  return {
    text: referenceTitle(catalogue.objectType(object), rowIn(row, locale)),
    href: rowHref(catalogue, object, row),
    inner: titleParts({ catalogue, locale }, object, row),
  };
}

/** The object behind a gpk from the present lists; otherwise its name must be requested. */
export function partNamed(words: Naming, lists: Lists, object: string, gpk: Json): Part {
  const row = rowNamed(lists, gpk);
  if (row !== null) return partOf(words.catalogue, object, row, words.locale);
  const text = typeof gpk === "string" ? gpk : "";
  return {
    text,
    href: referenceHref(words.catalogue, object, "gpk", gpk),
    unnamed: { object, key: { gpk: text } },
  };
}

/** The objects that together name a row whose title has only their gpks; null for any other title. */
export function titleParts(words: Naming, object: string, row: Row | null): readonly Part[] | null {
  const type = words.catalogue.objectType(object);
  const named = (type?.title ?? []).map((name) => type?.attribute(name) ?? null);
  if (row === null || named.length === 0 || !named.every(namesByGpk)) return null;
  return named.flatMap((attribute) =>
    attribute?.refersTo == null
      ? []
      : [partNamed(words, {}, attribute.refersTo.object, row[attribute.name] ?? null)],
  );
}

type Known = ReadonlyMap<Json, Row>;

const KNOWN = new WeakMap<Lists, Map<string, Known>>();

/** The row with a key in any of these lists. `kind` names the chosen lists for all later questions. */
export function rowWith(
  lists: Lists,
  kind: string,
  isChosen: (idx: string) => boolean,
  key: Params,
): Row | null {
  const [first = "", ...others] = Object.keys(key);
  const keyOf = (row: Row): Json =>
    others.length === 0
      ? (row[first] ?? null)
      : JSON.stringify([first, ...others].map((name) => row[name] ?? null));
  const kinds = KNOWN.get(lists) ?? new Map<string, Known>();
  KNOWN.set(lists, kinds);
  let known = kinds.get(kind);
  if (known === undefined) {
    const rows = Object.entries(lists).flatMap(([idx, list]) => (isChosen(idx) ? list : []));
    kinds.set(kind, (known = new Map(rows.map((row) => [keyOf(row), row]))));
  }
  return known.get(keyOf(key)) ?? null;
}

/** The lists in which the objects behind keys are found without a request. */
export interface KeyedContext extends Naming {
  readonly type: ObjectTypeMeta;
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
  { source: { lists }, typeOf, catalogue, locale }: Omit<KeyedContext, "type">,
  keyed: Keyed,
): KeyedPart {
  const { target, attribute } = keyed;
  const isOfTarget = (idx: string): boolean => typeOf?.(idx)?.name === target.name;
  return (row, value) => {
    const part = { text: textOf(value), href: referenceHref(catalogue, target.name, attribute, value) };
    const key = keyIn(keyed, row, value);
    if (key === null) return part;
    const found = rowWith(lists, target.name, isOfTarget, key);
    if (found !== null) return keyedPart({ catalogue, locale }, target, found, part.text);
    return { ...part, unnamed: { object: target.name, key } };
  };
}

/** An object as others refer to it by its key: its title, and a link to its page. */
export function keyedPart({ catalogue, locale }: Naming, type: ObjectTypeMeta, row: Row, key: string): Part {
  return { text: keyedTitle(type, rowIn(row, locale), key), href: rowHref(catalogue, type.name, row) };
}
