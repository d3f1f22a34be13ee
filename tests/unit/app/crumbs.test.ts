import { describe, expect, it } from "vitest";
import { crumbsOf, findRoute, levelAbove } from "#core/route/route";
import { ROUTES } from "../../../src/app/routes.ts";

/** Paths of pages of a single object; launch links show no page. */
const OF_ONE = ROUTES.map(({ path }) => path).filter(
  (path) => path.includes(":") && !path.startsWith("/launch/"),
);

/** The path with a value in place of each parameter. */
const filled = (path: string): string => path.replaceAll(/:\w+/g, "x1");

describe("[SHELL-21] [LAUNCH-09] the way up", () => {
  it.each(OF_ONE)("leads from %s to a page that exists, by the crumbs and by one step", (path) => {
    const open = filled(path);
    const above = crumbsOf(ROUTES, open, null).filter(({ href }) => href !== null && href !== open);
    expect(above).not.toEqual([]);
    for (const { href } of above) expect(findRoute(ROUTES, href ?? "")).not.toBeNull();
    expect(levelAbove(ROUTES, open)).toBe(above.at(-1)?.href);
  });

  it.each(["/cntl/groups/:group", "/cntl/mgr/:mgr", "/netdoc/sites/:site/:bldg", "/requests/:number"])(
    "ends with the value of %s, which links to the page",
    (path) => expect(crumbsOf(ROUTES, filled(path), null).at(-1)).toEqual({ text: "x1", href: filled(path) }),
  );
});
