import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { EVENT_LIMITS } from "#contract/limits";
import type { Row } from "#contract/wire/json";
import { openEvents, type EventStream, type Listening } from "../support/event-stream.ts";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";
import { demoToken } from "../support/postgres.ts";
import { str } from "../support/rights-oracle/facts.ts";
import { secondProcess } from "../support/second-process.ts";

let world: HttpWorld;
let address: string;
let ada: string;
let otto: string;
let made = 0;
const open: EventStream[] = [];

beforeAll(async () => {
  world = await httpWorld();
  address = await world.http.listen({ port: 0, host: "127.0.0.1" });
  ada = await world.signIn("ada");
  otto = await world.signIn("otto");
});
afterAll(() => world.close());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function listen(token: string, asked: Listening = {}, at = address): Promise<EventStream> {
  const stream = await openEvents(at, token, asked);
  open.push(stream);
  if (stream.status === 200) await stream.until(({ events }) => events.length > 0);
  return stream;
}

async function execute(
  steps: readonly object[],
  token = ada,
  query = "",
): Promise<readonly (readonly Row[])[]> {
  const said = await world.post(`/api/4.2/wapi/transaction/execute${query}`, steps, token);
  if (said.status !== 200) throw new Error(said.text);
  return said.lists;
}

/** Makes a site and answers its gpk. Every account reads sites. */
async function makeSite(token = ada, query = ""): Promise<string> {
  const lists = await execute(
    [{ name: "nd.site.create", new: { name: `told ${String(++made)}` } }],
    token,
    query,
  );
  return str(lists[0]?.[0], "gpk");
}

const gpks = (stream: EventStream): readonly string[] => stream.changes().map(({ gpk }) => gpk);
const told = (stream: EventStream, gpk: string): Promise<void> =>
  stream.until(() => gpks(stream).includes(gpk));

/** Everything that was committed until now has arrived. */
async function settled(...streams: readonly EventStream[]): Promise<void> {
  const gpk = await makeSite();
  for (const stream of streams) await told(stream, gpk);
}

