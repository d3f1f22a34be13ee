import type { Rule } from "#contract/rule";
import { screen, type AppRoute } from "../app-route.ts";

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
    "/cntl/bcds/:bcd_name",
    {
      title: "routes.bcd",
      visible: "signedIn",
      // The start page shows the account's BCDs.
      below: "/home",
    },
    () => import("../../screens/cntl/bcd.ts"),
  ),
  screen(
    "/cntl/groups",
    {
      title: "routes.groups",
      visible: "signedIn",
      nav: { section: "organizations", order: 3 },
    },
    () => import("../../screens/cntl/groups.ts"),
  ),
  screen(
    "/cntl/groups/:group",
    { title: "routes.group", visible: "signedIn" },
    () => import("../../screens/cntl/group.ts"),
  ),
  screen(
    "/cntl/mgr",
    {
      title: "routes.mgrs",
      visible: MANAGERS,
      nav: { section: "organizations", order: 4 },
    },
    () => import("../../screens/cntl/mgrs.ts"),
  ),
  screen(
    "/cntl/mgr/:mgr",
    { title: "routes.mgr", visible: MANAGERS },
    () => import("../../screens/cntl/mgr.ts"),
  ),
  screen(
    "/cntl/svc-accounts",
    {
      title: "routes.svcAccounts",
      visible: "signedIn",
      nav: { section: "organizations", order: 5 },
    },
    () => import("../../screens/cntl/svc-accounts.ts"),
  ),
  screen(
    "/cntl/svc-accounts/:account_name",
    { title: "routes.svcAccount", visible: "signedIn" },
    () => import("../../screens/cntl/svc-account.ts"),
  ),
  screen(
    "/user/views",
    { title: "routes.views", visible: { all: ["signedIn", "inDatabase"] } },
    () => import("../../screens/user/views.ts"),
  ),
  screen(
    "/user/tokens",
    { title: "routes.tokens", visible: "signedIn" },
    () => import("../../screens/user/tokens.ts"),
  ),
];
