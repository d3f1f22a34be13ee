// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import type { Visitor } from "#contract/rule";
import { useMayOpen } from "../../../src/app/all-routes.ts";
import { Link, MayOpenProvider } from "../../../src/ui/layout/link.tsx";

const MEMBER: Visitor = {
  signedIn: true,
  inDatabase: true,
  isOuAdmin: false,
  permissions: new Set(),
  modules: new Set(),
};

function Shown({ visitor, to }: { readonly visitor: Visitor; readonly to: string }): ReactNode {
  return (
    <MayOpenProvider value={useMayOpen(visitor)}>
      <Link to={to} className="named">
        there
      </Link>
    </MayOpenProvider>
  );
}

afterEach(cleanup);

const cases: readonly (readonly [string, Visitor, string, boolean])[] = [
  ["a page that the account may open", MEMBER, "/cntl/groups/it?tab=members#top", true],
  ["a page that it may not open", MEMBER, "/cntl/mgr/ada", false],
  [
    "that page for who has the right",
    { ...MEMBER, permissions: new Set(["cntl.ro:mgr"]) },
    "/cntl/mgr/ada",
    true,
  ],
  [
    "that page for who is signed out and is asked to sign in",
    { ...MEMBER, signedIn: false },
    "/cntl/mgr/ada",
    true,
  ],
  ["an address that is none of the portal's", MEMBER, "/no/such/page", true],
];

it.each(cases)("%s", (_, visitor, to, isLink) => {
  render(<Shown visitor={visitor} to={to} />);
  expect(screen.queryAllByRole("link")).toHaveLength(isLink ? 1 : 0);
  expect(screen.getByText("there").className).toBe("named");
});

/** Pages with the module that they need, and the permissions of which any one opens them. */
const GUARDED = [
  ["[PERM-04]", "/org/type", [], ["org.rw_oet"]],
  ["[PERM-05]", "/cntl/mgr", [], ["cntl.rw:mgr2group", "cntl.rw:mgr2ou", "cntl.ro:mgr"]],
  ["[PERM-06]", "/tools/ap_list", ["ap_list"], ["nd.ro:device"]],
] as const;

it.each(GUARDED)(
  "%s %s opens for an account with any one of its permissions, and not with those of other pages",
  (_, path, modules, permissions) => {
    const others = GUARDED.flatMap(([, other, , needed]) => (other === path ? [] : needed));
    const opens = (...held: readonly string[]): boolean => {
      render(
        <Shown visitor={{ ...MEMBER, modules: new Set(modules), permissions: new Set(held) }} to={path} />,
      );
      const isLink = screen.queryAllByRole("link").length > 0;
      cleanup();
      return isLink;
    };
    for (const permission of permissions) expect([permission, opens(permission)]).toEqual([permission, true]);
    expect(opens()).toBe(false);
    expect(opens(...others)).toBe(false);
  },
);
