import { parsePortalPath } from "#contract/values/portal-path";
import type { Json, Row } from "#contract/wire/json";
import type { Known, ObjectPage, PagePath } from "../catalogue/known.ts";
import { hrefTo } from "./pattern.ts";

/** Facts about the pages of types. */
export interface Paged {
  readonly known: Pick<Known, "pages" | "views">;
}

/** Query parameter with the saved view by which a page was opened. */
export const OPENED_VIEW = "view";

/** The address of a saved view, which also names the view. */
export function openedHref(page: string, gpk: string): string {
  const [address = "", anchor] = page.split("#");
  const opened = `${address}${address.includes("?") ? "&" : "?"}${OPENED_VIEW}=${gpk}`;
  return anchor === undefined ? opened : `${opened}#${anchor}`;
}

/** True if each object of the type has its own page. */
export function hasPage(catalogue: Paged, type: string): boolean {
  return (pageOf(catalogue, type)?.params ?? []).length > 0;
}

export function pageOf({ known }: Paged, type: string): ObjectPage | null {
  return known.pages[type] ?? null;
}

/** Address of a row's own page; the object explorer if the type has none or the row lacks a part of the address. */
export function rowHref(catalogue: Paged, type: string, row: Row, variant: string | null = null): string {
  const page = pageOf(catalogue, type);
  const kind = page?.kinds?.find(({ flags }) => flags.every((flag) => row[flag] === true));
  const own =
    kind === undefined
      ? pageHref(page, row, catalogue.known.views[`${type}#${variant ?? ""}`])
      : pageHref(kind, row);
  return own ?? keptHref(page, row) ?? explorerHref(type, row);
}

/** Target of the launch link of a row: its own page, or that of the object that it belongs to (LAUNCH-06). */
export function launchRowHref(catalogue: Paged, type: string, row: Row, variant: string | null): string {
  return pageHref(pageOf(catalogue, type)?.launch, row) ?? rowHref(catalogue, type, row, variant);
}

/**
 * Address for a reference attribute without a request, if the attribute alone decides it: a gpk leads to the explorer, any other key to the filtered
 * list of the type.
 */
export function referenceHref(
  catalogue: Paged,
  object: string,
  attribute: string,
  value: Json,
): string | null {
  if (!isPart(value)) return null;
  const page = pageOf(catalogue, object);
  const [only, ...others] = page?.params ?? [];
  const href = only === attribute && others.length === 0 ? pageHref(page, { [attribute]: value }) : null;
  if (href !== null) return href;
  if (attribute === "gpk") return `/object/${encodeURIComponent(String(value))}?type=${object}`;
  return `/object/${object}?${attribute}=${encodeURIComponent(String(value))}`;
}

/** Null without a page, or for a row that lacks a part of the address. */
function pageHref(page: Partial<PagePath> | null | undefined, row: Row, path = page?.path): string | null {
  if (page == null || path === undefined) return null;
  const names = path.match(/(?<=:)\w+|\*/g) ?? [];
  const params: Record<string, string> = {};
  for (const [at, attribute] of (page.params ?? []).entries()) {
    const value = row[attribute];
    if (!isPart(value)) return null;
    params[names[at] ?? ""] = String(value);
  }
  return hrefTo(path, params);
}

function isPart(value: Json | undefined): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function keptHref(kept: ObjectPage | null, row: Row): string | null {
  const [page, gpk] = [row[kept?.keeps ?? ""], row["gpk"]];
  if (typeof page !== "string" || typeof gpk !== "string") return null;
  // A page stored by an earlier release may be invalid by the present rule, and then has no link.
  const known = parsePortalPath(page);
  return known === null ? null : openedHref(known, gpk);
}

function explorerHref(type: string, row: Row): string {
  const gpk = row["gpk"];
  return typeof gpk === "string" ? `/object/${encodeURIComponent(gpk)}?type=${type}` : `/object/${type}`;
}
