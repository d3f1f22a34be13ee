import { parsePortalPath } from "#contract/values/portal-path";
import { SAVED_VIEW } from "#contract/wire/api-types";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { OPENED_VIEW } from "../route/object-routes.ts";
import { decoded, readable } from "../route/pattern.ts";
import { tableAnchor } from "../route/value-href.ts";
import { parseQuery, writeQuery } from "./view-state.ts";

/** All saved views of the account and of its groups. */
export const VIEWS_STEP = {
  idx: "view",
  name: `${SAVED_VIEW}.list`,
  old: { is_own: true },
} as const satisfies Step;

export interface SavedView {
  readonly gpk: string;
  readonly name: string;
  readonly page: string;
  /** Null for a private view of the account. */
  readonly group: string | null;
  readonly row: Row;
}

/** Place of a list: the address, and the idx of its step if the page has several lists. */
export interface ListPlace {
  readonly pathname: string;
  readonly search: string;
  readonly list: string | null;
}

/** Settings of one of several lists on a page. */
const OF_LIST = /^(.+)\.(q|sort|page|size|cols)$/;

/** The address of a list in the form of a saved view: without the other lists of the page, and without the entries of one visit. */
export function pageOfList({ pathname, search, list }: ListPlace): string {
  const entries = parseQuery(search).filter(([name]) => {
    const owner = OF_LIST.exec(name)?.[1];
    return list === null || owner === undefined || owner === list;
  });
  return ordered(`${pathname}${writeQuery(entries)}${list === null ? "" : `#${tableAnchor(list)}`}`);
}

/** One spelling of an address: entries in the order of their names, each encoded in one way. */
function ordered(page: string): string {
  const [, path = "", search = "", anchor = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(page) ?? [];
  const segments = path.split("/").filter((segment) => segment !== "");
  const entries = parseQuery(search).toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const spelt = segments.map((segment) => readable(decoded(segment) ?? segment));
  const written = `/${spelt.join("/")}${writeQuery(entries)}${anchor}`;
  return parsePortalPath(written) ?? written;
}

function listOf(page: string): string {
  return page.replace(/\?[^#]*/, "");
}

/** Views of the list, those of the account first, then those of groups by name. */
export function viewsOfList(rows: readonly Row[], place: ListPlace): readonly SavedView[] {
  const list = listOf(pageOfList(place));
  const views = rows.flatMap((row): readonly SavedView[] => {
    const { gpk, name, page, group_name: group = null } = row;
    if (typeof gpk !== "string" || typeof name !== "string" || typeof page !== "string") return [];
    return [{ gpk, name, page: ordered(page), group: typeof group === "string" ? group : null, row }];
  });
  return views
    .filter(({ page }) => listOf(page) === list)
    .toSorted(
      (one, other) =>
        (one.group ?? "").localeCompare(other.group ?? "") || one.name.localeCompare(other.name),
    );
}

export interface ShownView {
  readonly view: SavedView;
  /** The list differs from the view by now. */
  readonly isChanged: boolean;
}

/** The view by which the page was opened, otherwise one that equals the present list. */
export function shownView(views: readonly SavedView[], place: ListPlace): ShownView | null {
  const page = pageOfList(place);
  const opened = parseQuery(place.search).find(([name]) => name === OPENED_VIEW)?.[1];
  const view = views.find(({ gpk }) => gpk === opened) ?? views.find((one) => one.page === page);
  return view === undefined ? null : { view, isChanged: view.page !== page };
}
