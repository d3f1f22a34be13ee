import { connect as connectTcp } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";
import { LOCK_WAITERS } from "../support/lock-waiters.ts";

let world: HttpWorld;
let ada: string;
let greta: string;
const EXECUTE = "/api/4.2/wapi/transaction/execute";

beforeAll(async () => {
  world = await httpWorld();
  [ada, greta] = [await world.signIn("ada"), await world.signIn("greta")];
  const steps = [
    { name: "nd.site.create", new: { name: "bad-site", title: "before" } },
    { name: "nd.bldg.create", new: { site: "bad-site", number: "1" } },
    { name: "dns.fqdn.create", new: { value: "bad.example.", is_zone_apex: true } },
  ];
  const { status } = await world.post(EXECUTE, steps, ada);
  expect(status).toBe(200);
});
afterAll(() => world.close());

/** Everything that a call could leave in the database. */
async function state(): Promise<unknown> {
  const [row] = await world.db.query(
    `select (select count(*) from wapi.change_log) log, (select count(*) from wapi.transaction) transactions,
       (select count(*) from nd.site) sites, (select count(*) from nd.bldg) buildings, (select count(*) from dns.fqdn) names,
       (select count(*) from dns.record) records, (select md5(string_agg(s::text, ',' order by id)) from nd.site s) content`,
  );
  return row;
}

const site = (values: object) => [{ name: "nd.site.create", new: values }];
const good = { name: "nd.site.create", new: { name: "would-be-made" } };

describe("bad input that gets a fault and changes nothing", () => {
  it.each([
    ["broken JSON", '[{"name": ', "-20900/1"],
    ["an object in place of the steps", {}, "-20900/1"],
    ["a step that is no object", [1], "-20900/2"],
    ["an unknown member", [{ name: "nd.site.list", join: {} }], "-20900/2"],
    ["an unknown function", [{ name: "nd.site.vanish" }], "-20900/3"],
    ["an unknown parameter", site({ name: "x", colour: "red" }), "-20900/4"],
    ["a wrong type", site({ name: "x", geo_lat: "north" }), "-20040/3"],
    ["a text that is too long", site({ name: "x".repeat(65) }), "-20040/4"],
    ["a missing required parameter", site({ title: "x" }), "-20040/1"],
    ["null where null is not allowed", site({ name: null }), "-20040/2"],
    ["a character that no text holds", site({ name: "x", title: "a\u0000b" }), "-20040/5"],
    ["a lone surrogate", '[{"name":"nd.site.create","new":{"name":"x","title":"\\ud800"}}]', "-20040/5"],
    ["a bad domain name", [{ name: "dns.fqdn.create", new: { value: "a..bad.example." } }], "-20040/5"],
    [
      "a bad address",
      [{ name: "dns.record.create", new: { fqdn: "bad.example.", type: "A", data: "192.0.2.256" } }],
      "-20040/5",
    ],
    [
      "a bad network",
      [{ name: "nd.ip_subnet.create", new: { cidr: "192.0.2.1/24", bcd: "a-b-c" } }],
      "-20040/5",
    ],
    [
      "a record type that JavaScript has a member of",
      [{ name: "dns.record.create", new: { fqdn: "bad.example.", type: "valueOf", data: "x" } }],
      "-20020/2",
    ],
    ["a bad MAC address", [{ name: "dns.ip_addr.list", old: { mac_addr: "aa:bb" } }], "-20040/5"],
    ["a bad regular expression", [{ name: "nd.site.list", old: { name_regexp: "(" } }], "-20040/5"],
    [
      "a long regular expression",
      [{ name: "nd.site.list", old: { name_regexp: "x".repeat(257) } }],
      "-20040/4",
    ],
    ["a duplicate", site({ name: "bad-site" }), "-20030/1"],
    ["a deletion of what is referenced", [{ name: "nd.site.delete", old: { name: "bad-site" } }], "-20030/2"],
    [
      "an outdated old value",
      [{ name: "nd.site.update", old: { name: "bad-site", title: "older" }, new: { title: "newer" } }],
      "-20050/1",
    ],
    ["an object that does not exist", [{ name: "nd.site.delete", old: { name: "no-site" } }], "-20020/1"],
    [
      "a reference to nothing",
      [{ name: "nd.bldg.create", new: { site: "no-site", number: "1" } }],
      "-20020/2",
    ],
  ])("%s", async (_what, body, fault) => {
    const before = await state();
    const sent = Array.isArray(body) && fault !== "-20900/1" ? [good, ...(body as unknown[])] : body;
    const answer = await world.post(EXECUTE, sent, ada);
    expect([answer.status, answer.fault]).toEqual([400, fault]);
    expect(answer.headers).toMatchObject({ "x-transaction-state": "rolled_back" });
    expect(await state()).toEqual(before);
  });

  it("bytes that are not UTF-8", async () => {
    const before = await state();
    const payload = Buffer.from('[{"name":"nd.site.create","new":{"name":"x\xff"}}]', "latin1");
    const headers = { "content-type": "application/json" };
    for (const url of [EXECUTE, "/api/login"]) {
      const answer = await world.send({ method: "POST", url, headers, payload, token: ada });
      expect([answer.status, answer.fault]).toEqual([400, "-20900/1"]);
    }
    expect(await state()).toEqual(before);
  });

  it("a call without the right: the fault names permissions that would allow it", async () => {
    const before = await state();
    const { fault, exception } = await world.post(EXECUTE, site({ name: "hers" }), greta);
    expect(fault).toBe("-20010/1");
    expect(exception.details["required_permission_list"]).toContain("nd.rw:site");
    expect(await state()).toEqual(before);
  });

  it("a step with the gpk of an object of another type, among other steps", async () => {
    const [address] = (await world.get("/api/4.2/dns/ip_addr/list?fetch_limit=1", ada)).lists[0] ?? [];
    const steps = [
      { name: "nd.site.list", old: { name: "bad-site" } },
      { name: "nd.site.update", old: { name: "bad-site" }, new: { title: "other" } },
      { name: "dns.record.delete", old: { gpk: address?.["gpk"], type: "TXT" } },
    ];
    const before = await state();
    expect((await world.post(EXECUTE, steps, ada)).fault).toBe("-20020/1");
    expect(await state()).toEqual(before);
  });
  it("an expired token", async () => {
    const before = await state();
    const token = await world.signIn("ada");
    await world.db.query(
      "update cntl.wapi_auth set expiration_date = now() - interval '1 minute' where id = (select max(id) from cntl.wapi_auth)",
    );
    const { status, fault } = await world.post(EXECUTE, [good], token);
    expect([status, fault]).toEqual([401, "-20001/3"]);
    expect(await state()).toEqual(before);
  });

  it("a hundred thousand and one steps", async () => {
    const before = await state();
    const steps = Array.from({ length: 100_001 }, (_, index) => ({
      name: "nd.site.create",
      new: { name: `s${String(index)}` },
    }));
    const { status, fault, exception } = await world.post(EXECUTE, steps, ada);
    expect([status, fault]).toEqual([400, "-20910/1"]);
    expect(exception.details).toMatchObject({ limit: 100_000, found: 100_001 });
    expect(await state()).toEqual(before);
  });

  it("a body over the limit of the executor", async () => {
    const before = await state();
    const { status, fault } = await world.post(EXECUTE, `[${" ".repeat(64 * 1024 * 1024)}]`, ada);
    expect([status, fault]).toEqual([413, "-20910/2"]);
    expect(await state()).toEqual(before);
  });

  it("of two people who change the same object at once, one is refused", async () => {
    const change = (title: string) =>
      world.post(
        EXECUTE,
        [{ name: "nd.site.update", old: { name: "bad-site", title: "before" }, new: { title } }],
        ada,
      );
    const answers = await Promise.all([change("one"), change("two")]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.fault).toBe("-20050/1");
  });

  it("a query string with a repeated name, an unknown name or an empty number", async () => {
    const fault = async (query: string) => (await world.get(`/api/4.2/nd/site/list?${query}`, ada)).fault;
    expect(await fault("name=a&name=b")).toBe("-20040/3");
    expect(await fault("inttype=A")).toBe("-20900/4");
    expect(await fault("fetch_limit=")).toBe("-20040/3");
    expect(await fault("name_list=%5B")).toBe("-20040/3");
    expect((await world.post(`${EXECUTE}?dict=true`, [], ada)).fault).toBe("-20900/4");
  });

  it("single calls with the old form of bodies or with unknown members", async () => {
    const old = await world.post("/api/4.2/nd/site/create", [{ name: "name", new_value: "x" }], ada);
    expect(old.fault).toBe("-20900/1");
    expect((await world.post("/api/4.2/nd/site/create", { new: {}, mode: 1 }, ada)).fault).toBe("-20900/4");
  });

  it("no input leads to an internal error of the server", () => {
    expect(world.logged.filter((line) => line.includes("incident"))).toEqual([]);
  });
});

