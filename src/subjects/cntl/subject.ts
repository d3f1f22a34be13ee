import type { Pages } from "#core/catalogue/known";
import type { Rule } from "#contract/rule";
import { opens, type SubjectRoutes } from "#core/route/subject";

const GROUP = "/cntl/groups/:group";
const OF_GROUP = { path: GROUP, params: ["group_name"] };
const MANAGER = { path: "/cntl/mgr/:mgr", params: ["login_name"] };
const TOKENS = { path: "/user/tokens", params: [] };

/** Groups, accounts, tokens and objects that accounts keep. */
export const PAGES: Pages = {
  "cntl.group": {
    path: GROUP,
    params: ["name"],
    counts: { member_count: "#account" },
  },
  "cntl.mgr2group": OF_GROUP,
  "cntl.group2ou": OF_GROUP,
  "cntl.group_addr_space": OF_GROUP,
  "cntl.group_admin": OF_GROUP,
  "cntl.mgr": {
    ...MANAGER,
    kinds: [
      { flags: ["is_svc"], path: "/cntl/svc-accounts/:account_name", params: ["login_name"] },
      { flags: ["is_sub", "is_own"], ...TOKENS },
    ],
  },
  "cntl.mgr2ou": MANAGER,
  "cntl.mgr2role": MANAGER,
  "cntl.wapi_auth": {
    ...TOKENS,
    // Sessions are no API tokens, so only the explorer shows them.
    kinds: [{ flags: ["is_session"], path: "/object/:fq_name", params: ["gpk"] }],
  },
  "cntl.wapi_auth2role": TOKENS,
  "cntl.saved_view": { keeps: "page" },
};

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
