import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import { textIn } from "#contract/wire/json";
import { composeHttp } from "../../server/http/compose.ts";
import { readSettings } from "../../server/http/settings.ts";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

const TICKET = { subject: "Wunsch", text: "Bitte.", fields: { bcd: "tst-net-1" } };
const JSON_TYPE = { "content-type": "application/json" };

let world: HttpWorld;
/** Another process on the same database. */
let second: FastifyInstance;
/** Otto, his own subaccount, and a service account whose token he generated. */
let ottos: readonly string[];
let greta: string;
let ada: string;

beforeAll(async () => {
  world = await httpWorld();
  second = await composeHttp({
    db: world.db,
    catalogue: world.catalogue,
    settings: readSettings({}, "."),
    build: { version: "1.2.3", versionName: "Ahorn", commit: "3f2c9ab" },
    portalFolder: tmpdir(),
    log: () => undefined,
  });
  const otto = await world.signIn("otto");
  const made = await world.post(
    "/api/4.2/wapi/transaction/execute",
    ["otto-sub", "svc-dns"].map((login_name) => ({ name: "cntl.wapi_auth.create", new: { login_name } })),
    otto,
  );
  ottos = [otto, ...made.lists.map((list) => textIn(list[0]?.["token"]))];
  [greta, ada] = [await world.signIn("greta"), await world.signIn("ada")];
});
afterAll(async () => {
  await second.close();
  await world.close();
});
beforeEach(async () => {
  await world.db.query("delete from netportal.attempt");
});

