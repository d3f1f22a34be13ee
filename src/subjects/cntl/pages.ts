import type { Pages } from "#core/catalogue/known";

const GROUP = "/cntl/groups/:group";
const OF_GROUP = { path: GROUP, params: ["group_name"] };
const MANAGER = { path: "/cntl/mgr/:mgr", params: ["login_name"] };
const TOKENS = { path: "/user/tokens", params: [] };

/** Groups, accounts, tokens and what accounts keep. */
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
