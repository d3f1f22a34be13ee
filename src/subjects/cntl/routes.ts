import type { Rule } from "#contract/rule";
import { opens, type SubjectRoutes } from "#core/route/subject";

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

/** Groups and all kinds of accounts. */
export const ROUTES: SubjectRoutes = {
  visible: "signedIn",
  routes: [
    opens(
      "/cntl/groups",
      { title: "routes.groups", nav: { section: "organizations", order: 3, icon: "group" } },
      () => import("./groups.ts"),
    ),
    opens("/cntl/groups/:group", { title: "routes.group" }, () => import("./group.ts")),
    opens(
      "/cntl/mgr",
      { title: "routes.mgrs", visible: MANAGERS, nav: { section: "organizations", order: 4, icon: "user" } },
      () => import("./mgrs.ts"),
    ),
    opens("/cntl/mgr/:mgr", { title: "routes.mgr", visible: MANAGERS }, () => import("./mgr.ts")),
    opens(
      "/cntl/svc-accounts",
      { title: "routes.svcAccounts", nav: { section: "organizations", order: 5, icon: "api" } },
      () => import("./svc-accounts.ts"),
    ),
    opens(
      "/cntl/svc-accounts/:account_name",
      { title: "routes.svcAccount" },
      () => import("./svc-account.ts"),
    ),
    opens(
      "/user/views",
      { title: "routes.views", visible: { all: ["signedIn", "inDatabase"] } },
      () => import("./views.ts"),
    ),
    opens("/user/tokens", { title: "routes.tokens", key: "t" }, () => import("./tokens.ts")),
  ],
};
