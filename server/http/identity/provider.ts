import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type Configuration,
} from "openid-client";
import type { IdentitySettings } from "./settings.ts";

const TIMEOUT_S = 8;
const FRESH_MS = 3_600_000;

/**
 * The provider's description of itself. It is read at the first use and again every hour, so that the server starts without the provider. A failure
 * is not cached.
 */
export function createProvider(settings: IdentitySettings): () => Promise<Configuration> {
  let known: { readonly configuration: Configuration; readonly until: number } | null = null;
  let asking: Promise<Configuration> | null = null;

  async function ask(): Promise<Configuration> {
    try {
      const configuration = await discovered(settings);
      known = { configuration, until: Date.now() + FRESH_MS };
      return configuration;
    } catch (failure) {
      // The last description stays valid until the provider answers again.
      if (known !== null) return known.configuration;
      throw failure;
    } finally {
      asking = null;
    }
  }

  return async () => {
    if (known !== null && known.until > Date.now()) return known.configuration;
    return (asking ??= ask());
  };
}

/**
 * The signature of an ID token is verified although the token comes from the provider itself, because a proxy in between must not be able to create a
 * token.
 */
async function discovered(settings: IdentitySettings): Promise<Configuration> {
  const { issuer, clientId } = settings;
  const configuration = await discovery(issuer, clientId, undefined, authOf(settings), {
    timeout: TIMEOUT_S,
    execute: issuer.protocol === "http:" ? [allowInsecureRequests] : [],
  });
  enableNonRepudiationChecks(configuration);
  return configuration;
}

function authOf({ clientSecret, clientAuth }: IdentitySettings): ClientAuth {
  if (clientSecret === null) return None();
  return clientAuth === "client_secret_basic"
    ? ClientSecretBasic(clientSecret)
    : ClientSecretPost(clientSecret);
}