describe("the stream of events", () => {
  it("[API-135] tells a committed change with who, when, types, functions and gpks", async () => {
    const stream = await listen(otto);
    expect([stream.status, stream.headers["content-type"], stream.headers["cache-control"]]).toEqual([
      200,
      "text/event-stream",
      "no-store",
    ]);
    expect([stream.headers["x-accel-buffering"], stream.headers.connection]).toEqual(["no", "close"]);
    expect(stream.events[0]).toMatchObject({
      event: "open",
      data: { version: "1.2.3", commit_short: "3f2c9ab", is_resumed: false },
    });
    const steps = ["a", "b"].map((name) => ({ name: "nd.site.create", new: { name: `site ${name}` } }));
    const rows = (await execute(steps)).flat();
    const [first, second] = rows.map((row) => str(row, "gpk"));
    await told(stream, second ?? "");
    const data: Row = stream.events.at(-1)?.data ?? {};
    expect(data).toMatchObject({
      actor_login_name: "ada",
      login_name: "ada",
      change_list: [{ object_fq_name: "nd.site", function: "create", object_gfk_list: [first, second] }],
    });
    const [log] = await execute([
      { name: "wapi.transaction.list", old: { gpk: str(data, "transaction_gfk") } },
    ]);
    expect(log?.[0]).toMatchObject({ ts: str(data, "ts"), step_count: 2 });
  });

  it("[API-135] never tells dry runs, sessions and tokens", async () => {
    const stream = await listen(ada);
    await makeSite(ada, "?dry_mode=true");
    const session = await world.signIn("greta");
    await execute([{ name: "cntl.wapi_auth.create", new: { login_name: "otto-sub" } }], otto);
    await execute([{ name: "cntl.wapi_auth.delete", old: { gpk: await gpkOfToken(session) } }], session);
    await settled(stream);
    expect(stream.changes().map(({ type }) => type)).toEqual(["nd.site"]);
  });

  async function gpkOfToken(token: string): Promise<string> {
    const [rows] = await execute([{ name: "cntl.wapi_auth.list", old: { is_current: true } }], token);
    return str(rows?.[0], "gpk");
  }

  it("[API-135] tells only the object types that its address names", async () => {
    const [all, sites, none] = [
      await listen(ada),
      await listen(ada, { types: ["nd.site"] }),
      await listen(ada, { types: ["nd.bldg", "nd.room"] }),
    ];
    const name = `alert ${String(++made)}`;
    await execute([
      { name: "nd.site.create", new: { name } },
      { name: "wapi.maint_state.create", new: { subject: name, ts_begin: "2026-12-24T00:00:00Z" } },
    ]);
    await settled(all, sites);
    expect([...new Set(all.changes().map(({ type }) => type))]).toEqual(["nd.site", "wapi.maint_state"]);
    expect([...new Set(sites.changes().map(({ type }) => type))]).toEqual(["nd.site"]);
    expect(none.changes()).toEqual([]);
  });

  it("[API-135] HEAD answers like GET, without a body, and keeps nothing open", async () => {
    const { status, headers, text } = await world.send({ method: "HEAD", url: "/api/events", token: ada });
    expect([status, headers["content-type"], headers["cache-control"], text]).toEqual([
      200,
      "text/event-stream",
      "no-store",
      "",
    ]);
  });

  it.each([
    ["GET", "/api/events", undefined, 401, "-20001/1"],
    ["GET", "/api/events", "x".repeat(43), 401, "-20001/3"],
    ["POST", "/api/events", undefined, 405, "-20900/11"],
    ["GET", "/api/events/x", undefined, 404, "-20900/10"],
  ] as const)(
    "[API-135] %s %s with the token %s is refused with %i %s",
    async (method, url, token, status, fault) => {
      const answer = await world.send({ method, url, ...(token === undefined ? {} : { token }) });
      expect([answer.status, answer.fault]).toEqual([status, fault]);
    },
  );

  const names = JSON.stringify(Array.from({ length: 101 }, (_, n) => `nd.t${String(n)}`));

  it.each([
    ["an unknown parameter", "nix=1", "-20900/4"],
    ["another account", "su_login_name=otto", "-20900/4"],
    ["a text", "object_fq_name_list=nd.site", "-20040/3"],
    ["a parameter twice", "object_fq_name_list=[]&object_fq_name_list=[]", "-20040/3"],
    ["a number", "object_fq_name_list=[1]", "-20040/3"],
    ["an unknown type", 'object_fq_name_list=["nd.nix"]', "-20020/2"],
    ["too many types", `object_fq_name_list=${names}`, "-20910/4"],
  ])("[API-135] refuses %s in its address", async (_, query, fault) => {
    const answer = await world.get(`/api/events?${encodeURI(query)}`, ada);
    expect([answer.status, answer.fault]).toEqual([400, fault]);
  });

  it("[API-137] is refused to locked accounts and to users without an account", async () => {
    expect((await world.get("/api/events", await world.signIn("lars"))).fault).toBe("-20010/4");
    expect((await world.get("/api/events", await world.signIn("nora"))).fault).toBe("-20010/7");
  });
});

