import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createPool } from "../../server/db/pool.ts";
import { asReplica } from "../../server/db/replica.ts";
import { callsOfMetrics, namesIn } from "../support/metrics.ts";
import { addressesOf, httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { textIn } from "../support/small-world.ts";

const EXECUTE = "/api/4.2/wapi/transaction/execute";
const SITES = "/api/4.2/nd/site/list";
const METRICS_TOKEN = "m".repeat(40);
const PROXY = "192.0.2.1";

let folder = "";
let world: HttpWorld;
let ada: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "netportal-watched-"));
  world = await httpWorld({
    NETPORTAL_TRUSTED_PROXIES: PROXY,
    NETPORTAL_METRICS_TOKEN: METRICS_TOKEN,
    NETPORTAL_AUDIT: `file:${join(folder, "audit.log")}`,
  });
  ada = await world.signIn("ada");
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

type Audited = Readonly<Record<string, unknown>>;

/** Audit lines of one request, as soon as they are written. */
async function auditedFor(answer: Answered, count = 1): Promise<readonly Audited[]> {
  const request = answer.headers["x-request-id"];
  let lines: readonly Audited[] = [];
  await vi.waitFor(() => {
    const all = readFileSync(join(folder, "audit.log"), "utf8").trimEnd().split("\n");
    lines = all.map((line) => JSON.parse(line) as Audited).filter((line) => line["request"] === request);
    expect(lines.length).toBeGreaterThanOrEqual(count);
  });
  return lines;
}

const NO_LINE = "expected 0 to be greater than or equal to 1";
const events = (lines: readonly Audited[]): readonly unknown[] => lines.map(({ event }) => event);
const login = (username: string, password: string): Promise<Answered> =>
  world.send({
    method: "POST",
    url: "/api/login",
    headers: { "content-type": "application/json", "x-forwarded-for": "198.51.100.7" },
    remoteAddress: PROXY,
    payload: JSON.stringify({ username, password }),
  });

