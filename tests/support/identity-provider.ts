import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

/** A real identity provider on loopback, with its own pages for sign-in, consent and the end of a session. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly port: number;
  close(): Promise<void>;
}

export const CLIENT = { id: "netportal", secret: "a-secret-of-the-client-4711" } as const;

/**
 * Starts the provider with one client for each way to send its secret. Any login name signs in, and becomes `preferred_username`.
 * With `port` 0 it takes a free port. With `logoutUrl` it sends there what people sign out of at the provider.
 */
export async function startIdentityProvider(
  portalUrl: string,
  port = 0,
  more: Configuration = {},
  logoutUrl: string | null = null,
): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${String(portOf(server))}`;
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

/** A simple browser: it follows redirects, keeps cookies and fills in the forms of the provider. */
export class HeadlessBrowser {
  readonly #cookies = new Map<string, string>();

  /** Signs in and consents. Returns the portal address to which the provider redirects. */
  async signIn(url: string, login: string): Promise<URL> {
    const back = await this.#follow(url);
    if ("url" in back) return back.url;
    const second = await this.#submit(back.page, { prompt: "login", login, password: "any" });
    if ("url" in second) return second.url;
    const third = await this.#submit(second.page, { prompt: "consent" });
    if ("url" in third) return third.url;
    throw new Error(`The provider did not lead back:\n${third.page}`);
  }

  /** Cancels on the first page. */
  async cancel(url: string): Promise<URL> {
    const back = await this.#follow(url);
    if ("url" in back) return back.url;
    const abort = /href="([^"]*\/abort)"/.exec(back.page)?.[1];
    if (abort === undefined) throw new Error(`No way to cancel:\n${back.page}`);
    const end = await this.#follow(new URL(abort, url).href);
    if ("url" in end) return end.url;
    throw new Error("The provider did not lead back.");
  }

  /** Agrees to end the session. Returns the address to which the provider redirects. */
  async signOut(url: string): Promise<URL> {
    const asked = await this.#follow(url);
    if ("url" in asked) return asked.url;
    const end = await this.#submit(asked.page, { logout: "yes" }, url);
    if ("url" in end) return end.url;
    throw new Error(`The session did not end:\n${end.page}`);
  }

  async #submit(
    page: string,
    fields: Readonly<Record<string, string>>,
    base?: string,
  ): Promise<{ readonly url: URL } | { readonly page: string }> {
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? "";
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
    const body = new URLSearchParams({ ...fields, ...(xsrf === undefined ? {} : { xsrf }) });
    return this.#follow(new URL(action, base).href, { method: "POST", body });
  }

  async #follow(
    start: string,
    first: RequestInit = {},
  ): Promise<{ readonly url: URL } | { readonly page: string }> {
    const { host } = new URL(start);
    let url = new URL(start);
    let init = first;
    for (let hops = 0; hops < 12; hops += 1) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(url, { ...init, headers: { cookie }, redirect: "manual" });
      for (const line of answer.headers.getSetCookie()) this.#keep(line);
      const location = answer.headers.get("location");
      if (location === null) return { page: await answer.text() };
      url = new URL(location, url);
      if (url.host !== host) return { url };
      init = {};
    }
    throw new Error(`Too many redirects from ${start}.`);
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
