import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { keepCompared } from "../../server/services/drift/drift-watch.ts";
import { smallWorld, rowsOf, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const record = (fqdn: string, type: string, data: string, more = {}): SentStep =>
  create("dns.record", { fqdn, type, data, fqdn_type: "domain", ...more });
const apply = async (...steps: readonly SentStep[]): Promise<void> => {
  rowsOf(await world.execute("ada", steps));
};

async function publish(): Promise<void> {
  await world.db.query("select output.publish_dns()");
}

async function answers(): Promise<readonly string[]> {
  const rows = await world.db.query<{ row: string }>(
    "select concat_ws(' ', zone, name, type, ttl, rdata) as row from output.rr order by 1",
  );
  return rows.map(({ row }) => row);
}

async function serials(): Promise<Readonly<Record<string, number>>> {
  const rows = await world.db.query<{ name: string; serial: string }>("select name, serial from output.zone");
  return Object.fromEntries(rows.map(({ name, serial }) => [name, Number(serial)]));
}

/** The difference between what was published and what the views want. */
const RR = "select zone, name, type, ttl, rdata from output.rr";
const DRIFT = `(select * from output.wanted_rr except all ${RR}) union all (${RR} except all select * from output.wanted_rr)`;

describe("publishing", () => {
  it("writes nothing while no name server is served", async () => {
    await apply(record("ns1.example.com.", "A", "198.51.100.53"));
    expect(await world.db.query("select from output.journal")).toEqual([]);
    await world.db.query("update dns.record set ttl = 60, ttl_reset_date = clock_timestamp()");
    await publish();
    expect([await answers(), await serials()]).toEqual([[], {}]);
    await world.db.query("update dns.record set ttl = null, ttl_reset_date = null");
  });

  it("gives a server nothing, not even a catalog, while no zone is served", async () => {
    await apply(create("output.server", { name: "ns0", address: "127.0.0.9", key_name: "ns0." }));
    await publish();
    expect(await world.db.query("select from output.seen")).toEqual([]);
    await apply({ name: "output.server.delete", old: { name: "ns0" } });
    await publish();
    expect(await world.db.query("select from output.zone where is_served")).toEqual([]);
  });

  it("begins with everything when the first name server is created", async () => {
    await apply(
      record("example.com.", "NS", "ns1.example.com."),
      create("output.server", { name: "ns1", address: "127.0.0.1", key_name: "ns1." }),
    );
    await publish();
    expect(await answers()).toEqual([
      "example.com. example.com. NS 3600 ns1.example.com.",
      "example.com. ns1.example.com. A 3600 198.51.100.53",
    ]);
    const units = await world.db.query(
      "select unit, wanted is null as is_open from output.seen order by unit",
    );
    expect(units).toEqual([
      { unit: "catalog.netportal.invalid.", is_open: false },
      { unit: "example.com.", is_open: false },
    ]);
    const [row] = rowsOf(
      await world.execute("ada", [{ name: "output.delivery.list", old: { unit: "example.com." } }]),
    );
    expect(row).toMatchObject({ server: "ns1", zone: "example.com.", is_live: false });
  });

  it("publishes no reverse name if only a TTL changes", async () => {
    const old = { fqdn: "ttl.example.com.", type: "A", data: "198.51.100.60" };
    await apply(record(old.fqdn, old.type, old.data));
    await publish();
    const touched = async (values: Params): Promise<unknown> => {
      await apply({ name: "dns.record.update", old, new: values });
      const rows = await world.db.query<{ kind: string }>(
        "delete from output.journal where kind <> 'transaction' returning kind",
      );
      return rows.map(({ kind }) => kind).toSorted();
    };
    expect(await touched({ ttl: 60 })).toEqual(["name"]);
    expect(await touched({ target_is_reverse_unique: false })).toEqual(["address", "name"]);
    await apply({ name: "dns.record.delete", old });
    await publish();
  });

  it("gives a zone without name server to no server", async () => {
    const rows = await world.db.query<{ unit: string }>("select unit from output.seen order by unit");
    expect(rows.map(({ unit }) => unit)).toEqual(["catalog.netportal.invalid.", "example.com."]);
  });

  it("keeps the step between two versions and the greater serial", async () => {
    const before = await serials();
    await apply(record("www.example.com.", "A", "198.51.100.80", { ttl: 60 }));
    await publish();
    const after = await serials();
    expect(after["example.com."]).toBeGreaterThan(before["example.com."] ?? 0);
    expect(after["example.org."]).toBe(before["example.org."]);
    const [delta] = await world.db.query(
      "select before, serial, add, del from output.delta order by serial desc limit 1",
    );
    expect(delta).toEqual({
      before: String(before["example.com."]),
      serial: String(after["example.com."]),
      add: [["www.example.com.", "A", 60, "198.51.100.80"]],
      del: [],
    });
  });

  it("removes a record and leaves those of other names, data and types", async () => {
    const of = (host: string, type: string, data: string) => record(`${host}.example.com.`, type, data);
    const kept = [
      of("gone", "TXT", '"other"'),
      of("kept", "TXT", '"text"'),
      of("gone", "A", "198.51.100.99"),
      of("gone", "A", "198.51.100.98"),
    ];
    await apply(of("gone", "TXT", '"text"'), ...kept);
    await publish();
    const before = await answers();
    const old = { fqdn: "gone.example.com.", type: "TXT", data: '"text"' };
    await apply({ name: "dns.record.delete", old });
    await publish();
    const gone = before.filter((row) => /gone.*TXT.*text/.test(row));
    expect(gone).toHaveLength(1);
    expect(await answers()).toEqual(before.filter((row) => !gone.includes(row)));
    const pointer = { fqdn: "example.com.", type: "PTR", data: "ns1.example.com." };
    await apply(record(pointer.fqdn, pointer.type, pointer.data));
    await publish();
    await apply({ name: "dns.record.delete", old: pointer });
    await publish();
    expect(await answers()).toEqual(before.filter((row) => !gone.includes(row)));
    for (const { new: values = {} } of kept) {
      const { fqdn = "", type = "", data = "" } = values;
      await apply({ name: "dns.record.delete", old: { fqdn, type, data } });
    }
    await publish();
  });

  it("has the same result when it is repeated", async () => {
    const before = await serials();
    await world.db.query(
      "insert into output.journal (kind, key) values ('zone', 'example.com.'), ('name', 'www.example.com.')",
    );
    await publish();
    expect(await serials()).toEqual(before);
    expect(await world.db.query("select from output.journal")).toEqual([]);
  });

  it("makes reverse names in the nearest reverse zone, unless somebody wrote the name", async () => {
    await apply(
      create("dns.fqdn", { value: "198.in-addr.arpa.", is_zone_apex: true }),
      create("dns.fqdn", { value: "100.51.198.in-addr.arpa.", is_zone_apex: true }),
      create("dns.fqdn", { value: "8.b.d.0.1.0.0.2.ip6.arpa.", is_zone_apex: true }),
      record("www.example.com.", "AAAA", "2001:db8:47:11::80"),
      record("81.100.51.198.in-addr.arpa.", "PTR", "ns1.example.com."),
      record("w81.example.com.", "A", "198.51.100.81"),
    );
    await publish();
    expect((await answers()).filter((row) => row.includes(" PTR "))).toEqual([
      "100.51.198.in-addr.arpa. 53.100.51.198.in-addr.arpa. PTR 3600 ns1.example.com.",
      "100.51.198.in-addr.arpa. 80.100.51.198.in-addr.arpa. PTR 3600 www.example.com.",
      "100.51.198.in-addr.arpa. 81.100.51.198.in-addr.arpa. PTR 3600 ns1.example.com.",
      `8.b.d.0.1.0.0.2.ip6.arpa. 0.8.${"0.".repeat(14)}1.1.0.0.7.4.0.0.8.b.d.0.1.0.0.2.ip6.arpa. PTR 3600 www.example.com.`,
    ]);
    await apply({
      name: "dns.record.delete",
      old: { fqdn: "81.100.51.198.in-addr.arpa.", type: "PTR", data: "ns1.example.com." },
    });
    await publish();
    expect((await answers()).filter((row) => row.includes(" 81."))).toEqual([
      "100.51.198.in-addr.arpa. 81.100.51.198.in-addr.arpa. PTR 3600 w81.example.com.",
    ]);
    expect(await world.db.query(DRIFT)).toEqual([]);
  });

  it("puts name servers, keys and glue of a zone into the zone above", async () => {
    await apply(
      create("dns.fqdn", { value: "sub.example.com.", is_zone_apex: true, zone_ttl_default: 77 }),
      record("ns.sub.example.com.", "A", "198.51.100.90"),
      record("sub.example.com.", "NS", "ns.sub.example.com."),
      record("sub.example.com.", "DS", `12345 13 2 ${"ab".repeat(32)}`),
    );
    await publish();
    expect(
      (await answers()).filter((row) => row.includes("sub.example.com.") && !row.includes("arpa")),
    ).toEqual([
      `example.com. ns.sub.example.com. A 3600 198.51.100.90`,
      `example.com. sub.example.com. DS 3600 12345 13 2 ${"ab".repeat(32)}`,
      `example.com. sub.example.com. NS 3600 ns.sub.example.com.`,
      `sub.example.com. ns.sub.example.com. A 77 198.51.100.90`,
      `sub.example.com. sub.example.com. NS 77 ns.sub.example.com.`,
    ]);
    await apply({
      name: "dns.fqdn.update",
      old: { value: "sub.example.com." },
      new: { is_zone_apex: false },
    });
    await publish();
    expect((await answers()).filter((row) => row.startsWith("sub.example.com."))).toEqual([]);
    expect(await world.db.query(DRIFT)).toEqual([]);
    await apply({ name: "dns.fqdn.update", old: { value: "example.com." }, new: { zone_ttl_default: 300 } });
    await publish();
    expect(await world.db.query(DRIFT)).toEqual([]);
  });

  it("makes no reverse names below a DNAME, but still makes those of other reverse zones", async () => {
    const [hidden, shown] = ["113.0.203.in-addr.arpa.", "100.51.198.in-addr.arpa."];
    const before = (await answers()).filter((row) => row.includes(" PTR "));
    await apply(
      create("dns.fqdn", { value: hidden, is_zone_apex: true }),
      record("w7.example.com.", "A", "203.0.113.7"),
      record(shown, "TXT", "text"),
    );
    await publish();
    const own = `${hidden} 7.${hidden} PTR 3600 w7.example.com.`;
    expect((await answers()).filter((row) => row.includes(" PTR "))).toEqual([...before, own].toSorted());
    await apply(record(hidden, "DNAME", "example.com."));
    await publish();
    expect((await answers()).filter((row) => row.includes(" PTR "))).toEqual(before);
    expect(await world.db.query(DRIFT)).toEqual([]);
    const gone = (fqdn: string, type: string, data: string): SentStep => ({
      name: "dns.record.delete",
      old: { fqdn, type, data },
    });
    await apply(
      gone(hidden, "DNAME", "example.com."),
      gone("w7.example.com.", "A", "203.0.113.7"),
      gone(shown, "TXT", "text"),
      { name: "dns.fqdn.delete", old: { value: hidden } },
    );
    await publish();
    expect(await world.db.query(DRIFT)).toEqual([]);
  });

  it("makes no reverse name of a wildcard and no name server of it", async () => {
    await apply(
      record("*.any.example.com.", "A", "198.51.100.95", { target_is_reverse_unique: true }),
      record("*.wild.example.com.", "NS", "ns1.example.com."),
    );
    await publish();
    const rows = (await answers()).filter((row) => row.includes("198.51.100.95") || row.includes(" 95."));
    expect(rows).toEqual(["example.com. *.any.example.com. A 300 198.51.100.95"]);
    expect((await answers()).filter((row) => row.includes("wild"))).toEqual([]);
    await apply({
      name: "dns.record.delete",
      old: { fqdn: "*.any.example.com.", type: "A", data: "198.51.100.95" },
    });
    await publish();
  });

  it("keeps a zone that loses its name servers at its servers, and gives no server a zone that never had one", async () => {
    const served = async (): Promise<unknown> =>
      world.db.query("select name, mname, is_served from output.zone where name like 'late.%' order by name");
    const units = async (): Promise<unknown> =>
      world.db.query("select unit from output.seen where unit like 'late.%' order by unit");
    await apply(
      create("dns.fqdn", { value: "late.example.com.", is_zone_apex: true }),
      record("ns2.example.com.", "A", "198.51.100.54"),
    );
    await publish();
    expect([await served(), await units()]).toEqual([
      [{ name: "late.example.com.", mname: null, is_served: false }],
      [],
    ]);
    for (const [data, first] of [
      ["ns2.example.com.", "ns2.example.com."],
      ["ns1.example.com.", "ns1.example.com."],
    ] as const) {
      await apply(record("late.example.com.", "NS", data));
      await publish();
      expect(await served()).toEqual([{ name: "late.example.com.", mname: first, is_served: true }]);
    }
    for (const data of ["ns1.example.com.", "ns2.example.com."])
      await apply({ name: "dns.record.delete", old: { fqdn: "late.example.com.", type: "NS", data } });
    await publish();
    expect([await served(), await units()]).toEqual([
      [{ name: "late.example.com.", mname: null, is_served: true }],
      [{ unit: "late.example.com." }],
    ]);
    await apply({
      name: "dns.fqdn.update",
      old: { value: "late.example.com." },
      new: { is_zone_apex: false },
    });
    await publish();
    expect([await served(), await units()]).toEqual([
      [{ name: "late.example.com.", mname: null, is_served: false }],
      [],
    ]);
    expect(await world.db.query(DRIFT)).toEqual([]);
  });

  it("removes, moves and restores glue if a zone below is created or deleted, wherever its name server is", async () => {
    const apex = (value: string, is_zone_apex: boolean): SentStep => ({
      name: "dns.fqdn.update",
      old: { value },
      new: { is_zone_apex },
    });
    await apply(
      create("dns.fqdn", { value: "glue.example.com.", is_zone_apex: true }),
      record("ns.glue.example.com.", "A", "198.51.100.94"),
      create("dns.fqdn", { value: "cut.example.com." }),
      create("dns.fqdn", { value: "a.cut.example.com.", is_zone_apex: true }),
      record("a.cut.example.com.", "NS", "ns.glue.example.com."),
    );
    await publish();
    const glue = "example.com. ns.glue.example.com. A 300 198.51.100.94";
    expect(await answers()).toContain(glue);
    for (const [name, is] of [
      ["a.cut.example.com.", false],
      ["a.cut.example.com.", true],
      ["cut.example.com.", true],
      ["cut.example.com.", false],
    ] as const) {
      await apply(apex(name, is));
      await publish();
      expect([name, is, await world.db.query(DRIFT)]).toEqual([name, is, []]);
    }
    expect(await answers()).toContain(glue);
  });

  it("publishes the end of a TTL, which no step writes", async () => {
    const before = await serials();
    await world.db.query(
      "update dns.record set ttl_reset_date = now() + interval '300 ms' where name = 'www.example.com.' and type = 'A'",
    );
    await publish();
    expect(await answers()).toContain("example.com. www.example.com. A 60 198.51.100.80");
    await world.db.query("select pg_sleep(1.4)");
    await publish();
    expect(await answers()).toContain("example.com. www.example.com. A 300 198.51.100.80");
    expect((await serials())["example.com."]).toBeGreaterThan(before["example.com."] ?? 0);
  });

  it("gives a server only the zones of its list, and withdraws the others", async () => {
    await apply({
      name: "output.server.update",
      old: { name: "ns1" },
      new: { has_all_zones: false, zone_list: ["100.51.198.in-addr.arpa."], has_catalog: false },
    });
    await publish();
    expect(await world.db.query("select unit from output.seen")).toEqual([]);
    await apply(record("100.51.198.in-addr.arpa.", "NS", "ns1.example.com."));
    await publish();
    expect(await world.db.query("select unit from output.seen")).toEqual([
      { unit: "100.51.198.in-addr.arpa." },
    ]);
  });
});

describe("a comparison with a server", () => {
  it("is dropped if the zone was withdrawn from the server meanwhile", async () => {
    const foreign = {
      kind: "foreign",
      name: "x.example.com.",
      type: "A",
      ttl: 60,
      data: "198.51.100.9",
    } as const;
    await keepCompared(world.db, "999999", { kind: "compared", isAhead: false, differences: [foreign] });
    expect(await world.db.query("select from output.drift")).toEqual([]);
  });
});
