import type { Step } from "#contract/wire/step";
import type { Offer } from "#core/form/widget";
import type { Column, Section } from "#core/screen/screen";
import type { Planning } from "#core/screen/planning";

/** Columns of a table of API tokens; no row has the text of a token (TOK-01 to TOK-03). */
export const tokenColumns: readonly Column[] = [
  "login_name",
  "description",
  { from: "token_role", on: { wapi_auth_gfk: "gpk" }, show: "role_name", title: "screens.mgr.roles" },
  "expiration_date",
  "deletion_date",
  "last_used",
  "last_used_from",
  "device",
  "last_generated",
  { attr: "token", cell: "once", title: "screens.tokens.text" },
];

/** Sessions in step `session`, each with the last use of its token; ending one deletes its token (TOK-10). */
export const sessionSection = {
  kind: "table",
  of: "session",
  title: "screens.tokens.sessions",
  columns: [
    "device",
    "last_used_from",
    "last_used",
    { attr: "last_generated", title: "screens.tokens.begun" },
    "expiration_date",
    "is_current",
  ],
  plan: [{ do: "delete", text: "screens.tokens.end" }],
  empty: "screens.tokens.noSessions",
} as const satisfies Section;

/** Accounts that can have API tokens: all but main accounts (TOK-05). */
const HOLDERS = { _or: [{ is_sub: { eq: true } }, { is_svc: { eq: true } }] } as const;
export const offeredAccounts: Offer = { filters: { is_own: true, filter_params_dict: HOLDERS } };

/** API tokens of these accounts. */
export const offeredTokens: Offer = { filters: { is_own: true, is_session: false } };

const MAIN_OF = "api_fkey_cntl_mgr_parent_mgr_inverse";

/**
 * Roles for a token of the account in step `account`: assignable ones that the account holds. A subaccount holds its own roles and copied roles of
 * its main account, while the main account holds them; a service account holds none (wire contract 1.4, TOK-06, TOK-07).
 */
function offeredRoles(account: readonly Step[]): Offer {
  return {
    filters: { is_assignable: true },
    narrowing: {
      steps: [
        ...account,
        { idx: "main", name: "cntl.mgr.list", inner_join_ref: { account: MAIN_OF } },
        {
          idx: "copying",
          name: "cntl.mgr.list",
          old: { filter_params_dict: { do_copy_roles: { eq: true } } },
          inner_join_ref: { account: "self" },
        },
        { idx: "copied", name: "cntl.mgr.list", inner_join_ref: { copying: MAIN_OF } },
        { idx: "own_role", name: "cntl.mgr2role.list", inner_join_ref: { account: "default" } },
        { idx: "copied_role", name: "cntl.mgr2role.list", inner_join_ref: { copied: "default" } },
        { idx: "main_role", name: "cntl.mgr2role.list", inner_join_ref: { main: "default" } },
      ],
      inner: { main_role: "default" },
      union: { own_role: "default", copied_role: "default" },
    },
  };
}

/** Roles for a new token of the account in the field `login_name`. */
export const rolesOfAccount = offeredRoles([
  { idx: "account", name: "cntl.mgr.list", old: { login_name: "{{login_name}}" } },
]);

/** Roles for the token in the field `wapi_auth_gfk`. */
export const rolesOfToken = offeredRoles([
  { idx: "of", name: "cntl.wapi_auth.list", old: { gpk_list: ["{{wapi_auth_gfk}}"] } },
  { idx: "account", name: "cntl.mgr.list", inner_join_ref: { of: "default" } },
]);

/** A token can be changed, get a new text and be deleted. */
export const tokenChanges: readonly Planning[] = [
  { do: "update", ask: ["description", "expiration_date", "deletion_date"] },
  {
    do: "update",
    set: { do_generate: { is: true } },
    ask: [],
    show: true,
    text: "screens.tokens.regenerate",
  },
  { do: "delete" },
];

/** Roles of tokens, each with its token. */
export const tokenRoleColumns: readonly Column[] = [
  "role_name",
  { from: "token", on: { gpk: "wapi_auth_gfk" }, show: "login_name" },
  { from: "token", on: { gpk: "wapi_auth_gfk" }, show: "description" },
];
