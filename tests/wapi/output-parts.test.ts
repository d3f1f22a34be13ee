import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { partsPublisher } from "../../server/services/publish/parts.ts";
import { rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

const BCD = "scc-net-web-1";
const V6 = "2001:db8:47:11::/64";

let world: SmallWorld;
let publishParts: ReturnType<typeof partsPublisher>;
beforeAll(async () => {
  world = await smallWorld();
  publishParts = partsPublisher(world.catalogue);
});
afterAll(() => world.close());

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const update = (name: string, old: Params, values: Params): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});
const gone = (name: string, old: Params): SentStep => ({ name: `${name}.delete`, old });
const client = (last: number, more: Params = {}): SentStep =>
  create("macauth.client", { mac_addr: macOf(last), bcd_name: BCD, ...more });
const macOf = (last: number): string => `02:00:00:00:00:0${String(last)}`;
const apply = async (...steps: readonly SentStep[]): Promise<void> => {
  rowsOf(await world.execute("ada", steps));
};
const publish = (): Promise<boolean> => publishParts(world.db);

/** Versions of all published parts. */
async function parts(): Promise<ReadonlyMap<string, string>> {
  const rows = await world.db.query<{ part: string; serial: string }>(
    "select concat_ws(' ', type, object, unit) as part, serial from output.part order by 1",
  );
  return new Map(rows.map(({ part, serial }) => [part, serial]));
}

async function units(): Promise<Readonly<Record<string, number>>> {
  const rows = await world.db.query<{ name: string; serial: string }>("select name, serial from output.unit");
  return Object.fromEntries(rows.map(({ name, serial }) => [name, Number(serial)]));
}

/** Parts that came, went or have another version, by type and unit, and units with another version. */
async function changedBy(step: () => Promise<void>): Promise<readonly [string[], string[]]> {
  const [oldParts, oldUnits] = [await parts(), await units()];
  await step();
  await publish();
  const [newParts, newUnits] = [await parts(), await units()];
  const names = [...new Set([...oldParts.keys(), ...newParts.keys()])];
  const changed = names.filter((name) => oldParts.get(name) !== newParts.get(name));
  return [
    changed.map((name) => `${newParts.has(name) ? "" : "- "}${name.replace(/ \d+ /, " ")}`).toSorted(),
    Object.keys(newUnits).filter((name) => oldUnits[name] !== newUnits[name]),
  ];
}

/** Units that the last transaction brought a version of, if it is the present one. */
async function traced(): Promise<readonly string[]> {
  const rows = await world.db.query<{ unit: string }>(
    `select t.unit from output.transaction_unit t join output.unit u on u.name = t.unit and u.serial = t.serial
      where t.transaction = (select max(id) from wapi.transaction) order by unit`,
  );
  return rows.map(({ unit }) => unit);
}

/** Transactions that versions are linked to although no list of steps is one. */
function unknownTransactions(): Promise<readonly object[]> {
  return world.db.query(
    `select t.transaction from output.transaction_unit t
      where not exists (select from wapi.change_log l where l.transaction_gfk = t.transaction and l.object_fq_name !~ '^output')`,
  );
}

