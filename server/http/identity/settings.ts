import { oneOf, setting, type Environment, type Mode } from "../environment.ts";
import type { SettingName } from "../setting-names.ts";

/** The identity provider of the instance (OpenID Connect), from the settings of the operator (docs/operating.md). */
export interface IdentitySettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client, which uses only PKCE. */
  readonly clientSecret: string | null;
  /** How the secret is sent, according to the registration of the client at the provider. */
  readonly clientAuth: ClientAuthMethod;
  readonly scope: string;
  /** Claim whose text is used as login name without a change. */
  readonly loginClaim: string;
  /** Authentication context that is requested and must be in the answer (a second factor). Null accepts any. */
  readonly acr: string | null;
  /** Address of the instance in people's browsers. */
  readonly publicUrl: URL;
}

const CLIENT_AUTH = ["client_secret_basic", "client_secret_post"] as const;
type ClientAuthMethod = (typeof CLIENT_AUTH)[number];

const NAMES = [
  "NETPORTAL_OIDC_CLIENT_ID",
  "NETPORTAL_OIDC_CLIENT_SECRET",
  "NETPORTAL_OIDC_CLIENT_AUTH",
  "NETPORTAL_OIDC_SCOPE",
  "NETPORTAL_OIDC_LOGIN_CLAIM",
  "NETPORTAL_OIDC_ACR",
] as const satisfies readonly SettingName[];

/** Null if no provider is named. Throws a sentence that names a missing or impossible setting. */
export function readIdentity(env: Environment, mode: Mode, publicUrl: URL | null): IdentitySettings | null {
  const issuer = setting(env, "NETPORTAL_OIDC_ISSUER");
  if (issuer === null) {
    const lonely = NAMES.find((name) => setting(env, name) !== null);
    if (lonely !== undefined) throw new Error(`${lonely} is set, but NETPORTAL_OIDC_ISSUER is not.`);
    return null;
  }
  const clientId = setting(env, "NETPORTAL_OIDC_CLIENT_ID");
  if (clientId === null)
    throw new Error("NETPORTAL_OIDC_CLIENT_ID is not set, but NETPORTAL_OIDC_ISSUER is.");
  if (publicUrl === null)
    throw new Error(
      "NETPORTAL_PUBLIC_URL is not set; the identity provider has to send people back somewhere.",
    );
  const scope = setting(env, "NETPORTAL_OIDC_SCOPE") ?? "openid profile";
  if (!scope.split(" ").includes("openid")) throw new Error("NETPORTAL_OIDC_SCOPE has to contain openid.");
  return {
    issuer: addressOf("NETPORTAL_OIDC_ISSUER", issuer, mode),
    clientId,
    clientSecret: setting(env, "NETPORTAL_OIDC_CLIENT_SECRET"),
    clientAuth: oneOf(env, "NETPORTAL_OIDC_CLIENT_AUTH", CLIENT_AUTH, "client_secret_basic"),
    scope,
    loginClaim: setting(env, "NETPORTAL_OIDC_LOGIN_CLAIM") ?? "preferred_username",
    acr: setting(env, "NETPORTAL_OIDC_ACR"),
    publicUrl,
  };
}

/** `NETPORTAL_PUBLIC_URL`: protocol, host and port, without a path. */
export function readPublicUrl(env: Environment, mode: Mode): URL | null {
  const text = setting(env, "NETPORTAL_PUBLIC_URL");
  if (text === null) return null;
  const url = addressOf("NETPORTAL_PUBLIC_URL", text, mode);
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new Error(`NETPORTAL_PUBLIC_URL=${text} is more than protocol, host and port.`);
  return url;
}

/** Plain HTTP is allowed only on this machine and never in production, because others could read codes and tokens. */
function addressOf(name: string, text: string, mode: Mode): URL {
  const url = URL.parse(text);
  if (url === null || !["https:", "http:"].includes(url.protocol))
    throw new Error(`${name}=${text} is no address of the web.`);
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol === "http:" && (mode === "production" || !isHere))
    throw new Error(
      `${name}=${text} has to begin with https:// (http:// only for localhost outside of production).`,
    );
  return url;
}
