import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken, tokenHash } from "../../server/access/token.ts";
import { sweep } from "../../server/http/sweep.ts";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ NETPORTAL_PUBLIC_URL: "https://netportal.example.org" });
});
afterAll(() => world.close());

function post(headers: Readonly<Record<string, string>>): Promise<Answered> {
  return world.send({
    method: "POST",
    url: "/api/4.2/nd/site/list",
    headers: { "content-type": "application/json", "accept-language": "en", ...headers },
    payload: "{}",
  });
}

describe("security headers", () => {
  it("are on pages, files, data and refusals", async () => {
    for (const url of ["/", "/org/ou", "/assets/main-1.js", "/api/system/info", "/api/nothing"]) {
      const { headers } = await world.get(url);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "strict-transport-security": "max-age=31536000",
      });
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(String(headers["content-security-policy"])).not.toMatch(/unsafe|script-src[^;]*nonce/);
    }
  });

  it("require TLS only if the instance is reached by it", async () => {
    const plain = await httpWorld();
    expect((await plain.get("/")).headers).not.toHaveProperty("strict-transport-security");
    await plain.close();
  });
});

describe("calls of foreign web sites", () => {
  it.each([
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "cross-site", origin: "https://netportal.example.org" }],
    [{ origin: "https://elsewhere.example.org" }],
    [{ origin: "null" }],
    [{ origin: "https://netportal.example.org.evil.example" }],
    [{ origin: "https://netportal.example.org:8443" }],
  ])("with %j are refused before any other check", async (headers: Record<string, string>) => {
    const answer = await post(headers);
    expect([answer.status, answer.fault]).toEqual([404, "-20900/10"]);
    expect(answer.exception.description).toBe("Calls from other web sites are not offered.");
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });

  it.each([
    [{}],
    [{ "sec-fetch-site": "same-origin", origin: "https://behind.a.proxy" }],
    [{ "sec-fetch-site": "none" }],
    [{ origin: "https://netportal.example.org" }],
    [{ origin: "http://localhost:80", host: "localhost" }],
    [{ origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080" }],
  ])("with %j count as own calls", async (headers: Record<string, string>) => {
    expect((await post(headers)).fault).toBe("-20001/1");
  });

  it("get no CORS permission", async () => {
    const { status, fault, headers } = await world.send({ method: "OPTIONS", url: "/api/4.2/nd/site/list" });
    expect([status, fault]).toEqual([405, "-20900/11"]);
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });
});

describe("lock-out", () => {
  it("of a name is the same whether the name exists or not, from any address, and ends by itself", async () => {
    let address = 0;
    const signIn = (username: string, password: string): Promise<Answered> => {
      address += 1;
      return world.send({
        method: "POST",
        url: "/api/login",
        headers: { "content-type": "application/json", "accept-language": "en" },
        remoteAddress: `198.51.${String(address >> 8)}.${String(address & 255)}`,
        payload: JSON.stringify({ username, password }),
      });
    };
    const answers: string[] = [];
    for (const name of ["greta", "nobody-at-all"]) {
      for (let count = 0; count < 20; count += 1)
        expect((await signIn(name, "wrong")).exception.description).toContain("is wrong");
      const locked = await signIn(name, name === "greta" ? "demo" : "wrong");
      expect([locked.status, locked.fault]).toEqual([400, "-20001/5"]);
      answers.push(locked.text);
    }
    expect(answers[0]).toBe(answers[1]);
    await world.db.query(
      `update netportal.attempt set times = (select array_agg(time - interval '15 minutes' order by time) from unnest(times) time)
       where kind = 'login_name'`,
    );
    expect((await signIn("greta", "demo")).status).toBe(200);
  });

  it("uses the address of the connection, and that of the proxy's client only if the proxy is trusted", async () => {
    const proxied = await httpWorld({ NETPORTAL_TRUSTED_PROXIES: "10.0.0.1" });
    const guess = async (from: HttpWorld, client: string): Promise<number> => {
      const { status } = await from.send({
        method: "POST",
        url: "/api/login",
        headers: { "content-type": "application/json", "x-forwarded-for": client },
        remoteAddress: "10.0.0.1",
        payload: JSON.stringify({ username: `guess-${client}`, password: "wrong" }),
      });
      return status;
    };
    for (let count = 0; count < 11; count += 1) {
      const client = `203.0.113.${String(count)}`;
      expect(await guess(proxied, client)).toBe(400);
      expect(await guess(world, client)).toBe(count < 10 ? 400 : 429);
    }
    await proxied.close();
  });
});

describe("sweeping", () => {
  it("[TOK-08] removes tokens with their roles at the deletion date, also in parallel with another process", async () => {
    const made = await world.db.query<{ id: string }>(
      `insert into cntl.wapi_auth (login_name, is_session, token_hash, last_generated, expiration_date, deletion_date)
       select (select id from cntl.mgr where login_name = 'otto-sub'), false, 'x' || n, now(), now() - interval '2 days',
         now() + (n - 2) * interval '1 day' from generate_series(0, 5) n returning id`,
    );
    const ids = made.map(({ id }) => id);
    await world.db.query(
      `insert into cntl.wapi_auth2role (wapi_auth_gfk, role_name)
       select a::bigint, (select min(id) from cntl.role) from unnest($1::text[]) a`,
      [ids],
    );
    await Promise.all([
      sweep(world.db, world.catalogue),
      sweep(world.db, world.catalogue),
      sweep(world.db, world.catalogue),
    ]);
    const left = await world.db.query<{ id: string }>(
      "select id from cntl.wapi_auth where id = any($1::bigint[]) order by id",
      [ids],
    );
    expect(left.map(({ id }) => id)).toEqual(ids.slice(3));
    const links = await world.db.query(
      "select from cntl.wapi_auth2role where wapi_auth_gfk = any($1::bigint[])",
      [ids],
    );
    expect(links).toHaveLength(3);
  });

  it("[TOK-08] an expired token stops working and is still shown until its deletion date", async () => {
    const token = await world.signIn("ada");
    const expired = newToken();
    await world.db.query(
      `insert into cntl.wapi_auth (login_name, description, is_session, token_hash, last_generated, expiration_date, deletion_date)
       select id, 'expired', false, $1, now(), now() - interval '1 day', now() + interval '1 day' from cntl.mgr where login_name = 'svc-dns'`,
      [tokenHash(expired)],
    );
    await sweep(world.db, world.catalogue);
    expect((await world.get("/api/4.2/nd/site/list", expired)).fault).toBe("-20001/3");
    const { lists } = await world.get("/api/4.2/cntl/wapi_auth/list?description=expired", token);
    expect(lists[0]).toHaveLength(1);
  });

  it("removes unfinished sign-ins, and attempts that no longer count", async () => {
    await world.db.query(
      `insert into netportal.sign_in (state_hash, nonce, code_verifier, stays_logged_in, kept_until)
       values ('old', 'n', 'v', false, now() - interval '1 second'), ('new', 'n', 'v', false, now() + interval '1 minute')`,
    );
    await world.db.query(
      `insert into netportal.attempt values ('t', 'old', '{}', now() - interval '1 second'), ('t', 'new', '{}', now() + interval '1 minute')`,
    );
    await sweep(world.db, world.catalogue);
    expect(await world.db.query("select state_hash from netportal.sign_in")).toEqual([{ state_hash: "new" }]);
    expect(await world.db.query("select subject from netportal.attempt where kind = 't'")).toEqual([
      { subject: "new" },
    ]);
  });
});
