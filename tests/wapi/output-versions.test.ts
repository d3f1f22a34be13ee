import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { CATALOG_ZONE } from "#contract/values/catalog-zone";
import { OLD_DELTAS } from "../../server/domain/dns/publish.sql.ts";
import { partsPublisher } from "../../server/services/publish/parts.ts";
import { OVERTAKE } from "../../server/services/publish/publish.ts";
import { rowsOf, smallWorld, textIn, type SentStep, type SmallWorld } from "../support/small-world.ts";

const DAY = 24 * 60 * 60;

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  await apply(
    create("output.server", { name: "ns1", address: "127.0.0.1", key_name: "ns1." }),
    create("output.server", { name: "ns2", address: "127.0.0.2", key_name: "ns2." }),
    create("dns.fqdn", { value: "100.51.198.in-addr.arpa.", is_zone_apex: true }),
    record("ns1.example.com.", "A", "198.51.100.53"),
    record("ns2.example.com.", "A", "198.51.100.54"),
    ...["example.com.", "example.org.", "100.51.198.in-addr.arpa."].map((zone) =>
      record(zone, "NS", "ns1.example.com."),
    ),
  );
  await publish();
});
afterAll(() => world.close());

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const update = (name: string, old: Params, values: Params): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});
const record = (fqdn: string, type: string, data: string, more = {}): SentStep =>
  create("dns.record", { fqdn, type, data, fqdn_type: "domain", ...more });
const withoutRecord = (fqdn: string, type: string, data: string): SentStep => ({
  name: "dns.record.delete",
  old: { fqdn, type, data },
});
const apply = async (...steps: readonly SentStep[]): Promise<void> => {
  rowsOf(await world.execute("ada", steps));
};

/** Whether something was waiting. */
async function publish(): Promise<boolean> {
  const [row] = await world.db.query<{ did: boolean }>("select output.publish_dns() as did");
  return row?.did ?? false;
}

async function serialOf(zone: string): Promise<number> {
  const [row] = await world.db.query<{ serial: string }>("select serial from output.zone where name = $1", [
    zone,
  ]);
  return Number(row?.serial);
}

/** Writes what servers showed, as the processes that ask them do. */
const note = (unit: string, values: string, server = "ns1"): Promise<unknown> =>
  world.db.query(
    `update output.seen set ${values} where unit = $1 and server = (select id from output.server where name = $2)`,
    [unit, server],
  );

async function overtaken(): Promise<readonly string[]> {
  const rows = await world.db.query<{ key: string }>(OVERTAKE);
  return rows.map(({ key }) => key);
}

const clock = (): number => Math.floor(Date.now() / 1000);

/** Zones that the last transaction brought a version of. */
async function traced(): Promise<readonly string[]> {
  const rows = await world.db.query<{ unit: string }>(
    `select unit from output.transaction_unit u join output.zone z on z.name = u.unit and z.serial = u.serial
      where transaction = (select max(id) from wapi.transaction) order by unit`,
  );
  return rows.map(({ unit }) => unit);
}

