import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SignedIn } from "#contract/wire/system";
import { composeHttp } from "../../server/http/compose.ts";
import { readSettings } from "../../server/http/settings.ts";
import { scratchFolder } from "../support/scratch.ts";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { HeadlessBrowser } from "../support/headless-browser.ts";
import { CLIENT, startIdentityProvider, type IdentityProvider } from "../support/identity-provider.ts";

const PORTAL = "http://127.0.0.1:4711";

let provider: IdentityProvider;
let world: HttpWorld;

function envOf(issuer: string): Readonly<Record<string, string>> {
  return {
    NETPORTAL_PUBLIC_URL: PORTAL,
    NETPORTAL_OIDC_ISSUER: issuer,
    NETPORTAL_OIDC_CLIENT_ID: CLIENT.id,
    NETPORTAL_OIDC_CLIENT_SECRET: CLIENT.secret,
  };
}

beforeAll(async () => {
  provider = await startIdentityProvider(PORTAL);
  world = await httpWorld(envOf(provider.issuer));
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

async function begin(staysLoggedIn = false, from: HttpWorld = world): Promise<string> {
  const { text } = await from.post("/api/login", { stay_logged_in: staysLoggedIn });
  // Parse boundary: the answer to the start of a sign-in. A fault has no address, and the test that follows it fails.
  return (JSON.parse(text) as { redirect_url: string }).redirect_url;
}

/** Signs in at the provider as this person and returns the query of the redirect. */
async function comeBackAs(login: string, browser = new HeadlessBrowser()): Promise<URLSearchParams> {
  const back = await browser.signIn(await begin(), login);
  expect(back.origin + back.pathname).toBe(`${PORTAL}/oic_login`);
  return back.searchParams;
}

function finish(query: URLSearchParams): Promise<Answered> {
  return world.get(`/api/oic_create_token?${query.toString()}`);
}

function signedIn({ text }: Answered): SignedIn {
  // Parse boundary: the answer to a sign-in.
  return JSON.parse(text) as SignedIn;
}

/** Code of the fault and its reason in English. */
async function refusal(query: URLSearchParams): Promise<readonly [string, string]> {
  const answer = await world.send({
    method: "GET",
    url: `/api/oic_create_token?${query.toString()}`,
    headers: { "accept-language": "en" },
  });
  expect(answer.status).toBe(400);
  // Middleware calls repeat the sentence in `detail`.
  const { detail } = JSON.parse(answer.text) as { detail: string };
  expect(detail).toBe(answer.exception.description);
  return [answer.fault, detail];
}

describe("signing in through the identity provider", () => {
  it("[API-05] [API-06] [LOGIN-09] gives a token that works, and its gpk", async () => {
    const { token, gpk } = signedIn(await finish(await comeBackAs("ada")));
    const { lists } = await world.get("/api/4.2/cntl/wapi_auth/list?is_current=true", token);
    expect(lists[0]).toMatchObject([{ gpk, login_name: "ada", is_session: true }]);
  });

  it("[LOGIN-09] uses the code flow with PKCE, state and nonce, which are new every time", async () => {
    const [one, two] = [new URL(await begin()), new URL(await begin())];
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      response_type: "code",
      client_id: CLIENT.id,
      code_challenge_method: "S256",
      redirect_uri: `${PORTAL}/oic_login`,
      scope: "openid profile",
    });
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one.searchParams.get(name)?.length).toBeGreaterThanOrEqual(43);
      expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name));
    }
    expect(one.href).not.toContain(CLIENT.secret);
  });

  it.each([
    [false, 12],
    [true, 720],
  ])("[LOGIN-11] with stay_logged_in %s the session lasts %i hours", async (stays, hours) => {
    const back = await new HeadlessBrowser().signIn(await begin(stays), "otto");
    const { gpk } = signedIn(await finish(back.searchParams));
    const [row] = await world.db.query<{ hours: number }>(
      "select round(extract(epoch from expiration_date - now()) / 3600)::int hours from cntl.wapi_auth where 'tok-' || id = $1",
      [gpk],
    );
    expect(row?.hours).toBe(hours);
  });

  it("is reported as available", async () => {
    expect((await world.get("/api/system/info")).text).toContain('"login_methods":["oic","password"]');
  });

  it("gives a session to a person who is not in the network database, and none to subaccounts and service accounts", async () => {
    const { token } = signedIn(await finish(await comeBackAs("somebody-new")));
    expect((await world.get("/api/4.2/nd/site/list", token)).text).toBe("[[]]");
    for (const login of ["svc-dns", "otto-sub"]) {
      const [fault, reason] = await refusal(await comeBackAs(login));
      expect([fault, reason]).toEqual(["-20001/5", expect.stringContaining("has no sessions")]);
    }
  });

  it.each(["Ada", "ada ", "a@example.org", "x".repeat(65)])(
    "refuses an invalid login name: %j",
    async (name) => {
      expect(await refusal(await comeBackAs(name))).toEqual([
        "-20001/5",
        "The identity provider told no login name that is possible here.",
      ]);
    },
  );

  it("can be started in one process and finished in another", async () => {
    const other = await composeHttp({
      db: world.db,
      catalogue: world.catalogue,
      settings: readSettings(envOf(provider.issuer), "/nowhere"),
      build: { version: "1.2.3", versionName: "Ahorn", commit: "3f2c9ab" },
      portalFolder: "/nowhere",
      log: () => undefined,
    });
    const query = await comeBackAs("greta");
    const answer = await other.inject({ url: `/api/oic_create_token?${query.toString()}` });
    expect(answer.statusCode).toBe(200);
    await other.close();
  });
});

