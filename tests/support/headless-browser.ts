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