describe("versions of zones", () => {
  it("nothing is published while nothing waits for publishing, and waiting work of other kinds stays in the journal", async () => {
    expect(await publish()).toBe(false);
    await world.db.query("insert into output.journal (kind, key) values ('part', '1')");
    expect(await publish()).toBe(false);
    await world.db.query("insert into output.journal (kind, key) values ('server', '')");
    expect(await publish()).toBe(true);
    const left = await world.db.query<{ kind: string }>("delete from output.journal returning kind");
    expect(left).toEqual([{ kind: "part" }]);
  });

  it("nothing is published for a TTL that ends later", async () => {
    const ttl_reset_date = new Date(Date.now() + 1000 * DAY).toISOString();
    await apply(record("ttl.example.com.", "TXT", '"text"', { ttl: 60, ttl_reset_date }));
    expect(await publish()).toBe(true);
    expect(await publish()).toBe(false);
  });

  it("a record that was deleted and created again changes nothing for servers, and its row names the new record", async () => {
    await apply(
      record("again.example.com.", "A", "198.51.100.61"),
      record("stays.example.com.", "A", "198.51.100.62"),
    );
    await publish();
    const before = await serialOf("example.com.");
    await apply(withoutRecord("again.example.com.", "A", "198.51.100.61"));
    await apply(record("again.example.com.", "A", "198.51.100.61"));
    await publish();
    expect(await serialOf("example.com.")).toBe(before);
    const wrong = await world.db.query(
      "select r.name from output.rr r join dns.record d on d.name = r.name and d.type = r.type and d.data = r.rdata where d.id is distinct from r.record",
    );
    expect(wrong).toEqual([]);
  });

  it("a transaction is linked to exactly the zones whose answers it changed", async () => {
    await apply(record("a.example.com.", "A", "198.51.100.63"));
    await publish();
    expect(await traced()).toEqual(["100.51.198.in-addr.arpa.", "example.com."]);
    await apply(record("b.example.org.", "TXT", '"text"'));
    await apply(record("b.example.com.", "TXT", '"text"'));
    await publish();
    expect(await traced()).toEqual(["example.com."]);
    await apply(create("dns.fqdn", { value: "part.example.com.", is_zone_apex: true }));
    await publish();
    expect(await traced()).toEqual(["part.example.com."]);
    await apply(record("part.example.com.", "NS", "ns1.example.com."));
    await publish();
    expect(await traced()).toEqual(["example.com.", "part.example.com."]);
    await apply(update("dns.fqdn", { value: "example.org." }, { zone_ttl_default: 300 }));
    await publish();
    expect(await traced()).toEqual(["example.org."]);
    await apply(
      withoutRecord("part.example.com.", "NS", "ns1.example.com."),
      update("dns.fqdn", { value: "part.example.com." }, { is_zone_apex: false }),
    );
    await publish();
    expect(await traced()).toEqual(["example.com."]);
  });

  it("the step of each zone has the changes of this zone alone", async () => {
    await apply(record("step.example.com.", "TXT", "one"), record("step.example.org.", "TXT", "two"));
    await publish();
    await apply(
      withoutRecord("step.example.com.", "TXT", "one"),
      record("more.example.org.", "TXT", "three"),
    );
    await publish();
    const rows = await world.db.query(
      `select d.zone, jsonb_path_query_array(d.del, '$[*][0]') as del, jsonb_path_query_array(d.add, '$[*][0]') as add
        from output.delta d join output.zone z on z.name = d.zone and z.serial = d.serial
        where d.zone like 'example.%' order by 1`,
    );
    expect(rows).toEqual([
      { zone: "example.com.", del: ["step.example.com."], add: [] },
      { zone: "example.org.", del: [], add: ["more.example.org."] },
    ]);
  });

  it("a transaction without a lasting change is linked to no zone, whatever others change before it is published", async () => {
    await apply(
      record("nil.example.com.", "A", "198.51.100.64"),
      withoutRecord("nil.example.com.", "A", "198.51.100.64"),
    );
    const [nil] = await world.db.query<{ id: string }>("select max(id) as id from wapi.transaction");
    await apply(record("some.example.com.", "A", "198.51.100.65"));
    await publish();
    expect(await traced()).toEqual(["100.51.198.in-addr.arpa.", "example.com."]);
    expect(
      await world.db.query("select unit from output.transaction_unit where transaction = $1", [nil?.id]),
    ).toEqual([]);
  });

  it("a deleted zone keeps its serial and loses its steps, and no step leads from it to a new zone of its name", async () => {
    const zone = "anew.example.com.";
    const steps = async (of = zone): Promise<number> =>
      (await world.db.query("select from output.delta where zone = $1", [of])).length;
    await apply(
      create("dns.fqdn", { value: zone, is_zone_apex: true }),
      record(zone, "NS", "ns1.example.com."),
    );
    await publish();
    await apply(record(zone, "TXT", '"one"'));
    await publish();
    const [before, ofAbove] = [await serialOf(zone), await steps("example.com.")];
    expect(await steps()).toBe(1);
    await apply(withoutRecord(zone, "TXT", '"one"'), withoutRecord(zone, "NS", "ns1.example.com."), {
      name: "dns.fqdn.delete",
      old: { value: zone },
    });
    await apply(
      create("dns.fqdn", { value: zone, is_zone_apex: true }),
      record(zone, "NS", "ns2.example.com."),
    );
    await publish();
    expect(await steps()).toBe(1);
    expect(await serialOf(zone)).toBeGreaterThan(before);
    const last = await serialOf(zone);
    await apply(update("dns.fqdn", { value: zone }, { is_zone_apex: false }));
    await publish();
    expect([await steps(), await serialOf(zone)]).toEqual([0, last]);
    expect(await steps("example.com.")).toBeGreaterThan(ofAbove);
    const [row] = await world.db.query("select apex, is_served, content from output.zone where name = $1", [
      zone,
    ]);
    expect(row).toEqual({ apex: null, is_served: false, content: null });
  });

  it("a zone that was deleted and created again unchanged is stored with the id of its new name", async () => {
    const apexes = (): Promise<readonly object[]> =>
      world.db.query(
        "select z.name from output.zone z join dns.fqdn f on f.value = z.name and f.is_zone_apex where z.apex is distinct from f.id",
      );
    const [bare, served] = ["bare.example.com.", "served.example.com."];
    const made = [
      create("dns.fqdn", { value: served, is_zone_apex: true }),
      record(served, "NS", "ns1.example.com."),
    ];
    await apply(create("dns.fqdn", { value: bare, is_zone_apex: true }), ...made);
    await publish();
    for (const is_zone_apex of [false, true]) {
      await apply(update("dns.fqdn", { value: bare }, { is_zone_apex }));
      await publish();
    }
    const before = await serialOf(served);
    await apply(withoutRecord(served, "NS", "ns1.example.com."), {
      name: "dns.fqdn.delete",
      old: { value: served },
    });
    await apply(...made);
    await publish();
    expect(await apexes()).toEqual([]);
    expect(await serialOf(served)).toBeGreaterThan(before);
  });

  it("steps are kept for a week", async () => {
    await world.db.query("update output.delta set at = now() - interval '6 days 23 hours'");
    await world.db.query(
      "update output.delta set at = now() - interval '7 days 1 hour' where (zone, serial) = (select zone, min(serial) from output.delta where zone = 'example.com.' group by zone)",
    );
    const of = async (): Promise<number> => (await world.db.query("select from output.delta")).length;
    const before = await of();
    await world.db.query(OLD_DELTAS);
    expect(await of()).toBe(before - 1);
  });
});

