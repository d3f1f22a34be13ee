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
import type { Database } from "../../db/database.ts";
import type { Log } from "../answers.ts";
import { isLoginName } from "../../access/login-name.ts";
import { createProvider } from "./provider.ts";
import { logLineOf, reasonOf, signInRefused } from "./reasons.ts";
import type { IdentitySettings } from "./settings.ts";

/** What has to be remembered between leaving for the provider and coming back. */
interface PendingSignIn {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly staysLoggedIn: boolean;
}

/** Under the hash of its state: who reads the table cannot come back in another's place. */
const KEEP = `insert into netportal.sign_in (state_hash, nonce, code_verifier, stays_logged_in, binding_hash, kept_until)
values ($1, $2, $3, $4, $5, now() + interval '10 minutes')`;

/** Taking is deleting: of two who come back with the same state one finds nothing, whichever process they meet. */
const TAKE = `with taken as (delete from netportal.sign_in where state_hash = $1 returning *)
select nonce, code_verifier as "codeVerifier", stays_logged_in as "staysLoggedIn" from taken
where kept_until > now() and binding_hash is not distinct from $2`;

/** Signing in through the identity provider (wire contract 6.1): code flow with PKCE, state and nonce. */
export interface Identity {
  /** Where the person goes to sign in. `binding`: what the browser remembers until it comes back, so that nobody comes back in another one. */
  begin(staysLoggedIn: boolean, binding: string | null): Promise<string>;
  /** Who came back with this query of the provider and this binding. Refuses with `-20001/5` and a reason. */
  finish(
    query: URLSearchParams,
    binding: string | null,
  ): Promise<{ readonly login: string; readonly staysLoggedIn: boolean }>;
  /** Where the session of the provider ends and leads back to `/login`; `/login` itself when the provider has no such address. */
  endSessionUrl(): Promise<string>;
}

export function createIdentity(settings: IdentitySettings, db: Database, log: Log): Identity {
  const configured = createProvider(settings);
  const redirectUri = new URL("/oic_login", settings.publicUrl).href;

  /** Runs a conversation with the provider; what fails in it is a refusal, and a line for the operator. */
  async function talk<T>(work: (configuration: Configuration) => Promise<T>): Promise<T> {
    try {
      return await work(await configured());
    } catch (failure) {
      const reason = reasonOf(failure);
      log(`sign-in: ${reason}: ${logLineOf(failure)}`);
      throw signInRefused(reason);
    }
  }

  return {
    async begin(staysLoggedIn, binding) {
      const state = randomState();
      const codeVerifier = randomPKCECodeVerifier();
      const nonce = randomNonce();
      const url = await talk(async (configuration) =>
        buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: settings.scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
          ...(settings.acr === null ? {} : { acr_values: settings.acr }),
        }),
      );
      await db.query(KEEP, [hashOf(state), nonce, codeVerifier, staysLoggedIn, binding && hashOf(binding)]);
      return url.href;
    },
    async finish(query, binding) {
      const state = query.get("state") ?? "";
      const [pending] = await db.query<PendingSignIn>(TAKE, [hashOf(state), binding && hashOf(binding)]);
      if (pending === undefined) throw signInRefused("state");
      const claims = await talk((configuration) =>
        claimsOf(configuration, settings, new URL(`?${query.toString()}`, redirectUri), state, pending),
      );
      if (settings.acr !== null && claims["acr"] !== settings.acr) throw signInRefused("secondFactor");
      const login = claims[settings.loginClaim];
      if (typeof login !== "string" || !isLoginName(login)) throw signInRefused("login");
      return { login, staysLoggedIn: pending.staysLoggedIn };
    },
    async endSessionUrl() {
      try {
        const configuration = await configured();
        if (configuration.serverMetadata().end_session_endpoint === undefined) return "/login";
        const back = new URL("/login", settings.publicUrl).href;
        return buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href;
      } catch (failure) {
        // The session of the portal has ended already; a provider that cannot be reached keeps nobody from the login page.
        log(`sign-out: ${logLineOf(failure)}`);
        return "/login";
      }
    },
  };
}

/** Claims of the ID token, and of the provider's user information where the token does not tell the login name. */
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
