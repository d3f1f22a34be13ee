import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import { BINDING_HEADER, type SignedIn, type SystemInfo } from "#contract/wire/system";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import { subjectOfAddress, type LimitedAttempts } from "./attempts.ts";
import type { Identity } from "./identity/identity.ts";
import { signInRefused } from "./identity/reasons.ts";
import { parseBody, readBodies } from "./json.ts";
import { notStored } from "./routes.ts";
import { isLoginName } from "../access/login-name.ts";
import { isPassword, startSession } from "./session.ts";
import type { Settings } from "./settings.ts";
import { shapeOf } from "./shape.ts";
import { queryOf } from "./url.ts";

/** A sign-in as it is sent (wire contract 6.1). */
const WISH = shapeOf({
  username: { type: "string", title: "text_line" },
  password: { type: "string", title: "text_line" },
  stay_logged_in: { type: "boolean", title: "boolean" },
});

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
  /** Null where no identity provider is set. */
  readonly identity: Identity | null;
}

/** Signing in and out (wire contract 6.1). */
export function signInRoutes(parts: SignInParts): FastifyPluginCallback {
  return (app, _options, done) => {
    app.addHook("onRequest", notStored);
    readBodies(app, () => true);
    app.addHook("preValidation", parseBody);
    app.post<{ Body: Wish }>("/login", { schema: { body: WISH } }, (request) =>
      login(parts, request.body, { address: subjectOfAddress(request.ip), binding: bindingOf(request) }),
    );
    app.get("/oic_create_token", (request) => finishSignIn(parts, queryOf(request.url), bindingOf(request)));
    app.get("/oic_logout", async (_request, reply) =>
      reply.redirect((await parts.identity?.endSessionUrl()) ?? "/login", 302),
    );
    done();
  };
}

function bindingOf({ headers }: FastifyRequest): string | null {
  const binding = headers[BINDING_HEADER.toLowerCase()];
  return typeof binding === "string" ? binding : null;
}

/** Kinds of login that this instance takes (wire contract 6.1): passwords never in production. */
export function loginMethods(settings: Settings): SystemInfo["login_methods"] {
  const provider = settings.identity === null ? [] : (["oic"] as const);
  return settings.mode === "production" ? provider : [...provider, "password"];
}

/** Signs in by user and password, or tells where the identity provider does. Every wrong combination is refused in the same words. */
async function login(
  parts: SignInParts,
  { username, password, stay_logged_in: stayLoggedIn = false }: Wish,
  from: { readonly address: string; readonly binding: string | null },
): Promise<SignedIn | { readonly redirect_url: string }> {
  if (username === undefined && password === undefined) {
    if (parts.identity === null) throw signInRefused("notOffered");
    return { redirect_url: await parts.identity.begin(stayLoggedIn, from.binding) };
  }
  if (username === undefined) throw refuse("required_missing", { parameter: "username", scope: "new" });
  if (password === undefined) throw refuse("required_missing", { parameter: "password", scope: "new" });
  if (!loginMethods(parts.settings).includes("password"))
    throw refuse("login_failed").because("passwordsNotOffered");
  const user = username.trim().toLowerCase();
  await checkPassword(parts, user, password, from.address);
  return startSession(parts, user, stayLoggedIn);
}

/**
 * Refuses a wrong password, and any password of a name or from an address that failed too often. A name is counted whether somebody has it
 * or not, and texts that can be no name under one subject: nothing tells which names exist.
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

/** Signs in who comes back from the identity provider. */
async function finishSignIn(
  parts: SignInParts,
  query: URLSearchParams,
  binding: string | null,
): Promise<SignedIn> {
  if (parts.identity === null) throw signInRefused("notOffered");
  const { login: user, staysLoggedIn } = await parts.identity.finish(query, binding);
  return startSession(parts, user, staysLoggedIn);
}