describe("the state of a record at a server", () => {
  it("is live since the server first showed the version of its zone or a later one", async () => {
    await apply(record("live.example.com.", "TXT", "text"));
    await publish();
    const brought = await serialOf("example.com.");
    await apply(record("later.example.com.", "TXT", "text"));
    await publish();
    const state = async (values: string): Promise<unknown> => {
      await note("example.com.", values);
      const said = await world.execute("ada", [
        { idx: "object", name: "dns.record.list", old: { fqdn: "live.example.com.", type: "TXT" } },
        { name: "output.record_state.list", inner_join_ref: { object: "default" } },
      ]);
      const own = rowsOf(said, 1).filter(({ server }) => server === "ns1");
      return own.map((row) => [row["is_live"], textIn(row, "since").slice(0, 10), row["error"]]);
    };
    const shown = (server: string, unit: string, serial: number, day: string): Promise<unknown> =>
      world.db.query(
        "insert into output.shown (server, unit, serial, at) select id, $2, $3, $4::timestamptz from output.server where name = $1",
        [server, unit, serial, `${day} 12:00 UTC`],
      );
    const last = await serialOf("example.com.");
    await shown("ns1", "example.com.", brought - 1, "2026-01-01");
    await shown("ns1", "example.org.", brought, "2026-01-02");
    await shown("ns2", "example.com.", brought, "2026-01-02");
    await shown("ns1", "example.com.", last, "2026-01-03");
    await shown("ns1", "example.com.", last + 1, "2026-01-04");
    expect(await state("has = wanted, error = null")).toEqual([[true, "2026-01-03", null]]);
    expect(await state(`has = '${String(brought)}'`)).toEqual([[true, "2026-01-03", null]]);
    expect(await state("error = 'not_kept'")).toEqual([[true, "2026-01-03", null]]);
    expect(await state("error = 'refused'")).toMatchObject([
      [false, expect.any(String) as unknown, "refused"],
    ]);
    expect(await state(`has = '${String(brought - 1)}', error = null`)).toMatchObject([
      [false, expect.any(String) as unknown, "waiting"],
    ]);
    expect(await state(`has = '${String(last + 1)}'`)).toMatchObject([
      [false, expect.any(String) as unknown, "waiting"],
    ]);
  });
});