describe("HTTP", () => {
  it.each([
    SITES,
    "/api/",
    "/api/4.2/",
    "/api/4.2/dns/",
    "/api/4.2/dns/record/",
    "/4.2/nd/site/list",
    "/api/4.2/openapi.json",
    "/api/4.2/transaction_json_schema.json",
    "/api/4.2/wapi/function/list",
    "/api/4.2/wapi/object_type/metadata?language=en",
    "/api/4.2/wapi/version/list",
    "/api/alerts.json",
    "/api/domainfinder?term=tann",
    "/api/hub/index.json",
    "/api/hub/schemas/version_1.schema.json",
    "/api/map/index.json",
    "/api/oui_lookup/001b63",
    "/api/system/info",
    "/",
    "/version.json",
    "/ready.json",
    "/assets/main-1.js",
  ])("[OPER-20] HEAD of %s answers like GET, without the body", async (url) => {
    const [get, head] = [await world.get(url, ada), await world.send({ method: "HEAD", url, token: ada })];
    expect([head.status, head.text]).toEqual([200, ""]);
    expect([get.status, get.headers["content-type"], get.headers["cache-control"]]).toEqual([
      200,
      head.headers["content-type"],
      head.headers["cache-control"],
    ]);
  });

  it("[OPER-20] HEAD answers like GET, and is missing where GET is missing, at every address", async () => {
    const wrong: string[] = [];
    let both = 0;
    for (const address of addressesOf(world.http)) {
      const url = address
        .replace(/:version\(.*?\$\)|:any/, "9.9")
        .replace("/:system/:object", "/nd/site")
        .replace(":system", "nd")
        .replace(":operation", "create")
        .replace(":name", "::1");
      // The answer to its GET does not end.
      if (url === "/api/events") continue;
      const get = await world.get(url, ada);
      const head = await world.send({ method: "HEAD", url, token: ada });
      if (get.status !== 405) both += 1;
      const told = [get, head].map(({ status, headers }) => [
        status,
        headers["content-type"],
        headers["allow"],
      ]);
      if (head.text !== "" || JSON.stringify(told[0]) !== JSON.stringify(told[1])) wrong.push(url);
    }
    expect(wrong).toEqual([]);
    expect(both).toBeGreaterThan(20);
  });

  it("[OPER-20] HEAD is refused like GET, and does not exist for addresses with POST only", async () => {
    expect((await world.send({ method: "HEAD", url: SITES })).status).toBe(401);
    const refused = await world.send({ method: "HEAD", url: EXECUTE });
    expect([refused.status, refused.headers["allow"]]).toEqual([405, "POST"]);
  });

  it.each(["/robots.txt", "/wp-login.php", "/metricz", "/netdoc/sites"])(
    "[OPER-21] %s is not found for a program, and shows the portal to a browser",
    async (url) => {
      for (const accept of [undefined, "*/*", "application/json", "image/avif,image/webp,*/*;q=0.8"]) {
        const headers = accept === undefined ? {} : { accept };
        const missing = await world.send({ method: "GET", url, headers });
        expect([missing.status, missing.fault]).toEqual([404, "-20900/10"]);
      }
      const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
      const page = await world.send({ method: "GET", url, headers });
      expect([page.status, page.headers["vary"]]).toEqual([200, expect.stringMatching(/accept\b/i)]);
      expect(page.headers["content-type"]).toContain("text/html");
    },
  );

  it("[OPER-22] a process that writes is ready and writable", async () => {
    expect(JSON.parse((await world.get("/ready.json")).text)).toEqual({ ready: true, writable: true });
  });

  it("[OPER-22] a process whose database only reads is ready, but not writable", async () => {
    const address = new URL(world.url);
    address.searchParams.set("options", "-c default_transaction_read_only=on");
    const db = asReplica(createPool({ connectionString: address.href.replaceAll("+", "%20") }, 10));
    const only = await httpWorld({}, () => Promise.resolve({ ...world, db, close: () => db.close() }));
    expect(JSON.parse((await only.get("/ready.json")).text)).toEqual({ ready: true, writable: false });
    await only.close();
  });

  it("[OPER-22] a process that may only read is ready, but not writable", async () => {
    const only = await httpWorld({ NETPORTAL_ACCESS_MODE: "ro" });
    expect(JSON.parse((await only.get("/ready.json")).text)).toEqual({ ready: true, writable: false });
    await only.close();
  });
});

describe("the id of a request", () => {
  it("[OPER-23] is in every answer, a new one each time", async () => {
    const answers = [
      await world.get(SITES, ada),
      await world.get(SITES),
      await world.get("/api/nix"),
      await world.get("/api/%E0"),
      await world.send({ method: "GET", url: "/home", headers: { accept: "text/html" } }),
    ];
    const ids = answers.map(({ headers }) => String(headers["x-request-id"]));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ["a well-formed one of a trusted proxy", "edge-7/req:42", PROXY, true],
    ["one of anybody else", "edge-7/req:42", "198.51.100.1", false],
    ["one with a space", "a b", PROXY, false],
    ["one that breaks a line", 'a"\u0085', PROXY, false],
    ["one of 129 characters", "a".repeat(129), PROXY, false],
  ])("[OPER-23] %s is accepted or replaced", async (_what, id, remoteAddress, isTaken) => {
    const headers = { "x-request-id": id };
    const answer = await world.send({ method: "GET", url: "/version.json", headers, remoteAddress });
    expect(answer.headers["x-request-id"] === id).toBe(isTaken);
  });

  it("[OPER-26] is in the log line of a bug, with the number that the person sees", async () => {
    await world.db.query("alter table nd.site rename to lost");
    const answer = await world.get(SITES, ada);
    await world.db.query("alter table nd.lost rename to site");
    const { incident_id: incident } = answer.exception.details;
    expect(incident).toEqual(expect.any(String));
    const line = world.logged.find((text) => text.includes(JSON.stringify(incident).slice(1, -1)));
    expect(line).toMatch(/^incident [0-9a-f-]{36}: GET nd\.site\.list: error 42P01 /);
  });
});

