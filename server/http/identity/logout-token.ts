import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from "jose";
import type { Configuration } from "openid-client";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Time in s by which the clocks of provider and server may differ, and the maximum age in s of a late token. */
const [TOLERANCE, OLDEST] = [60, 300];

/** Subject and session at the provider. Null if the provider does not name them. */
export interface AtProvider {
  readonly sub: string | null;
  readonly sid: string | null;
}

/** Sessions that a logout token ends. */
export interface EndedThere extends AtProvider {
  /** Unix time in s: sessions that began later continue, so that a repeated token ends no new session. */
  readonly before: number;
}

type Keys = ReturnType<typeof createRemoteJWKSet>;
/** Keys by their address. They are fetched again if a token names an unknown key, at most every 30 s. */
const keysAt = new Map<string, Keys>();

/**
 * Reads a logout token (Back-Channel Logout 1.0, 2.6): signed by the provider for this client, fresh, with the event and without nonce. Throws if it
 * is invalid.
 */
export async function readLogout(configuration: Configuration, token: string): Promise<EndedThere> {
  const { issuer, jwks_uri: address } = configuration.serverMetadata();
  if (address === undefined) throw new errors.JWTInvalid("the provider has no keys");
  const keys = keysAt.get(address) ?? createRemoteJWKSet(new URL(address));
  keysAt.set(address, keys);
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: configuration.clientMetadata().client_id,
    clockTolerance: TOLERANCE,
    maxTokenAge: OLDEST,
    requiredClaims: ["iat", "jti", "events"],
  });
  const { sub = null, iat = 0 } = payload;
  const sid = typeof payload["sid"] === "string" ? payload["sid"] : null;
  if (!isLogout(payload) || (sub === null && sid === null)) throw new errors.JWTInvalid("no logout token");
  return { sub, sid, before: iat + TOLERANCE };
}

function isLogout({ events, nonce }: JWTPayload): boolean {
  return typeof events === "object" && events !== null && EVENT in events && nonce === undefined;
}
