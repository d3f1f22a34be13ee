import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { AttributeMeta, Catalogue } from "#core/catalogue/catalogue";
import { referenceTitle } from "#core/catalogue/title";
import { referenceHref, rowHref } from "#core/route/object-routes";
import type { Locale } from "#core/text";
import { rowIn } from "#core/catalogue/languages";

/** One displayed value of a cell, with its link. */
export interface Part {
  readonly text: string;
  readonly href: string | null;
  /** An object without a known name, which must be requested. */
  readonly unnamed?: { readonly object: string; readonly gpk: string };
}

/** True if an attribute holds gpks of other objects, which mean nothing to readers. */
export function namesByGpk(attribute: AttributeMeta | null): boolean {
  return attribute?.refersTo?.attribute === "gpk";
}

const KNOWN = new WeakMap<Lists, ReadonlyMap<Json, Row>>();

/** The row with this gpk in any list of an outcome. */
export function rowNamed(lists: Lists, gpk: Json): Row | null {
  let known = KNOWN.get(lists);
  if (known === undefined) {
    known = new Map(Object.values(lists).flatMap((rows) => rows.map((row) => [row["gpk"] ?? null, row])));
    KNOWN.set(lists, known);
  }
  return gpk === null ? null : (known.get(gpk) ?? null);
}

/** An object as others refer to it: its title with a link to its page. */
export function partOf(catalogue: Catalogue, object: string, row: Row, locale: Locale): Part {
  return {
    text: referenceTitle(catalogue.objectType(object), rowIn(row, locale)),
    href: rowHref(object, row),
  };
}

/** The object behind a gpk from the present lists; otherwise its name must be requested. */
export function partNamed(
  catalogue: Catalogue,
  lists: Lists,
  object: string,
  gpk: Json,
  locale: Locale,
): Part {
  const row = rowNamed(lists, gpk);
  if (row !== null) return partOf(catalogue, object, row, locale);
  const text = typeof gpk === "string" ? gpk : "";
  return { text, href: referenceHref(object, "gpk", gpk), unnamed: { object, gpk: text } };
}

/** The objects that together name a row whose title has only their gpks; null for any other title. */
export function titleParts(
  catalogue: Catalogue,
  object: string,
  row: Row | null,
  locale: Locale,
): readonly Part[] | null {
  const type = catalogue.objectType(object);
  const named = (type?.title ?? []).map((name) => type?.attribute(name) ?? null);
  if (row === null || named.length === 0 || !named.every(namesByGpk)) return null;
  return named.flatMap((attribute) =>
    attribute?.refersTo == null
      ? []
      : [partNamed(catalogue, {}, attribute.refersTo.object, row[attribute.name] ?? null, locale)],
  );
}