describe("the audit", () => {
  it("[OPER-27] has each sign-in, accepted or refused, with the client address behind the proxy", async () => {
    const [right, wrong] = [await login("greta", "demo"), await login("greta", "wrong")];
    const where = { from: "198.51.100.7", who: "greta", method: "password" };
    expect(await auditedFor(right)).toEqual([expect.objectContaining({ event: "sign_in", ...where })]);
    expect(await auditedFor(wrong)).toEqual([
      expect.objectContaining({ event: "sign_in_refused", ...where, fault: "login_failed" }),
    ]);
  });

  it("[OPER-27] has a sign-in that this instance does not offer, by password or by the provider", async () => {
    const production = await httpWorld({
      NETPORTAL_MODE: "production",
      NETPORTAL_AUDIT: `file:${join(folder, "audit.log")}`,
    });
    const password = await production.post("/api/login", { username: "greta", password: "demo" });
    const provider = await production.get("/api/oic_create_token?code=a&state=b");
    const refused = { event: "sign_in_refused", from: "127.0.0.1", fault: "login_failed" };
    expect(await auditedFor(password)).toEqual([
      expect.objectContaining({ ...refused, who: "greta", method: "password" }),
    ]);
    expect(await auditedFor(provider)).toEqual([expect.objectContaining({ ...refused, method: "provider" })]);
    await production.close();
  });

  it("[OPER-27] does not repeat a name without account, because it may be a password", async () => {
    const [line = {}] = await auditedFor(await login("hunter2", "x"));
    expect(line["event"]).toBe("sign_in_refused");
    expect(JSON.stringify(line)).not.toContain("hunter2");
  });

  it("[OPER-27] has the end of a session, and of all sessions of a person", async () => {
    const one = JSON.parse((await login("greta", "demo")).text) as { token: string; gpk: string };
    const out = (url: string, body: unknown, token: string): Promise<Answered> =>
      world.send({
        method: "POST",
        url,
        token,
        headers: { "content-type": "application/json", "x-forwarded-for": "198.51.100.7" },
        remoteAddress: PROXY,
        payload: JSON.stringify(body),
      });
    const over = await out(EXECUTE, [{ name: "cntl.wapi_auth.delete", old: { gpk: one.gpk } }], one.token);
    expect(over.status).toBe(200);
    const where = { who: "greta", from: "198.51.100.7" };
    expect(await auditedFor(over, 2)).toContainEqual(
      expect.objectContaining({ event: "sign_out", ...where }),
    );
    const all = await out("/api/sign_out_everywhere", {}, await world.signIn("greta"));
    expect(await auditedFor(all)).toEqual([expect.objectContaining({ event: "sessions_ended", ...where })]);
  });

  it("[OPER-28] has each apply with the number of its record, and each refused apply, but no test", async () => {
    const step = (name: string) => ({ name: "nd.site.create", new: { name } });
    const steps = [step("audit-one"), step("audit-two")];
    const tested = await world.post(`${EXECUTE}?dry_mode=true`, steps, ada);
    expect(tested.status).toBe(200);
    const applied = await world.post(EXECUTE, steps, ada);
    const refused = await world.post(EXECUTE, steps, ada);
    expect([applied.status, refused.status]).toEqual([200, 400]);
    const functions = { "nd.site.create": 2 };
    const transaction = applied.headers["x-transaction"];
    expect(transaction).toEqual(expect.any(String));
    expect(await auditedFor(applied)).toEqual([
      expect.objectContaining({ event: "applied", who: "ada", from: "127.0.0.1", transaction, functions }),
    ]);
    expect(await auditedFor(refused)).toEqual([
      expect.objectContaining({ event: "apply_refused", who: "ada", fault: "unique_violation", functions }),
    ]);
    await expect(auditedFor(tested)).rejects.toThrow(NO_LINE);
    const body = { new: { name: "audit-three" } };
    const single = await world.post("/api/4.2/nd/site/create", body, ada);
    expect(await auditedFor(single)).toEqual([
      expect.objectContaining({
        event: "applied",
        transaction: single.headers["x-transaction"],
        functions: { "nd.site.create": 1 },
      }),
    ]);
    expect(await auditedFor(await world.post("/api/4.2/nd/site/create", body, ada))).toEqual([
      expect.objectContaining({ event: "apply_refused", functions: { "nd.site.create": 1 } }),
    ]);
  });

  it("[OPER-28] has each request form that became a ticket, and each that was refused", async () => {
    const functions = { "req.ticket.create": 1 };
    const bcd = textIn((await world.get("/api/4.2/nd/bcd/list?fetch_limit=1", ada)).lists[0]?.[0], "name");
    const sent = await world.post(
      "/api/requests/dhcp",
      { subject: "Wunsch", text: "Bitte", fields: { bcd } },
      ada,
    );
    expect(sent.status).toBe(200);
    const [record] = await world.db.query<{ gpk: string }>(
      "select 'tx-' || max(transaction_gfk) as gpk from wapi.change_log where object_fq_name = 'req.ticket'",
    );
    expect(await auditedFor(sent)).toEqual([
      expect.objectContaining({
        event: "applied",
        who: "ada",
        from: "127.0.0.1",
        transaction: record?.gpk,
        functions,
      }),
    ]);
    const refused = await world.post("/api/requests/dhcp", { fields: {} }, ada);
    expect(refused.status).toBe(400);
    expect(await auditedFor(refused)).toEqual([
      expect.objectContaining({
        event: "apply_refused",
        who: "ada",
        fault: refused.exception.error.name,
        functions,
      }),
    ]);
  });

  it("[OPER-28] has a change that was refused because a right is missing", async () => {
    const step = { name: "nd.site.create", new: { name: "audit-otto" } };
    expect(await auditedFor(await world.post(EXECUTE, [step], await world.signIn("otto")))).toEqual([
      expect.objectContaining({ event: "apply_refused", who: "otto", functions: { "nd.site.create": 1 } }),
    ]);
  });

  it("[OPER-29] names both accounts of an impersonation, and the person whose attempt was refused", async () => {
    const as = `${EXECUTE}?su_login_name=greta`;
    const read = await world.post(as, [{ name: "nd.site.list" }], ada);
    const again = await world.post(as, [{ name: "nd.site.list" }], ada);
    expect(await auditedFor(read)).toEqual([
      expect.objectContaining({ event: "impersonation", who: "ada", as: "greta" }),
    ]);
    const refused = await world.post(
      `${EXECUTE}?su_login_name=ada`,
      [{ name: "nd.site.list" }],
      await world.signIn("otto"),
    );
    expect(await auditedFor(refused)).toEqual([
      expect.objectContaining({
        event: "impersonation_refused",
        who: "otto",
        fault: refused.exception.error.name,
      }),
    ]);
    await expect(auditedFor(again)).rejects.toThrow(NO_LINE);
  });

  it("[OPER-29] has created and deleted tokens, and changed rights", async () => {
    const otto = await world.signIn("otto");
    const made = await world.post(
      EXECUTE,
      [{ name: "cntl.wapi_auth.create", new: { login_name: "otto-sub" } }],
      otto,
    );
    expect(events(await auditedFor(made, 2))).toContain("token_made");
    const gpk = textIn(made.lists[0]?.[0], "gpk");
    const gone = await world.post(EXECUTE, [{ name: "cntl.wapi_auth.delete", old: { gpk } }], otto);
    expect(events(await auditedFor(gone, 2))).toContain("token_deleted");
    const given = await world.post(
      EXECUTE,
      [{ name: "cntl.mgr2role.create", new: { login_name: "greta", role_name: "admin" } }],
      ada,
    );
    expect(events(await auditedFor(given, 2))).toEqual(["applied", "rights_changed"]);
  });
});