describe("parts of the configuration of DHCP and RADIUS", () => {
  it("are published only while a server of these services is there", async () => {
    await apply(
      create("output.server", { name: "ns1", address: "127.0.0.1", key_name: "ns1." }),
      update("dhcp.bcd_setting", { bcd: BCD }, { is_enabled: true }),
      create("nd.net_instnc", { name: "campus" }),
      create("nd.vlan", { net_instnc: "campus", id: 210, name: "web", bcd: BCD }),
    );
    expect(await publish()).toBe(false);
    expect([await parts(), await units()]).toEqual([new Map(), {}]);
  });

  it("are all published with the first server, in versions that begin at the clock", async () => {
    const before = Math.floor(Date.now() / 1000);
    await apply(create("output.server", { name: "kea1", kind: "kea", address: "127.0.0.3", port: 8000 }));
    expect(await publish()).toBe(true);
    expect([...(await parts()).keys()].map((part) => part.replace(/ \d+ /, " "))).toEqual([
      "dhcp.bcd_setting dhcp4",
      "dhcp.bcd_setting dhcp6",
      "nd.bcd clients",
      "nd.bcd dhcp4",
      "nd.bcd dhcp6",
      "nd.ip_subnet dhcp4",
      "nd.ip_subnet dhcp6",
      "nd.vlan clients",
    ]);
    const serials = Object.values(await units());
    expect(Math.min(...serials)).toBeGreaterThanOrEqual(before);
    expect(Math.max(...serials)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    expect(await publish()).toBe(false);
  });

  it("are those of the changed object alone, and its transaction is linked to their units", async () => {
    const one = () => apply(client(1), create("dns.fqdn", { value: "unpublished.example.com." }));
    expect(await changedBy(one)).toEqual([["macauth.client clients"], ["clients"]]);
    expect(await traced()).toEqual(["clients"]);
    expect(await changedBy(() => apply(client(2), client(3)))).toEqual([
      ["macauth.client clients", "macauth.client clients"],
      ["clients"],
    ]);
    const lease = update("dhcp.bcd_setting", { bcd: BCD }, { lease_time: 7200 });
    expect(await changedBy(() => apply(lease))).toEqual([
      ["dhcp.bcd_setting", "nd.bcd", "nd.ip_subnet"].flatMap((type) => [`${type} dhcp4`, `${type} dhcp6`]),
      ["dhcp4", "dhcp6"],
    ]);
    expect(await traced()).toEqual(["dhcp4", "dhcp6"]);
    expect(await unknownTransactions()).toEqual([]);
  });

  it("keep their version if nothing changes that a server has", async () => {
    const described = update("macauth.client", { mac_addr: macOf(1) }, { description: "told to nobody" });
    expect(await changedBy(() => apply(described))).toEqual([[], []]);
    expect(await traced()).toEqual([]);
  });

  it("go with their object, and those of others stay", async () => {
    expect(await changedBy(() => apply(gone("macauth.client", { mac_addr: macOf(2) })))).toEqual([
      ["- macauth.client clients"],
      ["clients"],
    ]);
    expect(await traced()).toEqual(["clients"]);
  });

  it("go with their unit, and parts of the same object in other units stay", async () => {
    const [subnet] = rowsOf(await world.execute("ada", [{ name: "nd.ip_subnet.list", old: { cidr: V6 } }]));
    expect(await changedBy(() => apply(gone("nd.ip_subnet", { cidr: V6 })))).toEqual([
      ["- dhcp.bcd_setting dhcp6", "- nd.bcd dhcp6", "- nd.ip_subnet dhcp6"],
      ["dhcp6"],
    ]);
    const { bcd = null } = subnet ?? {};
    expect(await changedBy(() => apply(create("nd.ip_subnet", { cidr: V6, bcd })))).toEqual([
      ["dhcp.bcd_setting dhcp6", "nd.bcd dhcp6", "nd.ip_subnet dhcp6"],
      ["dhcp6"],
    ]);
  });

  it.each([
    ["a note of the end of a transaction", "('part_transaction', '1')"],
    ["a note of an object", "('setting', '1')"],
  ])("are compared for %s, and only notes of this service are removed", async (_, note) => {
    await world.db.query("delete from output.journal");
    await world.db.query(`insert into output.journal (kind, key) values ('zone', 'example.com.'), ${note}`);
    const before = [await parts(), await units()];
    expect(await publish()).toBe(true);
    expect([await parts(), await units()]).toEqual(before);
    expect(await world.db.query("delete from output.journal returning kind")).toEqual([{ kind: "zone" }]);
    expect(await publish()).toBe(false);
  });

  it("are compared as a whole if the servers were away, also those of objects that are gone", async () => {
    await apply(update("output.server", { name: "kea1" }, { is_enabled: false }));
    await apply(gone("macauth.client", { mac_addr: macOf(3) }), client(4));
    expect(await publish()).toBe(false);
    const back = update("output.server", { name: "kea1" }, { is_enabled: true });
    expect(await changedBy(() => apply(back))).toEqual([
      ["- macauth.client clients", "macauth.client clients"],
      ["clients"],
    ]);
  });
});
