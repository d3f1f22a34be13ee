import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedIn } from "#contract/wire/system";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { HeadlessBrowser } from "../support/headless-browser.ts";
import { CLIENT, startIdentityProvider, type IdentityProvider } from "../support/identity-provider.ts";

const PORTAL = "http://127.0.0.1:4712";
const OWN = "/api/4.2/cntl/wapi_auth/list?is_session=true&is_own=true";

let receiver: Server;
let provider: IdentityProvider;
let world: HttpWorld;
/** Bodies that the provider has sent to the address for ended sessions. */
const sent: string[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      sent.push(body);
      response.end();
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  // A server that listens on TCP has such an address.
  const { port } = receiver.address() as AddressInfo;
  provider = await startIdentityProvider(PORTAL, 0, {}, `http://127.0.0.1:${String(port)}/`);
  world = await httpWorld({
    NETPORTAL_PUBLIC_URL: PORTAL,
    NETPORTAL_OIDC_ISSUER: provider.issuer,
    NETPORTAL_OIDC_CLIENT_ID: CLIENT.id,
    NETPORTAL_OIDC_CLIENT_SECRET: CLIENT.secret,
  });
});
afterAll(async () => {
  await world.close();
  await provider.close();
  receiver.close();
});

/** Signs in through the provider and returns the token of the portal. */
async function signIn(login: string, browser: HeadlessBrowser): Promise<string> {
  const { text: begun } = await world.post("/api/login", { stay_logged_in: false });
  // Parse boundary: the answer to the start of a sign-in.
  const back = await browser.signIn((JSON.parse(begun) as { redirect_url: string }).redirect_url, login);
  const { text: done } = await world.get(`/api/oic_create_token?${back.searchParams.toString()}`);
  // Parse boundary: the answer to a sign-in.
  return (JSON.parse(done) as SignedIn).token;
}

function tell(payload: string, type = "application/x-www-form-urlencoded"): Promise<Answered> {
  return world.send({
    method: "POST",
    url: "/api/oic_backchannel_logout",
    headers: { "content-type": type },
    payload,
  });
}

async function signOutThere(browser: HeadlessBrowser): Promise<string> {
  const count = sent.length;
  const { headers } = await world.get("/api/oic_logout");
  await browser.signOut(String(headers["location"]));
  await expect.poll(() => sent.length).toBeGreaterThan(count);
  return sent.at(-1) ?? "";
}

describe("[SESS-36] a person who signs out at the identity provider", () => {
  it("loses the sessions that began with this sign-in, and no other session", async () => {
    const browser = new HeadlessBrowser();
    const [ended, again, elsewhere, other] = [
      await signIn("ada", browser),
      // The provider still knows the person, so this session begins with the same sign-in.
      await signIn("ada", browser),
      await signIn("ada", new HeadlessBrowser()),
      await world.signIn("ada"),
    ];
    const body = await signOutThere(browser);
    const answer = await tell(body);
    expect([answer.status, answer.text]).toEqual([200, '{"session_count":2}']);
    expect(answer.headers["cache-control"]).toBe("no-store");
    for (const token of [ended, again]) expect((await world.get(OWN, token)).status).toBe(401);
    for (const token of [elsewhere, other]) expect((await world.get(OWN, token)).status).toBe(200);
  });

  it("keeps a session that began after the message of the provider", async () => {
    const browser = new HeadlessBrowser();
    const token = await signIn("otto", browser);
    const body = await signOutThere(browser);
    const began = (after: string): Promise<unknown> =>
      world.db.query(
        "update cntl.wapi_auth set last_generated = now() + $1::interval where user_name = 'otto' and is_session",
        [after],
      );
    await began("2 minutes");
    expect((await tell(body)).text).toBe('{"session_count":0}');
    expect((await world.get(OWN, token)).status).toBe(200);
    await began("-2 minutes");
    expect((await tell(body)).text).toBe('{"session_count":1}');
    expect((await world.get(OWN, token)).status).toBe(401);
  });

  it("is signed out only if the provider signed the message for this client", async () => {
    const browser = new HeadlessBrowser();
    const token = await signIn("greta", browser);
    const body = await signOutThere(browser);
    const [head = "", claims = "", signature = ""] = (
      new URLSearchParams(body).get("logout_token") ?? ""
    ).split(".");
    const changed = JSON.stringify({
      ...(JSON.parse(Buffer.from(claims, "base64url").toString()) as object),
      sid: "another",
    });
    const forged = [head, Buffer.from(changed).toString("base64url"), signature].join(".");
    const none = [Buffer.from('{"alg":"none"}').toString("base64url"), claims, ""].join(".");
    for (const wrong of [forged, none, `${head}.${claims}`, "x", ""]) {
      const { status, fault } = await tell(new URLSearchParams({ logout_token: wrong }).toString());
      expect([status, fault]).toEqual([400, "-20001/5"]);
    }
    expect((await tell("")).fault).toBe("-20001/5");
    expect((await tell("{}", "application/json")).fault).toBe("-20900/12");
    expect((await tell(`logout_token=${"x".repeat(20_000)}`)).status).toBe(413);
    expect((await world.get(OWN, token)).status).toBe(200);
    expect(world.logged.join("\n")).not.toContain(claims);
  });
});
