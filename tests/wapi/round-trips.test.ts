import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import type { Tx } from "../../server/db/database.ts";
import { sqlStateOf } from "../../server/db/pool.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const OLD = { name: "scc-other-1" };
const rename = (description: string): SentStep => ({ name: "nd.bcd.update", old: OLD, new: { description } });
const NEXT: SentStep = {
  idx: "next",
  name: "tmp.cidr_generator.list",
  old: { cidr: "198.51.100.0/24", prefix_length: 32 },
};
const host = (name: string): SentStep => ({
  name: "dns.record.create",
  new: { fqdn: `${name}.example.com.`, type: "A", fqdn_type: "domain", target_is_reverse_unique: false },
  new_ref_params: [{ idx: "next", params: { data: "address" } }],
});

/** Each call is sent twice, because the first one also reads the rights of the account. */
describe("the number of times that a call waits for the database", () => {
  it.each<readonly [string, number, number, (at: number) => Promise<unknown>]>([
    ["a list", 2, 2, () => world.get("ada", "nd.ip_subnet.list", { fetch_limit: "50" })],
    ["a small change", 6, 13, (at) => world.execute("ada", [rename(`round ${String(at)}`)])],
    [
      "the next free address for a new name",
      13,
      28,
      (at) => world.execute("ada", [NEXT, host(`n${String(at)}`)]),
    ],
  ])("of %s is at most %i, with %i statements", async (_, trips, statements, call) => {
    await call(0);
    const counted = await roundTripsOf(() => call(1));
    expect(counted.trips).toBeLessThanOrEqual(trips);
    expect(counted.statements).toBeLessThanOrEqual(statements);
    expect(counted.statements).toBeGreaterThan(0);
  });

  it.each<readonly [string, (call: string, count: number) => readonly SentStep[]]>([
    [
      "records with their names",
      (call, count) =>
        list(count, (n) => [
          create("dns.record", { fqdn: nameOf(call, n), type: "TXT", data: "x", fqdn_type: "domain" }),
        ]),
    ],
    [
      "static assignments",
      (_, count) =>
        list(count, (n) => [
          create("dhcp.static_assignment", {
            ip_addr: `198.51.100.${String(20 + n)}`,
            mac_addr: `aa:bb:cc:00:00:${String(10 + n)}`,
          }),
        ]),
    ],
    [
      "records that take their names from rows",
      (call, count) =>
        list(count, (n) => [
          { idx: `n${String(n)}`, ...create("dns.fqdn", { value: nameOf(call, n) }) },
          {
            ...create("dns.record", { type: "TXT", data: "x" }),
            new_ref_params: [{ idx: `n${String(n)}`, params: { fqdn: "value" } }],
          },
        ]),
    ],
    [
      "updates that name new objects by gpk",
      (call, count) =>
        list(count, (n) => [
          { idx: `n${String(n)}`, ...create("nd.site", { name: `${call}${String(n)}` }) },
          {
            name: "nd.site.update",
            new: { title: "x" },
            old_ref_params: [{ idx: `n${String(n)}`, params: { gpk: "gpk" } }],
          },
        ]),
    ],
    [
      "records that all take a value from one list",
      (call, count) => [
        { idx: "zone", name: "dns.fqdn.list", old: { value: "example.com." } },
        ...list(count, (n) => [
          {
            ...create("dns.record", { type: "TXT", data: `${call}${String(n)}` }),
            new_ref_params: [{ idx: "zone", params: { fqdn: "value" } }],
          },
        ]),
      ],
    ],
  ])("does not grow with the number of %s", async (_, steps) => {
    const counted = async (call: string, count: number) => {
      const sent = steps(call, count);
      return roundTripsOf(async () => {
        const said = await world.execute("ada", sent, { dryRun: true });
        expect(rowsOf(said, sent.length - 1)).toHaveLength(1);
      });
    };
    await counted("a", 1);
    const few = await counted("b", 2);
    const many = await counted("c", 40);
    // How many statements are under way at once depends a little on time.
    expect(many.trips).toBeLessThanOrEqual(few.trips + 3);
  });

  it("is at most doubled if a step is refused and the check names that step", async () => {
    const steps = list(40, (n) => [
      create("dns.fqdn", { value: nameOf("r", n) }),
      create("dns.record", { fqdn: nameOf("r", n), type: "TXT", data: "x" }),
    ]);
    const good = await roundTripsOf(() => world.execute("ada", steps, { dryRun: true }));
    const refused: readonly SentStep[] = [
      create("dns.record", { fqdn: nameOf("r", 7), type: "TXT", data: "x" }),
      create("dns.fqdn", { value: nameOf("r", 3) }),
      { name: "nd.bcd.update", old: { name: "scc-nowhere-1" }, new: { description: "x" } },
    ];
    for (const one of refused) {
      const counted = await roundTripsOf(async () => {
        const said = await world.execute("ada", [...steps, one], { dryRun: true });
        expect(said.ok ? null : said.exception.traceback?.transaction_statement?.position).toBe(80);
      });
      // A few ways more: the step by itself, its refusal with details, and what is undone.
      expect(counted.trips).toBeLessThanOrEqual(good.trips * 2 + 12);
    }
  });
});