describe("metrics", () => {
  const scrape = (token?: string): Promise<Answered> => world.get("/metrics", token);

  it("[OPER-34] are answered only with their token, and their address does not exist without the setting", async () => {
    expect((await scrape()).fault).toBe("-20001/1");
    expect((await scrape(ada)).fault).toBe("-20001/3");
    const { status, headers, text } = await scrape(METRICS_TOKEN);
    expect([status, headers["content-type"]]).toEqual([200, expect.stringContaining("text/plain")]);
    expect(text).toContain("# TYPE netportal_calls_total counter");
    for (const env of [{}, { NETPORTAL_METRICS_LISTEN: "127.0.0.1:9999" }]) {
      const without = await httpWorld(env, () =>
        Promise.resolve({ ...world, close: () => Promise.resolve() }),
      );
      expect((await without.get("/metrics", METRICS_TOKEN)).fault).toBe("-20900/10");
      await without.close();
    }
  });

  it("[OPER-35] count calls by function and fault, with their durations", async () => {
    const before = callsOfMetrics((await scrape(METRICS_TOKEN)).text);
    await world.get(SITES, ada);
    await world.get("/api/4.2/nd/site/list?nix=1", ada);
    const after = callsOfMetrics((await scrape(METRICS_TOKEN)).text);
    const more = (key: string): number => (after.get(key) ?? 0) - (before.get(key) ?? 0);
    expect([more("nd.site.list none"), more("nd.site.list unknown_parameter")]).toEqual([1, 1]);
    expect(after.get("duration nd.site.list") ?? 0).toBeGreaterThan(0);
  });

  it("[OPER-35] show the database, sessions, turns, work, memory and the build", async () => {
    const { text } = await scrape(METRICS_TOKEN);
    expect(text).toMatch(/^netportal_database_up 1$/m);
    expect(text).toMatch(/^netportal_database_size_bytes [1-9]\d+$/m);
    expect(text).toMatch(/^netportal_sessions [1-9]\d*$/m);
    expect(text).toMatch(/^netportal_turns\{state="running"\} 0$/m);
    expect(text).toMatch(/^netportal_database_connections\{pool="calls",state="waiting"\} 0$/m);
    expect(text).toMatch(/^netportal_background_failures\{work="publish"\} \d+$/m);
    expect(text).toMatch(/^netportal_build_info\{version="1\.2\.3",commit="3f2c9ab"\} 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  });

  it("[OPER-40] have the same labels whatever addresses, methods and names are sent", async () => {
    const labels = async (): Promise<readonly string[]> =>
      (await scrape(METRICS_TOKEN)).text.match(/^netportal_(?:calls?|http|audit|log)_\w*\{[^}]*\}/gm) ?? [];
    const send = async (word: string): Promise<void> => {
      for (const url of [`/${word}`, `/api/${word}`, `/api/4.2/${word}/x/list`, `/assets/${word}.js`])
        await world.get(url, ada);
      await world.send({ method: word === "first" ? "PROPFIND" : "MKCOL", url: `/${word}` });
      await world.post(EXECUTE, [{ name: `${word}.x.create` }], ada);
    };
    await send("first");
    const before = await labels();
    await send("second");
    expect(await labels()).toEqual(before);
    expect(before.join()).not.toContain("first");
  });

  it.each(["prometheus-rules.yml", "grafana-dashboard.json"])(
    "[OPER-36] examples/%s names only metrics that exist",
    async (file) => {
      const text = readFileSync(join(import.meta.dirname, "..", "..", "examples", file), "utf8");
      const named = new Set(text.match(/\b(?:netportal|nodejs|process)_[a-z0-9_]+/g));
      const known = namesIn((await scrape(METRICS_TOKEN)).text);
      expect([...named].filter((name) => !known.has(name))).toEqual([]);
      expect(named.size).toBeGreaterThan(10);
    },
  );
});
