import type { Rule } from "#contract/rule";
import { screen, visibleTo } from "../app-route.ts";

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
export const CNTL_ROUTES = visibleTo("signedIn", [
  screen(
    "/cntl/bcds/:bcd_name",
    {
      title: "routes.bcd",
      // The start page shows the account's BCDs.
      below: "/home",
    },
    () => import("../../screens/cntl/bcd.ts"),
  ),
  screen(
    "/cntl/groups",
    { title: "routes.groups", nav: { section: "organizations", order: 3 } },
    () => import("../../screens/cntl/groups.ts"),
  ),
  screen("/cntl/groups/:group", { title: "routes.group" }, () => import("../../screens/cntl/group.ts")),
  screen(
    "/cntl/mgr",
    { title: "routes.mgrs", visible: MANAGERS, nav: { section: "organizations", order: 4 } },
    () => import("../../screens/cntl/mgrs.ts"),
  ),
  screen(
    "/cntl/mgr/:mgr",
    { title: "routes.mgr", visible: MANAGERS },
    () => import("../../screens/cntl/mgr.ts"),
  ),
  screen(
    "/cntl/svc-accounts",
    { title: "routes.svcAccounts", nav: { section: "organizations", order: 5 } },
    () => import("../../screens/cntl/svc-accounts.ts"),
  ),
  screen(
    "/cntl/svc-accounts/:account_name",
    { title: "routes.svcAccount" },
    () => import("../../screens/cntl/svc-account.ts"),
  ),
  screen(
    "/user/views",
    { title: "routes.views", visible: { all: ["signedIn", "inDatabase"] } },
    () => import("../../screens/user/views.ts"),
  ),
  screen("/user/tokens", { title: "routes.tokens" }, () => import("../../screens/user/tokens.ts")),
]);
