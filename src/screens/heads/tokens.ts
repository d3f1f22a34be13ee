import type { Column, Planning } from "#core/screen/screen";

/** What a table of API tokens shows; the text of a token is in no row (TOK-01 to TOK-03). */
export const tokenColumns: readonly Column[] = [
  "login_name",
  "description",
  { from: "token_role", on: { wapi_auth_gfk: "gpk" }, show: "role_name", title: "screens.mgr.roles" },
  "expiration_date",
  "deletion_date",
  "last_used",
  "last_generated",
  { attr: "token", cell: "once", title: "screens.tokens.text" },
];

/** A token can carry roles that may be given to one and that its account holds, which is at most those of the person (TOK-06, TOK-07). */
export const offeredRoles = { is_assignable: true, is_assigned: true } as const;

/** A token can be changed, get a new text and be taken back. */
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

/** The roles of the tokens, each with the token that carries it. */
export const tokenRoleColumns: readonly Column[] = [
  "role_name",
  { from: "token", on: { gpk: "wapi_auth_gfk" }, show: "login_name" },
  { from: "token", on: { gpk: "wapi_auth_gfk" }, show: "description" },
];
