import { ACCOUNT, TOKEN } from "#contract/wire/api-types";
import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { SessionInfo, SystemInfo } from "#contract/wire/system";
import type { Visitor } from "#contract/rule";

/** A stored token: its text, and the gpk of a session token. A manually entered token is marked (SESS-04, SESS-06). */
export interface StoredToken {
  readonly text: string;
  readonly gpk: string | null;
  readonly isTyped: boolean;
}

export type SessionState =
  | { readonly kind: "loggedOut" }
  | { readonly kind: "loggedIn"; readonly token: StoredToken }
  | { readonly kind: "impersonating"; readonly token: StoredToken; readonly as: string }
  | { readonly kind: "locked"; readonly token: StoredToken; readonly as: string | null };

export function sessionState(
  token: StoredToken | null,
  impersonated: string | null,
  isLocked: boolean,
): SessionState {
  if (token === null) return { kind: "loggedOut" };
  if (isLocked) return { kind: "locked", token, as: impersonated };
  return impersonated === null
    ? { kind: "loggedIn", token }
    : { kind: "impersonating", token, as: impersonated };
}

/** True for a login token without a gpk, which logout cannot delete; the person is told (SESS-05, SESS-06). */
export function isIncompatible(token: StoredToken): boolean {
  return token.gpk === null && !token.isTyped;
}

/** The step that deletes the session token on the server; null if there is none (SESS-12, SESS-13). */
export function logoutStep(token: StoredToken): Step | null {
  if (token.gpk === null || token.isTyped) return null;
  return { idx: "logout", name: `${TOKEN}.delete`, old: { gpk: token.gpk } };
}

/** True if the steps end tokens, perhaps that of a session in another tab. */
export function endsTokens(steps: readonly Step[]): boolean {
  return steps.some(({ name }) => name === `${TOKEN}.delete`);
}

/** Session information from the answer; without a user row the person is not in the network database (API-49). */
export function sessionInfo(lists: Lists): SessionInfo {
  return {
    user: lists["user"]?.[0] ?? null,
    permissions: textsOf(lists["permission_list"], "name"),
    roles: textsOf(lists["role_list"], "name"),
    isOuAdmin: (lists["mgr2ou_list"]?.length ?? 0) > 0,
    languageAttributes: lists["ot_lang_attr_def_list"] ?? [],
  };
}

/** The facts about the person at the screen that rules of navigation and routes need. */
export function visitorOf(info: SessionInfo | null, system: SystemInfo | null): Visitor {
  return {
    signedIn: info !== null,
    inDatabase: info !== null && info.user !== null,
    isOuAdmin: info?.isOuAdmin ?? false,
    permissions: new Set(info?.permissions ?? []),
    modules: new Set(system?.js_mods ?? []),
  };
}

/** The step that looks up an account before it is impersonated (SESS-23). */
export function lookupStep(loginName: string): Step {
  return { idx: "target", name: `${ACCOUNT}.list`, old: { login_name_list: [loginName] } };
}

/** True if the account can be impersonated, otherwise the reason (SESS-24, SESS-25). */
export function impersonationCheck(row: Row | null): "ok" | "invalid" | "locked" {
  if (row === null) return "invalid";
  return row["is_adm_locked"] === true ? "locked" : "ok";
}

function textsOf(rows: readonly Row[] | undefined, attribute: string): readonly string[] {
  return (rows ?? []).map((row): Json => row[attribute] ?? null).filter((name) => typeof name === "string");
}