describe("a return from the provider that is refused", () => {
  const STATE = "This sign-in is unknown in this browser, was already used, or is older than 10 minutes.";
  const ANSWER = "The answer of the identity provider is not valid.";
  const CODE = "The code of the sign-in is not valid, was already used, or has expired.";

  it("for the second time", async () => {
    const query = await comeBackAs("ada");
    expect((await finish(query)).status).toBe(200);
    expect(await refusal(query)).toEqual(["-20001/5", STATE]);
  });

  it("with the code of another sign-in", async () => {
    const [one, two] = [await comeBackAs("ada"), await comeBackAs("otto")];
    one.set("code", two.get("code") ?? "");
    expect(await refusal(one)).toEqual(["-20001/5", CODE]);
  });

  it("with a redeemed code", async () => {
    const one = await comeBackAs("ada");
    const code = one.get("code") ?? "";
    await finish(one);
    const two = await comeBackAs("ada");
    two.set("code", code);
    expect(await refusal(two)).toEqual(["-20001/5", CODE]);
  });

  it("without state, with an unknown state, and several times in parallel", async () => {
    expect(await refusal(new URLSearchParams({ code: "a" }))).toEqual(["-20001/5", STATE]);
    expect(await refusal(new URLSearchParams({ code: "a", state: "b\u0000" }))).toEqual(["-20001/5", STATE]);
    const query = await comeBackAs("ada");
    const statuses = (await Promise.all([finish(query), finish(query), finish(query)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it.each([
    ["begun there, finished elsewhere", "a".repeat(43), "b".repeat(43)],
    ["begun by nobody known, finished in a browser that began nothing", null, "none"],
    ["begun in a browser, finished without it", "a".repeat(43), null],
    ["begun and finished in one browser", "a".repeat(43), "a".repeat(43)],
  ])("in another browser: %s", async (_, begun, finished) => {
    const headers = (binding: string | null) => (binding === null ? {} : { "x-sign-in-binding": binding });
    const { text } = await world.send({
      method: "POST",
      url: "/api/login",
      headers: { "content-type": "application/json", ...headers(begun) },
      payload: "{}",
    });
    // Parse boundary: the answer to the start of a sign-in.
    const { redirect_url: url } = JSON.parse(text) as { redirect_url: string };
    const { searchParams } = await new HeadlessBrowser().signIn(url, "ada");
    const { status } = await world.send({
      method: "GET",
      url: `/api/oic_create_token?${searchParams.toString()}`,
      headers: headers(finished),
    });
    expect(status).toBe(begun === finished ? 200 : 400);
  });

  it("after ten minutes", async () => {
    const query = await comeBackAs("ada");
    await world.db.query("update netportal.sign_in set kept_until = kept_until - interval '10 minutes'");
    expect(await refusal(query)).toEqual(["-20001/5", STATE]);
  });

  it.each([
    ["another nonce", "nonce", ANSWER],
    ["another code verifier", "code_verifier", CODE],
  ])("with %s", async (_, column, reason) => {
    const query = await comeBackAs("ada");
    await world.db.query(`update netportal.sign_in set ${column} = repeat('x', 43)`);
    expect(await refusal(query)).toEqual(["-20001/5", reason]);
  });

  it("from another issuer", async () => {
    const query = await comeBackAs("ada");
    query.set("iss", "https://elsewhere.example.org");
    expect(await refusal(query)).toEqual(["-20001/5", ANSWER]);
  });

  it("with an error of the provider, and with a sentence of its own if the person cancelled", async () => {
    const back = await new HeadlessBrowser().cancel(await begin());
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(await refusal(back.searchParams)).toEqual([
      "-20001/5",
      "The sign-in was declined or cancelled at the identity provider.",
    ]);
    const state = new URL(await begin()).searchParams.get("state") ?? "";
    const query = {
      state,
      error: "server_error",
      error_description: "secret-of-theirs",
      iss: provider.issuer,
    };
    expect(await refusal(new URLSearchParams(query))).toEqual([
      "-20001/5",
      "The identity provider refused the sign-in.",
    ]);
    expect(world.logged.join("\n")).not.toContain("secret-of-theirs");
  });
});

describe("the audit", () => {
  const folder = scratchFolder("provider-audit");
  const file = join(folder, "audit.log");
  let audited: HttpWorld;
  beforeAll(async () => {
    audited = await httpWorld({ ...envOf(provider.issuer), NETPORTAL_AUDIT: `file:${file}` });
  });
  afterAll(async () => {
    await audited.close();
    rmSync(folder, { recursive: true });
  });

  /** Returns from the provider with this query; answers the status and the audit lines of the call. */
  async function returned({ searchParams }: URL): Promise<readonly [number, readonly unknown[]]> {
    const { status, headers } = await audited.get(`/api/oic_create_token?${searchParams.toString()}`);
    const written = (): readonly { readonly request: string }[] =>
      readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { readonly request: string })
        .filter(({ request }) => request === headers["x-request-id"]);
    await vi.waitFor(() => expect(written()).not.toEqual([]));
    return [status, written()];
  }
  const begun = (): Promise<string> => begin(false, audited);
  const where = { from: "127.0.0.1", method: "provider" };

  it("[OPER-27] has a sign-in through the provider, and one that was refused there or after it", async () => {
    expect(await returned(await new HeadlessBrowser().signIn(await begun(), "ada"))).toEqual([
      200,
      [expect.objectContaining({ event: "sign_in", who: "ada", ...where })],
    ]);
    const refused = { event: "sign_in_refused", fault: "login_failed", ...where };
    const cancelled = await returned(await new HeadlessBrowser().cancel(await begun()));
    expect(cancelled).toEqual([400, [expect.objectContaining(refused)]]);
    expect(cancelled[1]).not.toEqual([expect.objectContaining({ who: expect.anything() as unknown })]);
    const account = await new HeadlessBrowser().signIn(await begun(), "otto-sub");
    expect(await returned(account)).toEqual([
      400,
      [expect.objectContaining({ ...refused, who: "otto-sub" })],
    ]);
  });
});

describe("the client", () => {
  it.each([
    ["client_secret_post", CLIENT.secret],
    ["none", ""],
  ])("may be registered with %s", async (method, secret) => {
    const other = await httpWorld({
      ...envOf(provider.issuer),
      NETPORTAL_OIDC_CLIENT_ID: `${CLIENT.id}-${method}`,
      NETPORTAL_OIDC_CLIENT_SECRET: secret,
      ...(secret === "" ? {} : { NETPORTAL_OIDC_CLIENT_AUTH: method }),
    });
    const { searchParams } = await new HeadlessBrowser().signIn(await begin(false, other), "ada");
    expect((await other.get(`/api/oic_create_token?${searchParams.toString()}`)).status).toBe(200);
    await other.close();
  });

  it("with a wrong secret signs nobody in, and the log has the reason", async () => {
    const other = await httpWorld({
      ...envOf(provider.issuer),
      NETPORTAL_OIDC_CLIENT_SECRET: "wrong-secret",
    });
    const { searchParams } = await new HeadlessBrowser().signIn(await begin(false, other), "ada");
    const answer = await other.get(`/api/oic_create_token?${searchParams.toString()}`);
    expect([answer.fault, answer.text]).toEqual(["-20001/5", expect.stringContaining("zurückgewiesen")]);
    expect(other.logged.join("\n")).toMatch(/sign-in: refused: .*/);
    expect(other.logged.join("\n")).not.toContain("wrong-secret");
    await other.close();
  });
});

describe("a provider that demands less than configured", () => {
  it("a second factor that is not confirmed is refused", async () => {
    const strict = await httpWorld({ ...envOf(provider.issuer), NETPORTAL_OIDC_ACR: "urn:example:mfa" });
    const url = await begin(false, strict);
    expect(new URL(url).searchParams.get("acr_values")).toBe("urn:example:mfa");
    const { searchParams } = await new HeadlessBrowser().signIn(url, "ada");
    const answer = await strict.get(`/api/oic_create_token?${searchParams.toString()}`);
    expect([answer.fault, answer.text]).toEqual(["-20001/5", expect.stringContaining("zweiter Faktor")]);
    await strict.close();
  });
});

describe("an unreachable provider", () => {
  it("[OPER-93] does not stop the server, passwords or signing out; the log has the reason, and the provider is asked again", async () => {
    const gone = await startIdentityProvider(PORTAL);
    await gone.close();
    const alone = await httpWorld(envOf(gone.issuer));
    const refused = await alone.post("/api/login", { stay_logged_in: false });
    expect([refused.status, refused.fault]).toEqual([400, "-20001/5"]);
    expect(refused.text).toContain("nicht erreichbar");
    expect(alone.logged.join("\n")).toContain("sign-in: unreachable: TypeError ECONNREFUSED");
    expect(await alone.signIn("ada")).toMatch(/^[\w-]{43,}$/);
    expect((await alone.get("/api/oic_logout")).headers["location"]).toBe("/login");
    const back = await startIdentityProvider(PORTAL, gone.port);
    expect(await begin(false, alone)).toContain(gone.issuer);
    const url = await begin(false, alone);
    const { searchParams } = await new HeadlessBrowser().signIn(url, "ada");
    await back.close();
    const lost = await alone.get(`/api/oic_create_token?${searchParams.toString()}`);
    expect([lost.fault, lost.text]).toEqual(["-20001/5", expect.stringContaining("nicht erreichbar")]);
    const log = alone.logged.join("\n");
    for (const name of ["code", "state"]) {
      const value = searchParams.get(name) ?? "";
      expect(value.length).toBeGreaterThan(8);
      expect(log).not.toContain(value);
    }
    expect(log).not.toContain(CLIENT.secret);
    await alone.close();
  });

  it("[OPER-93] whose name is unknown, or whose certificate nobody trusts, is in the log with this reason", async () => {
    const folder = scratchFolder("certificate");
    const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
    execFileSync("openssl", [...made, "-keyout", key ?? "", "-out", cert ?? ""], { stdio: "ignore" });
    const server = createServer({ key: readFileSync(key ?? ""), cert: readFileSync(cert ?? "") });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    // A listening TCP server has an address.
    const { port } = server.address() as AddressInfo;
    const reasonOf = async (issuer: string): Promise<string> => {
      const alone = await httpWorld(envOf(issuer));
      expect((await alone.post("/api/login", { stay_logged_in: false })).fault).toBe("-20001/5");
      await alone.close();
      return alone.logged.join("\n");
    };
    const untrusted = await reasonOf(`https://127.0.0.1:${String(port)}`);
    expect(untrusted).toMatch(/sign-in: unreachable: .*(SELF_SIGNED|CERT)/);
    expect(await reasonOf("https://idp.netportal.invalid")).toMatch(
      /sign-in: unreachable: .*(ENOTFOUND|EAI_AGAIN)/,
    );
    server.close();
    rmSync(folder, { recursive: true });
  });
});

describe("sign-ins that are started and not finished", () => {
  it("[LOGIN-13] are at most a hundred for one address; finished ones and other addresses do not count", async () => {
    const beginAt = (remoteAddress: string): Promise<Answered> =>
      world.send({
        method: "POST",
        url: "/api/login",
        headers: { "content-type": "application/json" },
        remoteAddress,
        payload: JSON.stringify({ stay_logged_in: false }),
      });
    // Parse boundary: the answer to the start of a sign-in.
    const { redirect_url: url } = JSON.parse((await beginAt("192.0.2.200")).text) as { redirect_url: string };
    for (let count = 1; count < 100; count++) expect((await beginAt("192.0.2.200")).status).toBe(200);
    const { status, fault, headers } = await beginAt("192.0.2.200");
    expect([status, fault]).toEqual([429, "-20910/6"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(500);
    expect((await beginAt("192.0.2.201")).status).toBe(200);
    const { searchParams } = await new HeadlessBrowser().signIn(url, "ada");
    expect((await finish(searchParams)).status).toBe(200);
    expect((await beginAt("192.0.2.200")).status).toBe(200);
  });
});

describe("signing out", () => {
  it("ends the session of the provider and returns to the login page", async () => {
    const browser = new HeadlessBrowser();
    await comeBackAs("ada", browser);
    // The provider still has the session of the person, so it asks nothing.
    await comeBackAs("nobody asks for this name", browser).then(async (query) => {
      const { token } = signedIn(await finish(query));
      expect((await world.get("/api/4.2/cntl/mgr/list?is_self=true", token)).lists[0]).toMatchObject([
        { login_name: "ada" },
      ]);
    });
    const { status, headers } = await world.get("/api/oic_logout");
    expect(status).toBe(302);
    const back = await browser.signOut(String(headers["location"]));
    expect(back.href).toBe(`${PORTAL}/login`);
    const query = await comeBackAs("otto", browser);
    const { token } = signedIn(await finish(query));
    expect((await world.get("/api/4.2/cntl/mgr/list?is_self=true", token)).lists[0]).toMatchObject([
      { login_name: "otto" },
    ]);
  });

  it("sets no cookies and keeps no secrets in the log", async () => {
    const query = await comeBackAs("ada");
    const answer = await finish(query);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const secrets = [query.get("code"), query.get("state"), signedIn(answer).token, CLIENT.secret];
    await finish(query);
    for (const secret of secrets) expect(world.logged.join("\n")).not.toContain(secret);
  });
});