describe("a server with a later version than the database", () => {
  it("gets a version that is one greater than the latest version of any server", async () => {
    const [before, other] = [await serialOf("example.com."), await serialOf("example.org.")];
    await note("example.com.", `has = '${String(before + 500)}', error = 'ahead'`, "ns1");
    await note("example.com.", `has = '${String(before + 700)}', error = 'ahead'`, "ns2");
    await note("example.org.", `has = '${String(other + 700)}', error = 'refused'`);
    expect(await overtaken()).toEqual(["example.com."]);
    await publish();
    expect(await serialOf("example.com.")).toBe(before + 701);
    expect(await serialOf("example.org.")).toBe(other);
    const rows = await world.db.query<{ wanted: string }>(
      "select distinct wanted from output.seen where unit = 'example.com.'",
    );
    expect(rows).toEqual([{ wanted: String(before + 701) }]);
    await note("example.com.", "has = wanted, error = null", "ns1");
    await note("example.com.", "has = wanted, error = null", "ns2");
  });

  it("is followed by the next version if it is at most a year ahead of the clock, and is ignored otherwise", async () => {
    const before = await serialOf("example.org.");
    await note("example.org.", `has = '${String(clock() + 366 * DAY)}', error = 'ahead'`);
    expect(await overtaken()).toEqual(["example.org."]);
    await publish();
    expect(await serialOf("example.org.")).toBe(before);
    const most = clock() + 364 * DAY;
    await note("example.org.", `has = '${String(most)}', error = 'ahead'`);
    expect(await overtaken()).toEqual(["example.org."]);
    await publish();
    expect(await serialOf("example.org.")).toBe(most + 1);
    await apply(record("c.example.org.", "TXT", '"text"'));
    await publish();
    expect(await serialOf("example.org.")).toBe(most + 2);
    const raised = await world.db.query<{ name: string }>(
      "select name from output.zone where raised is not null order by name",
    );
    expect(raised).toEqual([{ name: "example.com." }, { name: "example.org." }]);
  });

  it("is ignored if its version is equal or earlier, or while the server is disabled", async () => {
    const before = await serialOf("example.com.");
    for (const has of [before, before - 5]) {
      await note("example.com.", `has = '${String(has)}', error = 'ahead'`);
      await overtaken();
      await publish();
      expect(await serialOf("example.com.")).toBe(before);
    }
    await apply(update("output.server", { name: "ns1" }, { is_enabled: false }));
    expect(await overtaken()).toEqual([]);
    await apply(update("output.server", { name: "ns1" }, { is_enabled: true }));
    await publish();
  });
});