describe("a broken stream", () => {
  it("[API-136] goes on where it broke, and tells what was committed meanwhile once and in order", async () => {
    const first = await listen(otto);
    const before = [await makeSite(), await makeSite()];
    await told(first, String(before[1]));
    const from = first.place();
    first.close();
    const meanwhile = [await makeSite(), await makeSite(), await makeSite()];
    const second = await listen(otto, { from });
    expect(second.events[0]).toMatchObject({ event: "open", data: { is_resumed: true } });
    const after = await makeSite();
    await told(second, after);
    expect(gpks(second)).toEqual([...meanwhile, after]);
  });

  it("[API-136] goes on in the middle of a round", async () => {
    const stream = await listen(otto);
    const made = await Promise.all(Array.from({ length: 12 }, () => makeSite()));
    await stream.until(() => made.every((gpk) => gpks(stream).includes(gpk)));
    const all = gpks(stream);
    for (const at of [0, 3, 7]) {
      const place = placesOf(stream)[at] ?? null;
      const again = await listen(otto, { from: place });
      await settled(again);
      expect(gpks(again).slice(0, all.length - at - 1)).toEqual(all.slice(at + 1));
      again.close();
    }
  });

  function placesOf(stream: EventStream): readonly (string | null)[] {
    return stream.events.filter(({ event }) => event === "change").map(({ id }) => id);
  }

  it.each(["nothing", "1.2.3_10:20:", ""])(
    "[API-136] with the unknown place %j begins anew and says so",
    async (from) => {
      const stream = await listen(otto, { from });
      expect(stream.events[0]).toMatchObject({ event: "open", data: { is_resumed: false } });
      await settled(stream);
    },
  );

  it("[API-138] that missed too much is told to ask again", async () => {
    const first = await listen(otto);
    await settled(first);
    const from = first.place();
    first.close();
    await world.db.query(
      `insert into wapi.transaction (ts, actor_login_name, login_name, step_count)
        select now(), 'ada', 'ada', 1
        from generate_series(1, $1::int)`,
      [EVENT_LIMITS.eventBacklog + 1],
    );
    const second = await listen(otto, { from });
    await second.until(({ events }) => events.some(({ event }) => event === "again"));
    await settled(second);
  });
});

