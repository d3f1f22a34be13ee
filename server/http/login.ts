import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import { BINDING_HEADER, type SignedIn, type SystemInfo } from "#contract/wire/system";
import { isLoginName } from "../access/login-name.ts";
import { passwordMatches } from "../access/password.ts";
import { newToken, tokenHash } from "../access/token.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import type { Audit } from "../audit/audit.ts";
import { refuse } from "../faults.ts";
import { subjectOfAddress, type LimitedAttempts } from "../access/attempts.ts";
import { sessionEndRoutes } from "./session-end.ts";
import type { Identity } from "./identity/identity.ts";
import type { AtProvider } from "./identity/logout-token.ts";
import { signInRefused } from "./identity/reasons.ts";
import { parseBody, readBodies } from "./json.ts";
import { auditedSignIn } from "./sign-in-audit.ts";
import { notStored } from "./routes.ts";
import type { Settings } from "./settings.ts";
import { shapeOf } from "./shape.ts";
import { queryOf } from "./url.ts";

/** The body of a sign-in (wire contract 6.1). */
const WISH = shapeOf({
  username: { type: "string", title: "text_line" },
  password: { type: "string", title: "text_line" },
  stay_logged_in: { type: "boolean", title: "boolean" },
});

/** Life of a session token in hours (wire contract 1.4). */
const HOURS = { short: 12, stayLoggedIn: 30 * 24 } as const;

interface Wish {
  readonly username?: string;
  readonly password?: string;
  readonly stay_logged_in?: boolean;
}

export interface SignInParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly attempts: LimitedAttempts;
  readonly audit: Audit;
  /** Null if no identity provider is set. */
  readonly identity: Identity | null;
}

/** Signing in and out (wire contract 6.1). */
export function signInRoutes(parts: SignInParts): FastifyPluginCallback {
  return (app, _options, done) => {
    app.addHook("onRequest", notStored);
    readBodies(app, () => true);
    app.addHook("preValidation", parseBody);
    app.post<{ Body: Wish }>("/login", { schema: { body: WISH } }, (request) => login(parts, request));
    app.get("/oic_create_token", (request) => finishSignIn(parts, request));
    app.get("/oic_logout", async (_request, reply) =>
      reply.redirect((await parts.identity?.endSessionUrl()) ?? "/login", 302),
    );
    app.register(sessionEndRoutes(parts));
    done();
  };
}

function bindingOf({ headers }: Pick<FastifyRequest, "headers">): string | null {
  const binding = headers[BINDING_HEADER.toLowerCase()];
  return typeof binding === "string" ? binding : null;
}

/** Kinds of login that this instance accepts (wire contract 6.1); passwords never in production. */
export function loginMethods(settings: Settings): SystemInfo["login_methods"] {
  const provider = settings.identity === null ? [] : (["oic"] as const);
  return settings.mode === "production" ? provider : [...provider, "password"];
}

/** Signs in by user and password, or answers the address of the identity provider. Every wrong combination is refused with the same words. */
async function login(
  parts: SignInParts,
  request: FastifyRequest<{ Body: Wish }>,
): Promise<SignedIn | { readonly redirect_url: string }> {
  const { username, password, stay_logged_in: stayLoggedIn = false } = request.body;
  if (username === undefined && password === undefined) {
    if (parts.identity === null) throw signInRefused("notOffered");
    return {
      redirect_url: await parts.identity.begin(
        stayLoggedIn,
        bindingOf(request),
        subjectOfAddress(request.ip),
      ),
    };
  }
  if (username === undefined) throw refuse("required_missing", { parameter: "username", scope: "new" });
  if (password === undefined) throw refuse("required_missing", { parameter: "password", scope: "new" });
  const user = username.trim().toLowerCase();
  return auditedSignIn(parts, request, "password", async (named) => {
    named(user);
    if (!loginMethods(parts.settings).includes("password"))
      throw refuse("login_failed").because("passwordsNotOffered");
    await checkPassword(parts, user, password, subjectOfAddress(request.ip));
    return startSession(parts, user, stayLoggedIn);
  });
}

/**
 * Refuses a wrong password, and any password of a name or from an address that failed too often. A name is counted whether or not it exists, because
 * otherwise the refusals would show which names exist. All texts that cannot be a name are counted together.
 */
async function checkPassword(
  parts: SignInParts,
  user: string,
  password: string,
  address: string,
): Promise<void> {
  const { attempts } = parts;
  const isPossible = isLoginName(user);
  const attempt = await attempts.login.begin(address);
  const ofName = await attempts.loginName.tryBegin(isPossible ? user : "");
  if ("retryAfter" in ofName) throw refuse("login_failed").because("nameLockedOut");
  if (!isPossible || !(await isPassword(parts, user, password)))
    throw refuse("login_failed").because("wrongPassword");
  await Promise.all([attempt.takeBack(), ofName.forgetAll()]);
}

/** Signs in the person who returns from the identity provider. */
async function finishSignIn(parts: SignInParts, request: FastifyRequest): Promise<SignedIn> {
  const { identity } = parts;
  return auditedSignIn(parts, request, "provider", async (named) => {
    if (identity === null) throw signInRefused("notOffered");
    const query = queryOf(request.url);
    const { login, staysLoggedIn, ...at } = await identity.finish(query, bindingOf(request));
    named(login);
    return startSession(parts, login, staysLoggedIn, at);
  });
}

/** Whether user and password are right. The check takes the same time for unknown users as for known ones. */
async function isPassword({ db, catalogue }: SignInParts, user: string, password: string): Promise<boolean> {
  const sql = `select password_hash from ${catalogue.accounts.passwords} where login_name = $1`;
  const [row] = await db.reserved.query<{ password_hash: string }>(sql, [user]);
  return passwordMatches(password, row?.password_hash ?? null);
}

/**
 * A new session of the user (wire contract 1.4). The user may lack an account, but cannot be a subaccount or a service account. Only this answer
 * contains the text of the token.
 */
async function startSession(
  { db, catalogue }: SignInParts,
  user: string,
  stayLoggedIn: boolean,
  { sub, sid }: AtProvider = { sub: null, sid: null },
): Promise<SignedIn> {
  const token = newToken();
  const hours = stayLoggedIn ? HOURS.stayLoggedIn : HOURS.short;
  const values = [user, tokenHash(token), hours, sub, sid];
  const [row] = await db.reserved.query<{ gpk: string }>(catalogue.accounts.session, values);
  if (row === undefined) throw refuse("login_failed").because("noSessions");
  return { token, gpk: row.gpk };
}
