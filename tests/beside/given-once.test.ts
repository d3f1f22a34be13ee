import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { killable, type Killable } from "../support/killable.ts";
import { extent, seed } from "../support/extent.ts";
import { random } from "../support/random.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { textIn } from "../support/small-world.ts";
import { patiently } from "../support/patiently.ts";

const KILLS = extent(2);
const CLIENTS = 24;
const NETWORK = "10.200.0.0/20";

let world: Killable;
let server: ServerProcess;
let token = "";
let zone = "";

beforeAll(async () => {
  world = await killable(1);
  server = await world.startServer();
  token = await server.signIn("ada");
  const [bcd] = await world.db.query<{ name: string }>("select name from nd.bcd order by name limit 1");
  const [apex] = await world.db.query<{ value: string }>(
    "select f.value from dns.fqdn f where f.is_zone_apex and f.value not like '%arpa.' order by f.value limit 1",
  );
  zone = apex?.value ?? "";
  const made = await server.execute(
    [{ name: "nd.ip_subnet.create", new: { cidr: NETWORK, bcd: bcd?.name } }],
    token,
  );
  expect(made.code).toBe("200");
});
afterAll(async () => {
  await server.end("SIGTERM");
  await world.close();
});

interface Given {
  readonly fqdn: string;
  readonly address: string;
  readonly record: string;
}

/** Clients that ask for the next free address for a new name, one after the other, until the server is gone. */
async function ask(prefix: string, given: Given[]): Promise<void> {
  const client = async (number: number): Promise<void> => {
    for (let at = 0; ; at++) {
      const fqdn = `${prefix}-${String(number)}-${String(at)}.${zone}`;
      const { code, lists, headers } = await server.execute(
        [
          { idx: "free", name: "tmp.cidr_generator.list", old: { cidr: NETWORK, prefix_length: 32 } },
          {
            name: "dns.record.create",
            new: { fqdn, type: "A", fqdn_type: "domain", target_is_reverse_unique: false },
            new_ref_params: [{ idx: "free", params: { data: "address" } }],
          },
        ],
        token,
      );
      if (code !== "200") return;
      given.push({
        fqdn,
        address: textIn(lists[0]?.[0], "address"),
        record: String(headers.get("x-transaction")),
      });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

const STORED = `select f.value as fqdn, host(d.target_ipaddr) as address, d.xmin::text as xmin from dns.record d join dns.fqdn f on f.id = d.fqdn
  where d.target_ipaddr <<= '${NETWORK}'`;
const RECORDED = `select 'tx-' || t.id as record, t.step_count::int as steps, t.steps -> 1 -> 'new' ->> 'fqdn' as fqdn,
    (select count(*)::int from wapi.change_log e where e.transaction_gfk = t.id and e.object_fq_name = 'dns.record' and e.new ->> 'fqdn' = t.steps -> 1 -> 'new' ->> 'fqdn') as own,
    (select count(*)::int from wapi.change_log e where e.transaction_gfk = t.id and e.object_fq_name = 'dns.record') as entries
  from wapi.transaction t where t.steps -> 0 ->> 'name' = 'tmp.cidr_generator.list'`;

describe("the next free address for many clients whose server is killed", () => {
  it(
    `[API-123] ${String(KILLS)} times: no address is given twice, no answered address is lost, and each object has its record`,
    async () => {
      const next = random(seed(11));
      const given: Given[] = [];
      for (let round = 0; round < KILLS; round++) {
        const before = given.length;
        const asking = ask(`k${String(round)}`, given);
        await patiently(() => {
          expect(given.length - before).toBeGreaterThan(CLIENTS);
          return Promise.resolve();
        });
        await sleep(next(600));
        const pid = round % 2 === 1 ? world.killPostgres() : null;
        await server.end("SIGKILL");
        await asking;
        if (pid !== null) await patiently(async () => expect([pid, 0]).not.toContain(world.postmaster()));
        await patiently(() => world.db.query("select"));
        server = await world.startServer();
      }
      const stored = await patiently(() => world.db.query<Row>(STORED));
      const recorded = await world.db.query<Row>(RECORDED);
      const addresses = new Map(stored.map((row) => [row["fqdn"], row["address"]]));
      expect(given.length).toBeGreaterThan(CLIENTS);
      expect(given.filter(({ fqdn, address }) => addresses.get(fqdn) !== address)).toEqual([]);
      expect(new Set(stored.map((row) => row["address"])).size).toBe(stored.length);
      expect(new Set(recorded.map((row) => row["fqdn"]))).toEqual(new Set(addresses.keys()));
      expect(
        recorded.filter((row) => row["steps"] !== 2 || row["own"] !== 1 || row["entries"] !== 1),
      ).toEqual([]);
      const records = new Map(recorded.map((row) => [row["fqdn"], row["record"]]));
      expect(given.filter(({ fqdn, record }) => records.get(fqdn) !== record)).toEqual([]);
      // Otherwise this would not test calls that are executed together.
      expect(new Set(stored.map((row) => row["xmin"])).size).toBeLessThan(stored.length / 2);
    },
    60_000 + KILLS * 15_000,
  );
});
