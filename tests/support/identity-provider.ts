import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

/** A real identity provider on loopback, with its own pages for sign-in, consent and the end of a session. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The name that a certificate is for, with its key and its chain in PEM. */
export interface Certified {
  readonly name: string;
  readonly key: string;
  readonly cert: string;
}

export const CLIENT = { id: "netportal", secret: "a-secret-of-the-client-4711" } as const;

/**
 * Starts the provider with one client for each way to send its secret. Any login name signs in, and becomes `preferred_username`. With `port` 0 it
 * takes a free port. With `logoutUrl` it sends the sessions that people end at the provider to this address.
 */
export async function startIdentityProvider(
  portalUrl: string,
  port = 0,
  more: Configuration = {},
  logoutUrl: string | null = null,
): Promise<IdentityProvider> {
  const server = createServer();
  await listening(server, port);
  return provide(server, `http://127.0.0.1:${String(portOf(server))}`, portalUrl, more, logoutUrl);
}

/** The same with TLS, as production wants it, on a free port of loopback. The certified name has to lead there. */
export async function startCertifiedProvider(portalUrl: string, of: Certified): Promise<IdentityProvider> {
  const server = createTlsServer({ key: of.key, cert: of.cert });
  await listening(server, 0);
  return provide(server, `https://${of.name}:${String(portOf(server))}`, portalUrl, {}, null);
}

async function listening(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

function provide(
  server: Server,
  issuer: string,
  portalUrl: string,
  more: Configuration,
  logoutUrl: string | null,
): IdentityProvider {
  const provider = new Provider(issuer, {
    clients: (["client_secret_basic", "client_secret_post", "none"] as const).map((method) => ({
      client_id: method === "client_secret_basic" ? CLIENT.id : `${CLIENT.id}-${method}`,
      ...(method === "none" ? {} : { client_secret: CLIENT.secret }),
      redirect_uris: [`${portalUrl}/oic_login`],
      post_logout_redirect_uris: [`${portalUrl}/login`],
      token_endpoint_auth_method: method,
      ...(logoutUrl === null
        ? {}
        : { backchannel_logout_uri: logoutUrl, backchannel_logout_session_required: true }),
    })),
    // Its own fetch refuses every address that is not public.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    features: { backchannelLogout: { enabled: logoutUrl !== null } },
    claims: { openid: ["sub"], profile: ["preferred_username", "name"] },
    cookies: { keys: ["only-for-tests"] },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: `sub-${id}`, preferred_username: id, name: `Name of ${id}` }),
    }),
    ...more,
  });
  const answer = provider.callback();
  server.on("request", (request, response) => void answer(request, response));
  return {
    issuer,
    port: portOf(server),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function portOf(server: Server): number {
  // A server that listens on TCP has such an address.
  return (server.address() as AddressInfo).port;
}
