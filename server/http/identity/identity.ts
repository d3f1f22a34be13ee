import { createHash } from "node:crypto";
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type IDToken,
} from "openid-client";
import { LIMITS } from "#contract/limits";
import type { Database } from "../../db/database.ts";
import { refuse } from "../../faults.ts";
import type { Log } from "../../log.ts";
import { isLoginName } from "../../access/login-name.ts";
import { readLogout, type AtProvider, type EndedThere } from "./logout-token.ts";
import { createProvider } from "./provider.ts";
import { logLineOf, reasonOf, signInRefused } from "./reasons.ts";
import type { IdentitySettings } from "./settings.ts";

/** Data of an unfinished sign-in, between leaving for the provider and returning. */
interface PendingSignIn {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly staysLoggedIn: boolean;
}

/** The table has only the hash of the state, so a reader of the table cannot return in place of another person. */
const KEEP = `insert into netportal.sign_in (state_hash, nonce, code_verifier, stays_logged_in, binding_hash,
  address, kept_until)
  select $1, $2, $3, $4::boolean, $5, $6, now() + interval '10 minutes'
  where (select count(*) from netportal.sign_in where address = $6 and kept_until > now())
    < ${String(LIMITS.unfinishedSignIns)}
  returning 1`;

/** Seconds until one of the unfinished sign-ins of an address is too old to count. */
const WAIT = `select greatest(1, ceil(extract(epoch from min(kept_until) - now())))::int as seconds
  from netportal.sign_in
  where address = $1 and kept_until > now()`;

/** The row is deleted when it is read, so of two requests with the same state only one finds it, in any process. */
const TAKE = `with taken as (delete from netportal.sign_in where state_hash = $1 returning *)
  select nonce, code_verifier as "codeVerifier", stays_logged_in as "staysLoggedIn"
  from taken
  where kept_until > now() and binding_hash is not distinct from $2`;

/** The person who signed in. */
interface Proven extends AtProvider {
  readonly login: string;
  readonly staysLoggedIn: boolean;
}

/** Signing in through the identity provider (wire contract 6.1): code flow with PKCE, state and nonce. */
export interface Identity {
  /**
   * Address at which the person signs in. The browser keeps `binding` until it returns, so that nobody can return in another browser. Refuses with
   * 429 if too many sign-ins from this network address are unfinished.
   */
  begin(staysLoggedIn: boolean, binding: string | null, address: string): Promise<string>;
  /** The person who returned with this query of the provider and this binding. Refuses with `-20001/5` and a reason. */
  finish(query: URLSearchParams, binding: string | null): Promise<Proven>;
  /**
   * The subject and session that have ended, according to a logout token from the provider (OpenID Connect Back-Channel Logout 1.0). Refuses an
   * invalid token with `-20001/5`.
   */
  ended(logoutToken: string): Promise<EndedThere>;
  /** Address that ends the session at the provider and returns to `/login`; `/login` itself if the provider has no such address. */
  endSessionUrl(): Promise<string>;
}

export function createIdentity(settings: IdentitySettings, db: Database, log: Log): Identity {
  const configured = createProvider(settings);
  const redirectUri = new URL("/oic_login", settings.publicUrl).href;

  /** Executes a dialogue with the provider. A failure becomes a refusal, and a log line for the operator. */
  async function talk<T>(work: (configuration: Configuration) => Promise<T>): Promise<T> {
    try {
      return await work(await configured());
    } catch (failure) {
      const reason = reasonOf(failure);
      log(`sign-in: ${reason}: ${logLineOf(failure)}`, { level: "warn" });
      throw signInRefused(reason);
    }
  }

  return {
    async begin(staysLoggedIn, binding, address) {
      const state = randomState();
      const codeVerifier = randomPKCECodeVerifier();
      const nonce = randomNonce();
      const asked = { redirect_uri: redirectUri, state, nonce };
      const url = await talk((configuration) => signInUrl(configuration, settings, asked, codeVerifier));
      const kept = [hashOf(state), nonce, codeVerifier, staysLoggedIn, binding && hashOf(binding), address];
      if ((await db.reserved.query(KEEP, kept)).length === 0) throw await tooMany(db, address);
      return url.href;
    },
    async finish(query, binding) {
      const state = query.get("state") ?? "";
      const [pending] = await db.reserved.query<PendingSignIn>(TAKE, [
        hashOf(state),
        binding && hashOf(binding),
      ]);
      if (pending === undefined) throw signInRefused("state");
      const claims = await talk((configuration) =>
        claimsOf(configuration, settings, new URL(`?${query.toString()}`, redirectUri), state, pending),
      );
      if (settings.acr !== null && claims["acr"] !== settings.acr) throw signInRefused("secondFactor");
      const login = textOf(claims[settings.loginClaim]);
      if (login === null || !isLoginName(login)) throw signInRefused("login");
      const [sub, sid] = [textOf(claims["sub"]), textOf(claims["sid"])];
      return { login, staysLoggedIn: pending.staysLoggedIn, sub, sid };
    },
    ended: (logoutToken) => talk((configuration) => readLogout(configuration, logoutToken)),
    async endSessionUrl() {
      try {
        const configuration = await configured();
        if (configuration.serverMetadata().end_session_endpoint === undefined) return "/login";
        const back = new URL("/login", settings.publicUrl).href;
        return buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href;
      } catch (failure) {
        // The session of the portal has ended already, so the login page is shown even if the provider cannot be reached.
        log(`sign-out: ${logLineOf(failure)}`, { level: "warn" });
        return "/login";
      }
    },
  };
}

async function signInUrl(
  configuration: Configuration,
  { scope, acr }: IdentitySettings,
  asked: Readonly<Record<"redirect_uri" | "state" | "nonce", string>>,
  codeVerifier: string,
): Promise<URL> {
  return buildAuthorizationUrl(configuration, {
    ...asked,
    scope,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...(acr === null ? {} : { acr_values: acr }),
  });
}

async function tooMany({ reserved }: Database, address: string): Promise<Error> {
  const [wait] = await reserved.query<{ seconds: number | null }>(WAIT, [address]);
  return refuse("too_many_requests", { retry_after_s: wait?.seconds ?? 1 });
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" ? claim : null;
}

/** Claims of the ID token, with those of the provider's user information if the token lacks the login name. */
async function claimsOf(
  configuration: Configuration,
  { loginClaim }: IdentitySettings,
  url: URL,
  state: string,
  pending: PendingSignIn,
): Promise<Readonly<Record<string, unknown>>> {
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.codeVerifier,
    idTokenExpected: true,
  });
  const claims: IDToken | undefined = tokens.claims();
  if (claims === undefined) return {};
  if (claims[loginClaim] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined)
    return claims;
  const told = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ...told, ...claims };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