/** Sends with each token of Otto in turn, and to both processes, until one is refused; answers how many were accepted. */
async function accepted(url: string, payload: object | null): Promise<number> {
  for (let count = 0; count < 1_000; count++) {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${ottos[count % ottos.length] ?? ""}` };
    const sent =
      payload === null ? { method: "GET" as const, url } : { method: "POST" as const, url, payload };
    const answer = await (count % 2 === 0 ? world.http : second).inject({ ...sent, headers });
    if (answer.statusCode !== 429) {
      expect([200, 202]).toContain(answer.statusCode);
      continue;
    }
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    return count;
  }
  return Infinity;
}

/** Creates a subaccount of ada that works on tickets, and answers its token. */
async function tokenOfSubaccount(): Promise<string> {
  const steps = [
    { name: "cntl.role.create", new: { name: "worker", is_assignable: true } },
    { name: "cntl.role2permission.create", new: { role_name: "worker", permission_name: "req.rw:ticket" } },
    { name: "cntl.mgr2role.create", new: { login_name: "ada", role_name: "worker" } },
    { name: "cntl.mgr.create", new: { parent_login_name: "ada", sub_id: "tickets" } },
    { name: "cntl.wapi_auth.create", new: { login_name: "ada-tickets", role_name_list: ["worker"] } },
  ];
  const { lists } = await world.post("/api/4.2/wapi/transaction/execute", steps, ada);
  return textIn(lists.at(-1)?.[0]?.["token"]);
}

async function tickets(): Promise<number> {
  const [row] = await world.db.query<{ n: number }>("select count(*)::int n from req.ticket");
  return row?.n ?? 0;
}

describe("[CONST-21] the limit of what a person may send in a minute, under all accounts and to every process", () => {
  it("counts tickets by form and by script", async () => {
    const before = await tickets();
    expect(await accepted("/api/requests/dhcp", TICKET)).toBe(LIMITS.ticketsPerMinute);
    expect((await tickets()) - before).toBe(LIMITS.ticketsPerMinute);
    const [unit] =
      (await world.get("/api/4.2/org/unit/list?is_own=true&fetch_limit=1", ottos[0])).lists[0] ?? [];
    const script = {
      oe: textIn(unit?.["fq_name"]),
      group: "tst-net",
      protection_requirement: 1,
      type_of_system: 2,
      load_balancer: false,
    };
    expect((await world.post("/api/bcd_request", script, ottos[0])).fault).toBe("-20910/6");
    expect((await world.post("/api/requests/dhcp", TICKET, greta)).status).toBe(200);
  });

  it.each([
    [
      "searches for MAC addresses",
      "/api/macfinder/jobs",
      { mac_addr: "aa:bb:cc:dd:ee:01" },
      LIMITS.macJobsPerMinute,
    ],
    ["searches for domains", "/api/domainfinder?term=web", null, LIMITS.lookupsPerMinute],
    ["searches for contacts", "/api/ip_contact/10.0.43.1", null, LIMITS.lookupsPerMinute],
  ])("%s", async (_, url, payload, limit) => {
    expect(await accepted(url, payload)).toBe(limit);
    expect((await world.get("/api/domainfinder?term=web", greta)).status).toBe(200);
  });

  it("is not exceeded by parallel requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 2 * LIMITS.ticketsPerMinute }, (_, at) =>
        world.post("/api/requests/dhcp", TICKET, ottos[at % ottos.length]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMITS.ticketsPerMinute);
  });

  it("counts changes and comments of tickets: a call that exceeds it changes nothing, and a test counts nothing", async () => {
    await world.post("/api/requests/dhcp", TICKET, greta);
    const [newest] =
      (
        await world.get(
          "/api/4.2/req/ticket/list?sorting_params_list=%5B%22number%20DESC%22%5D&fetch_limit=1",
          ada,
        )
      ).lists[0] ?? [];
    const old = { number: newest?.["number"] ?? null };
    const comments = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        name: "req.ticket.update",
        old,
        new: { comment: `comment ${String(at)}` },
      }));
    const execute = (count: number, query = ""): Promise<Answered> =>
      world.post(`/api/4.2/wapi/transaction/execute${query}`, comments(count), ada);
    /** The same by the subaccount, to the other process. */
    const subaccount = await tokenOfSubaccount();
    const executeBeside = async (count: number): Promise<number> => {
      const { statusCode } = await second.inject({
        method: "POST",
        url: "/api/4.2/wapi/transaction/execute",
        headers: { ...JSON_TYPE, authorization: `Bearer ${subaccount}` },
        payload: JSON.stringify(comments(count)),
      });
      return statusCode;
    };
    const events = async () =>
      (await world.db.query("select from req.ticket_event where ticket_gfk = $1", [old.number])).length;
    const before = await events();
    expect((await execute(LIMITS.ticketEventsPerMinute + 1)).fault).toBe("-20910/6");
    expect(await events()).toBe(before);
    expect((await execute(LIMITS.ticketEventsPerMinute, "?dry_mode=true")).status).toBe(200);
    const half = LIMITS.ticketEventsPerMinute / 2;
    expect((await execute(half)).status).toBe(200);
    expect(await executeBeside(half)).toBe(200);
    expect(await events()).toBe(before + LIMITS.ticketEventsPerMinute);
    expect((await execute(1)).fault).toBe("-20910/6");
    expect(await executeBeside(1)).toBe(429);
  });
});

describe("[REQ-103] accounts that may send requests", () => {
  it("do not include an account that may not write, which can still search", async () => {
    const before = await tickets();
    await world.db.query("update cntl.mgr set allow_data_manipulation = false where login_name = 'greta'");
    try {
      const { status, fault } = await world.post("/api/requests/dhcp", TICKET, greta);
      expect([status, fault]).toEqual([400, "-20010/5"]);
      expect(await tickets()).toBe(before);
      expect((await world.post("/api/macfinder/jobs", { mac_addr: "aa:bb:cc:dd:ee:01" }, greta)).status).toBe(
        202,
      );
    } finally {
      await world.db.query("update cntl.mgr set allow_data_manipulation = true where login_name = 'greta'");
    }
  });

  it("include a person without account for forms that need no OE, within the same limit and without searches", async () => {
    const nora = await world.signIn("nora");
    const again = await world.signIn("nora");
    for (let count = 0; count < LIMITS.ticketsPerMinute; count++)
      expect((await world.post("/api/requests/dhcp", TICKET, count % 2 === 0 ? nora : again)).status).toBe(
        200,
      );
    expect((await world.post("/api/requests/dhcp", TICKET, nora)).fault).toBe("-20910/6");
    for (const [url, payload] of [
      ["/api/macfinder/jobs", { mac_addr: "aa:bb:cc:dd:ee:01" }],
      ["/api/domainfinder?term=web", null],
      ["/api/ip_contact/198.51.100.1", null],
    ] as const) {
      const answer = await (payload === null ? world.get(url, nora) : world.post(url, payload, nora));
      expect(answer.fault).toBe("-20010/7");
    }
  });
});
