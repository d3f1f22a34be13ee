import type { Pages } from "#core/catalogue/known";

const GROUP = "/cntl/groups/:group";
const OF_GROUP = { path: GROUP, params: { group: "group_name" } };
const MANAGER = { path: "/cntl/mgr/:mgr", params: { mgr: "login_name" } };
const TOKENS = { path: "/user/tokens", params: {} };

/** Groups, accounts, tokens and what accounts keep. */
export const PAGES: Pages = {
  "cntl.group": {
    path: GROUP,
    params: { group: "name" },
    counts: { member_count: { table: "account" } },
  },
  "cntl.mgr2group": OF_GROUP,
  "cntl.group2ou": OF_GROUP,
  "cntl.group_addr_space": OF_GROUP,
  "cntl.group_admin": OF_GROUP,
  "cntl.mgr": {
    ...MANAGER,
    kinds: [
      { flags: ["is_svc"], path: "/cntl/svc-accounts/:account_name", params: { account_name: "login_name" } },
      { flags: ["is_sub", "is_own"], ...TOKENS },
    ],
  },
  "cntl.mgr2ou": MANAGER,
  "cntl.mgr2role": MANAGER,
  "cntl.wapi_auth": {
    ...TOKENS,
    // Sessions are no API tokens, so only the explorer shows them.
    kinds: [{ flags: ["is_session"], path: "/object/:fq_name", params: { fq_name: "gpk" } }],
  },
  "cntl.wapi_auth2role": TOKENS,
  "cntl.saved_view": { keeps: "page" },
};