function list(count: number, step: (n: number) => readonly SentStep[]): readonly SentStep[] {
  return Array.from({ length: count }, (_, n) => step(n)).flat();
}
function nameOf(call: string, n: number): string {
  return `m${call}-${String(n)}.example.com.`;
}
function create(type: string, values: Params): SentStep {
  return { name: `${type}.create`, new: values };
}

describe("a statement that is sent together with the next one", () => {
  const WRITE = { mode: "read write", statementTimeout: 5_000, dryRun: false } as const;
  const within = (work: (tx: Tx) => Promise<unknown>, more: object = {}) =>
    world.db.transaction({ ...WRITE, ...more }, work).then(
      () => "done",
      (fault: unknown) => sqlStateOf(fault) ?? String(fault),
    );
  const sites = async () =>
    (
      await world.db.query<{ name: string }>("select name from nd.site where name like 'D%' order by name")
    ).map(({ name }) => name);
  const INSERT = "insert into nd.site (id, name) select nextval('nd.site_id_seq'), $1 returning id";

  it("is executed in order and committed", async () => {
    const said = await within(async (tx) => {
      tx.defer(INSERT, ["D1"]);
      expect(await tx.query("select name from nd.site where name = 'D1'")).toHaveLength(1);
      tx.defer("delete from nd.site where name = $1", ["D1"]);
      tx.defer(INSERT, ["D2"]);
    });
    expect([said, await sites()]).toEqual(["done", ["D2"]]);
  });

  it("fails the next statement and the commit with its own failure", async () => {
    const later = await within(async (tx) => {
      tx.defer("select 1 / 0");
      await tx.query(INSERT, ["D3"]);
    });
    const end = await within((tx) => {
      tx.defer(INSERT, ["D4"]);
      tx.defer("select 1 / 0");
      return Promise.resolve();
    });
    expect([later, end, await sites()]).toEqual(["22012", "22012", ["D2"]]);
  });

  it("commits nothing if it answers an unexpected number of rows", async () => {
    const said = await within((tx) => {
      tx.defer(INSERT, ["D5"]);
      tx.defer("delete from nd.site where name = $1 returning id", ["nowhere"], undefined, 1);
      return Promise.resolve();
    });
    expect(said).toContain("0 of 1 rows");
    expect(await sites()).toEqual(["D2"]);
  });

  it("is undone with the nested part that it ends, and only with that part", async () => {
    const said = await within(async (tx) => {
      tx.defer(INSERT, ["D6"]);
      const inner = tx.nested((part) => {
        part.defer(INSERT, ["D7"]);
        part.defer("select 1 / 0");
        return Promise.resolve();
      });
      await expect(inner).rejects.toMatchObject({ code: "22012" });
      await tx.nested(async (part) => {
        await part.query(INSERT, ["D8"]);
      });
      const refused = tx.nested(async (part) => {
        part.defer(INSERT, ["D9"]);
        await Promise.resolve();
        throw new Error("refused");
      });
      await expect(refused).rejects.toThrow("refused");
    });
    expect([said, await sites()]).toEqual(["done", ["D2", "D6", "D8"]]);
  });

  it("is never sent if its transaction ended before", async () => {
    let kept: Tx | null = null;
    await within((tx) => {
      kept = tx;
      tx.defer(INSERT, ["D10"]);
      return Promise.reject(new Error("refused"));
    });
    const open = kept as Tx | null;
    await expect(open?.query("select 1")).rejects.toThrow("refused");
    expect(await sites()).toEqual(["D2", "D6", "D8"]);
  });

  it("is never sent after the commit", async () => {
    const kept: Tx[] = [];
    await within((tx) => Promise.resolve(kept.push(tx)));
    await expect(kept[0]?.query("select 1")).rejects.toThrow("over");
  });

  it("fails if the transaction cannot begin, and nothing is written afterwards", async () => {
    const said = await within(
      async (tx) => {
        await tx.query("select 1");
        await tx.query(INSERT, ["D11"]);
      },
      { readsFirst: true, mode: "unknown" },
    );
    expect([said, await sites()]).toEqual(["42601", ["D2", "D6", "D8"]]);
  });
});
