import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SignedIn } from "#contract/wire/system";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
let address = 0;

beforeAll(async () => {
  world = await httpWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  address += 1;
});

/** Each test uses its own client address, so that its failures do not count in another test. */
function signIn(body: unknown): Promise<Answered> {
  return world.send({
    method: "POST",
    url: "/api/login",
    headers: { "content-type": "application/json" },
    remoteAddress: `192.0.2.${String(address)}`,
    payload: JSON.stringify(body),
  });
}

function signedIn({ text }: Answered): SignedIn {
  // Parse boundary: the answer to a sign-in.
  return JSON.parse(text) as SignedIn;
}

async function lifeInHours(gpk: string): Promise<number> {
  const [row] = await world.db.query<{ hours: number }>(
    "select round(extract(epoch from expiration_date - now()) / 3600)::int hours from cntl.wapi_auth where id = $1",
    [gpk.replace("tok-", "")],
  );
  return row?.hours ?? 0;
}

describe("POST /api/login", () => {
  it("[LOGIN-05] [LOGIN-09] [LOGIN-11] [API-05] user and password give a token that works, and its gpk", async () => {
    const { token, gpk } = signedIn(await signIn({ username: "ada", password: "demo" }));
    expect(token).toMatch(/^[A-Za-z0-9_-]{43,128}$/);
    const { lists } = await world.get("/api/4.2/cntl/wapi_auth/list?is_current=true", token);
    expect(lists[0]).toMatchObject([{ gpk, login_name: "ada", is_session: true }]);
    expect(await lifeInHours(gpk)).toBe(12);
  });

  it("[LOGIN-05] [LOGIN-11] staying logged in means thirty days", async () => {
    const { gpk } = signedIn(await signIn({ username: "ada", password: "demo", stay_logged_in: true }));
    expect(await lifeInHours(gpk)).toBe(30 * 24);
  });

  it("[API-05] a server without identity provider refuses requests without user and password", async () => {
    const { status, fault } = await signIn({ stay_logged_in: true });
    expect([status, fault]).toEqual([400, "-20001/5"]);
    expect((await world.get("/api/oic_create_token?code=a&state=b")).fault).toBe("-20001/5");
  });

  it("answers a wrong name and a wrong password with the same words", async () => {
    const wrong = await signIn({ username: "ada", password: "wrong" });
    expect([wrong.status, wrong.fault]).toEqual([400, "-20001/5"]);
    for (const username of ["nobody", "no such name", "\u0000", "x".repeat(70), "svc-dns"])
      expect((await signIn({ username, password: "demo" })).text).toBe(wrong.text);
  });

  it.each([
    [{ username: "ada" }, "-20040/1"],
    [{ password: "demo" }, "-20040/1"],
    [{ username: "ada", password: 1 }, "-20040/3"],
    [{ username: null, password: "demo" }, "-20040/2"],
    [{ username: "ada", password: "demo", stay_logged_in: "yes" }, "-20040/3"],
    [{ username: "ada", password: "demo", remember: true }, "-20900/4"],
    [[], "-20900/1"],
    ["ada", "-20900/1"],
  ])("%j is refused with %s", async (body, fault) => {
    expect((await signIn(body)).fault).toBe(fault);
  });

  it("after ten failures in a minute an address has to wait, even with the right password", async () => {
    for (let count = 0; count < 10; count += 1)
      expect((await signIn({ username: "greta", password: "wrong" })).status).toBe(400);
    const { status, fault, headers } = await signIn({ username: "greta", password: "demo" });
    expect([status, fault]).toEqual([429, "-20910/6"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
  });

  it("parallel guesses are counted as well", async () => {
    const guesses = Array.from({ length: 15 }, () => signIn({ username: "greta", password: "wrong" }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it("[LOGIN-05] production accepts no password", async () => {
    const production = await httpWorld({ NETPORTAL_MODE: "production" });
    const { fault } = await production.post("/api/login", { username: "ada", password: "demo" });
    expect(fault).toBe("-20001/5");
    expect((await production.get("/api/system/info")).text).toContain('"login_methods":[]');
    await production.close();
  });

  it("a locked account signs in and then learns that it is locked, and a person outside the database reads metadata", async () => {
    const lars = signedIn(await signIn({ username: "lars", password: "demo" }));
    const answer = await world.get("/api/4.2/nd/site/list", lars.token);
    expect([answer.status, answer.fault]).toEqual([400, "-20010/4"]);
    const nora = signedIn(await signIn({ username: "nora", password: "demo" }));
    expect((await world.get("/api/4.2/wapi/system/list", nora.token)).status).toBe(200);
    expect((await world.get("/api/4.2/nd/site/list", nora.token)).text).toBe("[[]]");
  });
});

describe("tokens", () => {
  it("are refused as soon as a step has deleted them", async () => {
    const { token, gpk } = signedIn(await signIn({ username: "ada", password: "demo" }));
    const out = [{ name: "cntl.wapi_auth.delete", old: { gpk } }];
    expect((await world.post("/api/4.2/wapi/transaction/execute", out, token)).status).toBe(200);
    expect((await world.get("/api/4.2/nd/site/list", token)).fault).toBe("-20001/3");
  });

  it("[SESS-21] [LOGIN-11] are refused like unknown ones after they have expired", async () => {
    const { token, gpk } = signedIn(await signIn({ username: "ada", password: "demo" }));
    await world.db.query(
      "update cntl.wapi_auth set expiration_date = now() - interval '1 second' where id = $1",
      [gpk.replace("tok-", "")],
    );
    const expired = await world.get("/api/4.2/nd/site/list", token);
    expect([expired.status, expired.fault, expired.headers["www-authenticate"]]).toEqual([
      401,
      "-20001/3",
      "Bearer",
    ]);
    expect((await world.get("/api/4.2/nd/site/list", "x".repeat(64))).text).toBe(expired.text);
  });

  it("are stored as hashes, and neither they nor passwords are logged", async () => {
    const { token } = signedIn(await signIn({ username: "ada", password: "demo" }));
    await signIn({ username: "ada", password: "geheim-4711" });
    const [row] = await world.db.query<{ found: boolean }>(
      "select exists (select from cntl.wapi_auth a where a::text like '%' || $1 || '%') found",
      [token],
    );
    expect(row?.found).toBe(false);
    expect(world.logged.join("\n")).not.toMatch(new RegExp(`${token}|geheim-4711`));
  });
});