describe("rights of a stream", () => {
  it("[API-137] a session that ends, and an account that is locked, end their streams", async () => {
    const [greta, other] = [await world.signIn("greta"), await world.signIn("greta")];
    const [mine, still] = [await listen(greta), await listen(other)];
    await execute([{ name: "cntl.wapi_auth.delete", old: { gpk: await current(greta) } }], greta);
    await mine.ended;
    await settled(still);
    await execute([{ name: "cntl.mgr.update", old: { login_name: "greta" }, new: { is_adm_locked: true } }]);
    await still.ended;
    await execute([{ name: "cntl.mgr.update", old: { login_name: "greta" }, new: { is_adm_locked: false } }]);
    expect(mine.events.every(({ event }) => event === "open" || event === "change")).toBe(true);
  });

  it("[API-137] signing out everywhere, and a token that is over, end streams within a second or two", async () => {
    const token = await world.signIn("greta");
    const [one, two] = [await listen(token), await listen(await world.signIn("greta"))];
    const began = performance.now();
    await world.post("/api/sign_out_everywhere", {}, token);
    await Promise.all([one.ended, two.ended]);
    const over = await listen(demoToken("otto-sub"));
    await world.db.query(
      `update cntl.wapi_auth
        set expiration_date = now() - interval '1 second'
        where not is_session and login_name = (select id from cntl.mgr where login_name = 'otto-sub')`,
    );
    await over.ended;
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  async function current(token: string): Promise<string> {
    const [rows] = await execute([{ name: "cntl.wapi_auth.list", old: { is_current: true } }], token);
    return str(rows?.[0], "gpk");
  }

  it("[API-137] rights that are taken and given change what is told from the next event on", async () => {
    const login_name = "greta";
    const [bcds] = await execute(
      [{ name: "nd.bcd.list", old: { is_own: true } }],
      await world.signIn(login_name),
    );
    const bcd = bcds?.[0] ?? {};
    const stream = await listen(await world.signIn(login_name));
    const describe = (description: string): Promise<unknown> =>
      execute([{ name: "nd.bcd.update", old: { gpk: bcd["gpk"] ?? null }, new: { description } }]);
    const seen = async (): Promise<number> => {
      await settled(stream);
      return stream.changes().filter(({ type, gpk }) => type === "nd.bcd" && gpk === bcd["gpk"]).length;
    };
    await describe("one");
    expect(await seen()).toBe(1);
    const [links] = await execute([{ name: "cntl.mgr2group.list", old: { login_name } }]);
    for (const { group_name = null } of links ?? [])
      await execute([{ name: "cntl.mgr2group.delete", old: { login_name, group_name } }]);
    await describe("two");
    expect(await seen()).toBe(1);
    for (const { group_name = null } of links ?? [])
      await execute([{ name: "cntl.mgr2group.create", new: { login_name, group_name } }]);
    await describe("three");
    expect(await seen()).toBe(2);
  });
});

describe("bounds of streams", () => {
  it("[API-138] one person keeps no more streams open than the limit, whatever the session, and others do", async () => {
    const streams: EventStream[] = [];
    for (let n = 0; n < EVENT_LIMITS.eventStreams; n++)
      streams.push(await listen(await world.signIn("otto")));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await world.get("/api/events", otto);
    expect([refused.status, refused.fault, refused.headers["retry-after"]]).toEqual([429, "-20910/6", "5"]);
    await settled(await listen(ada), ...streams);
    streams[0]?.close();
    await expect.poll(async () => (await listen(otto)).status, { timeout: 5_000 }).toBe(200);
  });

  it("[API-138] a reader that does not read is disconnected, and others notice nothing", async () => {
    const other = await listen(otto);
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${otto}\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.pause();
    expect(await connections()).toBe(2);
    // Changes of otto with long names, ten megabytes in all.
    for (let round = 0; round < 4; round++) {
      await world.db.query(LONG, [50]);
      await settled(other);
    }
    await expect.poll(connections, { timeout: 10_000 }).toBe(1);
    socket.destroy();
    expect(other.changes().length).toBe(4 * 50 + 4);
  });

  const LONG = `with t as (
      insert into wapi.transaction (ts, actor_login_name, login_name, step_count)
      select now(), 'otto', 'otto', 1
      from generate_series(1, $1::int)
      returning id)
    insert into wapi.change_log (transaction_gfk, position, ts, actor_login_name, login_name, object_fq_name,
      object_gfk, object_title, "function")
    select t.id, 0, now(), 'otto', 'otto', 'nd.site', 'site-' || repeat('x', 50000), 'x', 'update'
    from t`;

  /** Open connections of the server. */
  async function connections(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    world.http.server.getConnections((_error, count) => {
      resolve(count);
    });
    return promise;
  }

  it("[API-138] a change of very many objects says only that everything is to be asked again", async () => {
    const stream = await listen(otto);
    const count = EVENT_LIMITS.eventEntries + 1;
    await execute(
      Array.from({ length: count }, (_, n) => ({
        name: "nd.site.create",
        new: { name: `many ${String(n)}` },
      })),
    );
    await stream.until(({ events }) => events.some(({ event }) => event === "again"));
    expect(stream.events.at(-1)?.data).toEqual({});
    await settled(stream);
    expect(stream.changes()).toHaveLength(1);
  });
});

describe("a commit of another process", () => {
  it("[API-139] is told at once, and nobody is signalled inside a transaction", async () => {
    const other = await secondProcess(world, (db) => db);
    const there = await other.http.listen({ port: 0, host: "127.0.0.1" });
    const stream = await listen(await other.signIn("otto"), {}, there);
    const waits: number[] = [];
    for (let n = 0; n < 20; n++) {
      const gpk = await makeSite();
      const began = performance.now();
      await told(stream, gpk);
      waits.push(performance.now() - began);
    }
    stream.close();
    await other.close();
    const [median = Infinity] = waits.toSorted((a, b) => a - b).slice(10);
    // Without the signal it would be half of the time between two looks.
    expect(median).toBeLessThan(EVENT_LIMITS.eventPoll / 2);
  });
});
