import type { Row } from "#contract/wire/json";
import { isLinkType } from "#core/catalogue/link-type";
import { referenceHref, rowHref } from "#core/route/object-routes";
import { hrefOfTarget } from "../screen/values.ts";
import type { ShownColumn } from "./columns.ts";
import type { TableSectionProps } from "./around-list.tsx";

/** Inputs for the links of the rows. */
export interface Opening extends TableSectionProps {
  readonly pathname: string;
}

/**
 * Target of Enter on a row: that of the section, for links that of the first column, otherwise the page of the row. A row whose page is this one opens in
 * the explorer.
 */
export function openHref(
  { section: { open }, found: { catalogue, type, source }, pathname }: Opening,
  row: Row,
  shown: readonly ShownColumn[],
): string | null {
  if (open !== undefined) return hrefOfTarget(open, source, row);
  if (isLinkType(type)) return shown.map((column) => column.href(row)).find((href) => href !== null) ?? null;
  const href = rowHref(catalogue, type.name, row);
  return leadsHere(href, pathname) ? referenceHref(catalogue, type.name, "gpk", row["gpk"] ?? null) : href;
}

/** The link on the row's name equals that of Enter; without a title the first column is the name. */
export function withOpen(opening: Opening, column: ShownColumn, name: string | undefined): ShownColumn {
  const { id, attribute, parts, isKeyed } = column;
  if (id !== name || attribute === null || (parts !== undefined && isKeyed !== true)) return column;
  if (opening.section.open === undefined && isLinkType(opening.found.type)) return column;
  const href = (row: Row): string | null => openHref(opening, row, []);
  if (parts === undefined) return { ...column, href };
  return { ...column, href, parts: (row) => parts(row).map((part) => ({ ...part, href: href(row) })) };
}

/**
 * True if an address is that of the open page, in any spelling: escaped or not, with or without the final dot of a name, with or without the type that
 * the explorer needs beside a gpk.
 */
export function leadsHere(href: string, pathname: string): boolean {
  return plainPath(href.replace(/\?type=[^&#]+$/, "")) === plainPath(pathname);
}

function plainPath(path: string): string {
  return path
    .split("/")
    .map((part) => decodeURIComponent(part).replace(/\.$/, ""))
    .join("/");
}
