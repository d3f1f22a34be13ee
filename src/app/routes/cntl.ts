import type { Rule } from "#contract/rule";
import { ownCrumb, screen, type AppRoute } from "../app-route.ts";

const MANAGERS: Rule = {
  all: [
    "signedIn",
    {
      any: [
        { permission: "cntl.rw:mgr2group" },
        { permission: "cntl.rw:mgr2ou" },
        { permission: "cntl.ro:mgr" },
      ],
    },
  ],
};

/** BCDs, groups and all kinds of accounts. */
export const CNTL_ROUTES: readonly AppRoute[] = [
  screen(
    {
      path: "/cntl/bcds/:bcd_name",
      title: "routes.bcd",
      visible: "signedIn",
      // The account's BCDs stand on the start page.
      below: "/home",
      crumb: (p) => ownCrumb(p.bcd_name, "/cntl/bcds/:bcd_name", p),
    },
    async () => (await import("../../screens/cntl/bcd.ts")).default,
  ),
  screen(
    {
      path: "/cntl/groups",
      title: "routes.groups",
      visible: "signedIn",
      nav: { section: "organizations", order: 3 },
    },
    async () => (await import("../../screens/cntl/groups.ts")).default,
  ),
  screen(
    {
      path: "/cntl/groups/:group",
      title: "routes.group",
      visible: "signedIn",
      crumb: (p) => ownCrumb(p.group, "/cntl/groups/:group", p),
    },
    async () => (await import("../../screens/cntl/group.ts")).default,
  ),
  screen(
    {
      path: "/cntl/mgr",
      title: "routes.mgrs",
      visible: MANAGERS,
      nav: { section: "organizations", order: 4 },
    },
    async () => (await import("../../screens/cntl/mgrs.ts")).default,
  ),
  screen(
    {
      path: "/cntl/mgr/:mgr",
      title: "routes.mgr",
      visible: MANAGERS,
      crumb: (p) => ownCrumb(p.mgr, "/cntl/mgr/:mgr", p),
    },
    async () => (await import("../../screens/cntl/mgr.ts")).default,
  ),
  screen(
    {
      path: "/cntl/svc-accounts",
      title: "routes.svcAccounts",
      visible: "signedIn",
      nav: { section: "organizations", order: 5 },
    },
    async () => (await import("../../screens/cntl/svc-accounts.ts")).default,
  ),
  screen(
    {
      path: "/cntl/svc-accounts/:account_name",
      title: "routes.svcAccount",
      visible: "signedIn",
      crumb: (p) => ownCrumb(p.account_name, "/cntl/svc-accounts/:account_name", p),
    },
    async () => (await import("../../screens/cntl/svc-account.ts")).default,
  ),
  screen(
    {
      path: "/user/tokens",
      title: "routes.tokens",
      visible: "signedIn",
    },
    async () => (await import("../../screens/user/tokens.ts")).default,
  ),
];