describe("what a name server should have", () => {
  const seen = (unit: string): Promise<readonly object[]> =>
    world.db.query(
      `select s.name, d.tries, d.next_try > now() + interval '1 minute' as is_later from output.seen d join output.server s on s.id = d.server
        where d.unit = $1 and s.kind = 'dns' order by s.name`,
      [unit],
    );

  it("is asked for anew only where its version changed", async () => {
    await world.db.query("update output.seen set tries = 3, next_try = now() + interval '1 hour'");
    await apply(record("d.example.com.", "TXT", '"text"'));
    await publish();
    const anew = { tries: 0, is_later: false };
    const asBefore = { tries: 3, is_later: true };
    expect(await seen("example.com.")).toEqual([
      { name: "ns1", ...anew },
      { name: "ns2", ...anew },
    ]);
    expect(await seen("example.org.")).toEqual([
      { name: "ns1", ...asBefore },
      { name: "ns2", ...asBefore },
    ]);
  });

  it("are the zones of its list, and units of other services are left alone", async () => {
    await apply(create("output.server", { name: "kea1", kind: "kea", address: "127.0.0.3", port: 8000 }));
    await world.db.query(
      "insert into output.seen (server, unit, wanted) select id, 'example.net.', '1' from output.server where name in ('kea1', 'ns2')",
    );
    await apply(
      update("output.server", { name: "ns2" }, { has_all_zones: false, zone_list: ["example.org."] }),
    );
    await publish();
    const rows = await world.db.query(
      "select s.name, d.unit from output.seen d join output.server s on s.id = d.server where s.name <> 'ns1' order by 1, 2",
    );
    expect(rows).toEqual([
      { name: "kea1", unit: "example.net." },
      { name: "ns2", unit: CATALOG_ZONE },
      { name: "ns2", unit: "example.org." },
    ]);
    await apply(update("output.server", { name: "ns2" }, { is_enabled: false }));
    await publish();
    expect(await seen("example.org.")).toMatchObject([{ name: "ns1" }]);
    await apply(update("output.server", { name: "ns2" }, { is_enabled: true }));
    await publish();
    expect(await seen("example.org.")).toMatchObject([{ name: "ns1" }, { name: "ns2" }]);
  });

  it("is noted apart from what servers of DHCP and RADIUS should have, and each publisher leaves what is noted for the other", async () => {
    await publish();
    const publishParts = partsPublisher(world.catalogue);
    await publishParts(world.db);
    const kinds = async (): Promise<readonly string[]> => {
      const rows = await world.db.query<{ kind: string }>(
        "select distinct kind from output.journal order by kind",
      );
      return rows.map(({ kind }) => kind);
    };
    const change = (comment: string, isEnabled: boolean): Promise<void> =>
      apply(
        record("apart.example.com.", "TXT", comment),
        update("dhcp.bcd_setting", { bcd: "scc-net-web-1" }, { is_enabled: isEnabled }),
      );
    await change("one", true);
    const before = await serialOf("example.com.");
    expect(await publishParts(world.db)).toBe(true);
    expect(await kinds()).toEqual(["name", "transaction"]);
    await publish();
    expect([await kinds(), (await serialOf("example.com.")) > before]).toEqual([[], true]);
    await change("two", false);
    await publish();
    expect(await kinds()).toContain("part_transaction");
    expect(await kinds()).not.toContain("name");
    expect(await publishParts(world.db)).toBe(true);
    expect(await kinds()).toEqual([]);
    expect(await publishParts(world.db)).toBe(false);
  });

  it("includes a catalog zone, whose version changes with the zones of its servers", async () => {
    const before = await serialOf(CATALOG_ZONE);
    await apply(record("e.example.com.", "TXT", '"text"'));
    await publish();
    expect(await serialOf(CATALOG_ZONE)).toBe(before);
    await apply(
      create("dns.fqdn", { value: "more.example.com.", is_zone_apex: true }),
      record("more.example.com.", "NS", "ns1.example.com."),
    );
    await publish();
    const later = await serialOf(CATALOG_ZONE);
    expect(later).toBeGreaterThan(before);
    await apply(update("output.server", { name: "ns1" }, { has_catalog: false }));
    await publish();
    expect(await serialOf(CATALOG_ZONE)).toBeGreaterThan(later);
    expect(await seen(CATALOG_ZONE)).toMatchObject([{ name: "ns2" }]);
    await apply(update("output.server", { name: "ns2" }, { has_catalog: false }));
    await publish();
    const last = await serialOf(CATALOG_ZONE);
    await world.db.query("insert into output.journal (kind, key) values ('server', '')");
    await publish();
    expect([await seen(CATALOG_ZONE), await serialOf(CATALOG_ZONE)]).toEqual([[], last]);
  });
});
