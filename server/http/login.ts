import type { Json } from "#contract/wire/json";
import type { SignedIn, SystemInfo } from "#contract/wire/system";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import type { LimitedAttempts } from "./attempts.ts";
import type { Identity } from "./identity/identity.ts";
import { signInRefused } from "./identity/reasons.ts";
import { parseMembers } from "./json.ts";
import { isLoginName } from "../access/login-name.ts";
import { isPassword, startSession } from "./session.ts";
import type { Settings } from "./settings.ts";

const MEMBERS = ["username", "password", "stay_logged_in"];

interface Wish {
  readonly username: string | null;
  readonly password: string | null;
  readonly stayLoggedIn: boolean;
}

export interface LoginParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly attempts: LimitedAttempts;
  /** Null where no identity provider is set. */
  readonly identity: Identity | null;
}

/** Kinds of login that this instance takes (wire contract 6.1): passwords never in production. */
export function loginMethods(settings: Settings): SystemInfo["login_methods"] {
  const provider = settings.identity === null ? [] : (["oic"] as const);
  return settings.mode === "production" ? provider : [...provider, "password"];
}

/** Signs in by user and password, or tells where the identity provider does. Every wrong combination is refused in the same words. */
export async function login(
  parts: LoginParts,
  body: Uint8Array,
  from: { readonly address: string; readonly binding: string | null },
): Promise<SignedIn | { readonly redirect_url: string }> {
  const { username, password, stayLoggedIn } = wishOf(body);
  if (username === null && password === null) {
    if (parts.identity === null) throw signInRefused("notOffered");
    return { redirect_url: await parts.identity.begin(stayLoggedIn, from.binding) };
  }
  if (username === null) throw refuse("required_missing", { parameter: "username", scope: "new" });
  if (password === null) throw refuse("required_missing", { parameter: "password", scope: "new" });
  if (!loginMethods(parts.settings).includes("password")) throw refuse("login_failed").because(NO_PASSWORDS);
  const user = username.trim().toLowerCase();
  await checkPassword(parts, user, password, from.address);
  return startSession(parts, user, stayLoggedIn);
}

/**
 * Refuses a wrong password, and any password of a name or from an address that failed too often. A name is counted whether somebody has it
 * or not, and texts that can be no name under one subject: nothing tells which names exist.
 */
async function checkPassword(
  { attempts, db }: LoginParts,
  user: string,
  password: string,
  address: string,
): Promise<void> {
  const isPossible = isLoginName(user);
  const attempt = await attempts.login.begin(address);
  const ofName = await attempts.loginName.tryBegin(isPossible ? user : "");
  if ("retryAfter" in ofName) throw refuse("login_failed").because(LOCKED_OUT);
  if (!isPossible || !(await isPassword(db, user, password))) throw refuse("login_failed").because(WRONG);
  await Promise.all([attempt.takeBack(), ofName.forgetAll()]);
}

/** Signs in who comes back from the identity provider. */
export async function finishSignIn(
  parts: LoginParts,
  query: URLSearchParams,
  binding: string | null,
): Promise<SignedIn> {
  if (parts.identity === null) throw signInRefused("notOffered");
  const { login: user, staysLoggedIn } = await parts.identity.finish(query, binding);
  return startSession(parts, user, staysLoggedIn);
}

const NO_PASSWORDS = {
  de: "Die Anmeldung mit Benutzername und Passwort gibt es auf dieser Instanz nicht.",
  en: "Signing in with user name and password is not offered on this instance.",
} as const;

const WRONG = {
  de: "Benutzername oder Passwort ist falsch.",
  en: "The user name or the password is wrong.",
} as const;

const LOCKED_OUT = {
  de: "Mit diesem Benutzernamen ist die Anmeldung zu oft fehlgeschlagen; sie ist für bis zu 15 Minuten gesperrt.",
  en: "Signing in with this user name has failed too often; it is locked for up to 15 minutes.",
} as const;

function wishOf(body: Uint8Array): Wish {
  const members = parseMembers(body, MEMBERS);
  return {
    username: textOf("username", members["username"]),
    password: textOf("password", members["password"]),
    stayLoggedIn: flagOf("stay_logged_in", members["stay_logged_in"]),
  };
}

function textOf(parameter: string, value: Json | undefined): string | null {
  if (value === undefined) return null;
  if (value === null) throw refuse("null_not_allowed", { parameter, scope: "new" });
  if (typeof value !== "string")
    throw refuse("wrong_type", { parameter, scope: "new", data_type: "text_line" });
  return value;
}

function flagOf(parameter: string, value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (value === null) throw refuse("null_not_allowed", { parameter, scope: "new" });
  if (typeof value !== "boolean")
    throw refuse("wrong_type", { parameter, scope: "new", data_type: "boolean" });
  return value;
}
