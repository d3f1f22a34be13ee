import { describe, expect, it } from "vitest";
import { openedHref, rowHref } from "#core/route/object-routes";
import { pageOfList, shownView, viewsOfList } from "#core/table/saved-view";
import { DEFAULT_VIEW, unknownColumns } from "#core/table/view-state";
import { KNOWN } from "../../../src/subjects/subjects.ts";

const pages = { known: KNOWN };

const place = (pathname: string, search: string, list: string | null = null) => ({ pathname, search, list });
const row = (gpk: string, name: string, page: string, group_name: string | null = null) => ({
  gpk,
  name,
  page,
  group_name,
});

describe("the page that a saved view keeps", () => {
  it("has filter, order, columns and size, but neither the page number nor the opened view", () => {
    const search = "?sort=-name&page=4&q=a%20b&cols=name,title&view=view-1&size=100&is_own=true";
    expect(pageOfList(place("/object/nd.site/", search))).toBe(
      "/object/nd.site?cols=name%2Ctitle&is_own=true&q=a%20b&size=100&sort=-name",
    );
  });

  it("has one spelling, whatever the spelling of the address is", () => {
    const spellings = ["?q=a+b&sort=x", "?sort=x&q=a%20b", "?q=%61%20b&sort=x&"];
    expect(new Set(spellings.map((search) => pageOfList(place("/cntl/groups", search))))).toEqual(
      new Set(["/cntl/groups?q=a%20b&sort=x"]),
    );
    expect(pageOfList(place("/netdoc/sites/Süd", ""))).toBe(pageOfList(place("/netdoc/sites/S%C3%BCd", "")));
    expect(pageOfList(place("/org/ou/KIT::SCC", ""))).toBe("/org/ou/KIT::SCC");
  });

  it("leaves out the other lists of the page", () => {
    const search = "?sub.q=a&record.q=b&record.page=2&sub.page=3&tab=x";
    expect(pageOfList(place("/dnsvs/fqdns/a.b", search, "sub"))).toBe(
      "/dnsvs/fqdns/a.b?sub.q=a&tab=x#list-sub",
    );
  });
});

describe("the saved views of a list", () => {
  const rows = [
    row("view-1", "b", "/cntl/groups?q=b", "web"),
    row("view-2", "a", "/cntl/groups?sort=-name&q=a", "dns"),
    row("view-3", "c", "/cntl/groups"),
    row("view-4", "d", "/cntl/groups?sub.q=a#list-sub"),
    row("view-5", "e", "/cntl/mgr?q=a"),
    { gpk: "view-6", name: "unreadable" },
  ];

  it("are those of its page: own views first, then the views of groups by name", () => {
    const gpks = (list: string | null) =>
      viewsOfList(rows, place("/cntl/groups", "?q=z", list)).map(({ gpk }) => gpk);
    expect(gpks(null)).toEqual(["view-3", "view-2", "view-1"]);
    expect(gpks("sub")).toEqual(["view-4"]);
  });

  it("include the shown one: the opened view, or the view that equals the list", () => {
    const shown = (search: string) => {
      const here = place("/cntl/groups", search);
      const found = shownView(viewsOfList(rows, here), here);
      return found === null ? null : [found.view.gpk, found.isChanged];
    };
    expect(shown("?q=b&view=view-1&page=2")).toEqual(["view-1", false]);
    expect(shown("?q=z&view=view-1")).toEqual(["view-1", true]);
    expect(shown("?q=a&sort=-name")).toEqual(["view-2", false]);
    expect(shown("")).toEqual(["view-3", false]);
    expect(shown("?q=z")).toBeNull();
    expect(shown("?q=a&sort=-name&view=view-99")).toEqual(["view-2", false]);
  });
});

it("a saved view leads to its page, and the address names the view", () => {
  expect(rowHref(pages, "cntl.saved_view", row("view-7", "x", "/cntl/groups?q=a#list-sub"))).toBe(
    "/cntl/groups?q=a&view=view-7#list-sub",
  );
  expect(openedHref("/cntl/groups", "view-7")).toBe("/cntl/groups?view=view-7");
  expect(rowHref(pages, "cntl.saved_view", { gpk: "view-7" })).toBe("/object/view-7?type=cntl.saved_view");
});

it("columns that an address names and the list does not have are reported", () => {
  const columns = [
    { id: "name", sortBy: "name" },
    { id: "link", sortBy: null },
  ];
  const sort = [
    { attribute: "weight", isDescending: true },
    { attribute: "name", isDescending: false },
  ];
  expect(unknownColumns({ ...DEFAULT_VIEW, cols: ["colour", "name"], sort }, columns)).toEqual([
    "colour",
    "weight",
  ]);
  expect(unknownColumns({ ...DEFAULT_VIEW, cols: ["link"] }, columns)).toEqual([]);
  expect(unknownColumns(DEFAULT_VIEW, columns)).toEqual([]);
});