describe("on a real connection", () => {
  it("a body without declared length is refused when it is too large, and the answer arrives", async () => {
    const base = await world.http.listen({ host: "127.0.0.1", port: 0 });
    const answer = await talk(base, [
      `POST /api/4.2/nd/site/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada}\r\n`,
      "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
      ...Array.from({ length: 17 }, () => `10000\r\n${" ".repeat(65_536)}\r\n`),
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":-20910');
  });

  it("a client that disconnects ends its statement", async () => {
    const base = addressOf();
    const body = JSON.stringify([
      { name: "nd.site.update", old: { name: "bad-site" }, new: { title: "late" } },
    ]);
    const waiting = async (): Promise<number> => {
      const rows = await world.db.query(`select from ${LOCK_WAITERS}`);
      return rows.length;
    };
    const options = { mode: "read write", statementTimeout: 60_000, dryRun: true } as const;
    await world.db.transaction(options, async (tx) => {
      await tx.query("select from nd.site where name = 'bad-site' for update");
      const socket = connectTcp(Number(new URL(base).port), "127.0.0.1", () => {
        socket.write(
          `POST ${EXECUTE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada}\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
        );
      });
      await expect.poll(waiting, { timeout: 5000 }).toBe(1);
      socket.destroy();
      await expect.poll(waiting, { timeout: 5000 }).toBe(0);
    });
    expect(world.logged.filter((line) => line.includes("incident"))).toEqual([]);
  });

  it("a request that is not HTTP gets a plain refusal", async () => {
    expect(await talk(addressOf(), ["GARBAGE\r\n\r\n"])).toMatch(/^HTTP\/1\.1 400 /);
  });
});

function addressOf(): string {
  const address = world.http.server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  return `http://127.0.0.1:${String(address.port)}`;
}

/** Sends the parts unchanged and returns the first answer. */
function talk(base: string, parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp(Number(new URL(base).port), "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    socket.once("data", (data: Buffer) => {
      resolve(data.toString("utf8"));
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
