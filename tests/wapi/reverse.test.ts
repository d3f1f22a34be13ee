import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params, Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { reverseOf, type ChangeEntry, type Loss } from "#core/txlist/reverse";
import { toSteps } from "#core/txlist/to-steps";
import { portalCatalogueOf } from "../support/portal-catalogue.ts";
import { recorder } from "../support/reverse/recorded.ts";
import { random, type Random } from "../support/random.ts";
import { connect, plant, type Plant } from "../support/plant.ts";
import { rowsOf, textIn, type SentStep } from "../support/small-world.ts";

let world: Plant;
let catalogue: Catalogue;
let ports: readonly string[] = [];
beforeAll(async () => {
  world = await plant();
  catalogue = portalCatalogueOf(world.catalogue);
  const [module = ""] = await world.modules([{ name: "panel", room_gfk: world.room }]);
  ports = await world.ports(["p1", "p2", "p3", "p4", "p5", "p6"].map((name) => [module, name]));
});
afterAll(() => world.close());

const recorded = recorder();

async function lastTransaction(): Promise<string> {
  const [last] = await world.db.query<{ id: string }>("select max(id)::text id from wapi.transaction");
  return `tx-${last?.id ?? ""}`;
}

/** Steps that the planned list would send to reverse the last transaction. */
async function reverse(): Promise<{ readonly steps: readonly SentStep[]; readonly losses: readonly Loss[] }> {
  const said = await world.execute("ada", [
    {
      name: "wapi.change_log.list",
      old: { transaction_gfk: await lastTransaction(), sorting_params_list: ["position ASC"] },
    },
  ]);
  let uuids = 0;
  const entries = rowsOf(said).map(entryOf);
  const made = reverseOf(catalogue, entries, () => `u${String(uuids++)}`);
  recorded.keep({ entries, made });
  // Steps are plain JSON.
  return { steps: toSteps(made.items) as readonly SentStep[], losses: made.losses };
}

function entryOf(row: Row): ChangeEntry {
  return {
    object: textIn(row, "object_fq_name"),
    gpk: textIn(row, "object_gfk"),
    // Parse boundary: states are rows (wire contract 7.2).
    old: row["old"] as Row | null,
    new: row["new"] as Row | null,
  };
}

const KEYS = /(_gfk|_gfk_list|^gpk)$/;

/** All rows of all types without keys, which differ in a recreated object, and without values that depend on the clock. */
async function tables(): Promise<readonly string[]> {
  const types = catalogue.types.filter(
    ({ name, definition }) =>
      catalogue.fn(name, "list") !== null &&
      !definition.is_view &&
      !/^(wapi|tmp|macfinder)\./.test(name) &&
      name !== "cntl.wapi_auth",
  );
  const said = await world.execute(
    "ada",
    types.map(({ name }) => ({ name: `${name}.list` })),
  );
  return types
    .flatMap(({ name, attributes }, at) => {
      const kept = attributes.filter(
        (one) => !KEYS.test(one.name) && one.data_type !== "timestamp" && !one.is_secret,
      );
      return rowsOf(said, at).map(
        (row) => `${name} ${JSON.stringify(kept.map((one) => [one.name, row[one.name]]))}`,
      );
    })
    .toSorted();
}

const disconnect = (gpk: string): SentStep => ({ name: "nd.p_port.disconnect", old: { gpk } });

/** Pairs of connected ports. */
async function wiring(): Promise<readonly string[]> {
  const rows = rowsOf(await world.execute("ada", [{ name: "nd.connection.list" }]));
  return rows.map((row) => `${textIn(row, "p_port_a_gfk")} ${textIn(row, "p_port_b_gfk")}`).toSorted();
}

async function apply(steps: readonly SentStep[]): Promise<void> {
  rowsOf(await world.execute("ada", steps));
}

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const update = (name: string, old: Params, values: Params): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});
const remove = (name: string, old: Params): SentStep => ({ name: `${name}.delete`, old });

describe("[OBJ-08] the reverse of a transaction", () => {
  it("reverses creations, changes and deletions, the last change first", async () => {
    await apply([create("nd.site", { name: "nord", title: "Nord" }), create("nd.site", { name: "alt" })]);
    const before = await tables();
    await apply([
      create("nd.site", { name: "west", title: "West" }),
      create("nd.bldg", { site: "west", number: "1", title: "Tor" }),
      update("nd.site", { name: "nord" }, { title: null }),
      update("nd.site", { name: "nord" }, { name: "norden" }),
      remove("nd.site", { name: "alt" }),
    ]);
    const { steps, losses } = await reverse();
    expect(losses).toEqual([]);
    expect(steps.map(({ name, old, new: values }) => [name, old, values])).toEqual([
      ["nd.site.create", undefined, { name: "alt" }],
      ["nd.site.update", { name: "norden" }, { name: "nord" }],
      ["nd.site.update", { name: "nord", title: null }, { title: "Nord" }],
      ["nd.bldg.delete", { site: "west", number: "1" }, undefined],
      ["nd.site.delete", { name: "west" }, undefined],
    ]);
    await apply(steps);
    expect(await tables()).toEqual(before);
  });

  it("restores a group with its members, and a network with the objects that were created with it", async () => {
    await apply([
      create("cntl.group", { name: "werkstatt" }),
      create("cntl.mgr2group", { login_name: "greta", group_name: "werkstatt" }),
      create("nd.bcd", { name: "scc-alt-7", description: "alt", seclvl: 2 }),
    ]);
    const before = await tables();
    await apply([
      remove("cntl.mgr2group", { login_name: "greta", group_name: "werkstatt" }),
      remove("cntl.group", { name: "werkstatt" }),
      remove("nd.bcd", { name: "scc-alt-7" }),
    ]);
    const { steps } = await reverse();
    await apply(steps);
    expect(await tables()).toEqual(before);
    await apply([create("nd.bcd", { name: "scc-neu-8" })]);
    await apply((await reverse()).steps);
    expect(await tables()).toEqual(before);
  });

  it("restores a text together with its German translation, whichever of them was written", async () => {
    await apply([create("nd.site", { name: "see", title: "See" })]);
    const [site] = rowsOf(await world.execute("ada", [{ name: "nd.site.list", old: { name: "see" } }]));
    const key = { object_gfk: textIn(site, "gpk"), language_tag: "de", lang_attr_key: "title" };
    await apply([create("cntl.ot_lang_attr_val", { ...key, value: "Am See" })]);
    const before = await tables();
    for (const step of [
      update("nd.site", { name: "see" }, { title: "Ufer" }),
      update("nd.site", { name: "see" }, { title: null }),
      update("cntl.ot_lang_attr_val", key, { value: "Strand" }),
      remove("cntl.ot_lang_attr_val", key),
    ]) {
      await apply([step]);
      await apply((await reverse()).steps);
      expect({ step, tables: await tables() }).toEqual({ step, tables: before });
    }
  });

  it("disconnects new connections and restores ended ones, also if several depend on each other", async () => {
    const [a = "", b = "", c = "", d = ""] = ports;
    await apply([connect(a, b)]);
    const before = await wiring();
    for (const steps of [
      [connect(d, c)],
      [disconnect(b)],
      [disconnect(a), connect(a, c), connect(d, b)],
      [connect(c, d), disconnect(d), disconnect(a), connect(b, a)],
    ]) {
      await apply(steps);
      const { steps: back, losses } = await reverse();
      expect(losses).toEqual([]);
      await apply(back);
      expect({ steps, wiring: await wiring() }).toEqual({ steps, wiring: before });
    }
    await apply([disconnect(a)]);
    expect((await reverse()).steps).toMatchObject([
      { name: "nd.p_port.connect", old: { gpk: a }, new: { p_port_gfk: b } },
    ]);
  });

  it("does not end a connection that has changed since", async () => {
    const [a = "", b = "", c = ""] = ports;
    await apply([connect(a, b)]);
    const { steps } = await reverse();
    await apply([disconnect(a), connect(a, c)]);
    const said = await world.execute("ada", steps);
    expect(said.ok ? null : said.exception.error.name).toBe("old_value_changed");
    await apply([disconnect(a)]);
  });

  it("restores the connection of a deleted port at the recreated port", async () => {
    const module = textIn(await world.port(ports[0] ?? ""), "module_gfk");
    const [gone = ""] = await world.ports([[module, "gone"]]);
    await apply([connect(ports[0] ?? "", gone)]);
    await apply([disconnect(gone), remove("nd.p_port", { gpk: gone })]);
    const { steps, losses } = await reverse();
    expect(losses).toEqual([]);
    expect(steps.map(({ name }) => name)).toEqual(["nd.p_port.create", "nd.p_port.connect"]);
    await apply(steps);
    const other = textIn(await world.port(ports[0] ?? ""), "remote_gfk");
    expect(await world.port(other)).toMatchObject({ module_gfk: module, name: "gone" });
    await apply([disconnect(other), remove("nd.p_port", { gpk: other })]);
  });

  it("names every object and value that it cannot restore", async () => {
    await apply([
      create("nd.site", { name: "fern", title: "Fern" }),
      create("macauth.client", { mac_addr: "02:00:00:00:00:77", bcd_name: "scc-net-web-1" }),
    ]);
    const [site] = rowsOf(await world.execute("ada", [{ name: "nd.site.list", old: { name: "fern" } }]));
    const text = { object_gfk: textIn(site, "gpk"), language_tag: "en", lang_attr_key: "title" };
    await apply([create("cntl.ot_lang_attr_val", { ...text, value: "Far" })]);
    await apply([
      remove("nd.site", { name: "fern" }),
      remove("macauth.client", { mac_addr: "02:00:00:00:00:77" }),
    ]);
    const { losses } = await reverse();
    expect(losses.map(({ object, attribute, reason }) => [object, attribute, reason])).toEqual([
      ["macauth.client", "wpa2_key", "core.reverse.secret"],
    ]);
  });

  it("restores the tables after any of 60 random transactions", async () => {
    const seed = Number(process.env["REVERSE_SEED"] ?? "7");
    const rounds = Number(process.env["REVERSE_ROUNDS"] ?? "60");
    const draw = random(seed);
    const kinds = new Set<string>();
    let before = await tables();
    let wired = await wiring();
    for (let round = 0; round < rounds; round++) {
      const earlier = await lastTransaction();
      const applied = await applySome(draw);
      // No change was made: all steps were refused or set present values.
      if ((await lastTransaction()) === earlier) continue;
      for (const { name } of applied) kinds.add(name);
      const { steps } = await reverse();
      const said = await world.execute("ada", steps);
      const context = `round ${String(round)}: ${JSON.stringify(applied)}\nreverse: ${JSON.stringify(steps)}`;
      expect({ context, fault: said.ok ? null : said.exception }).toEqual({ context, fault: null });
      expect({ context, tables: await tables() }).toEqual({ context, tables: before });
      expect({ context, wiring: await wiring() }).toEqual({ context, wiring: wired });
      // Every third transaction stays, so that more and more objects can change.
      if (round % 3 === 0 && (await world.execute("ada", applied)).ok) {
        before = await tables();
        wired = await wiring();
      }
    }
    expect(kinds.size).toBeGreaterThan(15);
  }, 240_000);

  it("is equal to what the unit tests expect of the same changes", async () => {
    await recorded.expectKept("../unit/core/reversed-changes.txt");
  });
});

/** Applies a random list of steps, leaving out those that are refused. */
async function applySome(draw: Random): Promise<readonly SentStep[]> {
  let steps = Array.from({ length: 1 + draw(6) }, () => candidate(draw));
  while (steps.length > 0) {
    const said = await world.execute("ada", steps);
    if (said.ok) return steps;
    const at = said.exception.traceback?.transaction_statement.position ?? draw(steps.length);
    steps = steps.filter((_, place) => place !== at);
  }
  return steps;
}

const SITES = ["a", "b", "c", "d"];
const GROUPS = ["scc-net-web", "other", "g1", "g2", "g3"];
const BCDS = ["scc-net-web-1", "scc-other-1", "scc-x-1", "scc-x-2"];
const NAMES = ["www.example.com.", "mail.example.com.", "a.b.example.com.", "x.example.org."];
const UNITS = ["KIT", "KIT::SCC", "KIT::SCC::NET", "KIT::NEU", "KIT::ALT"];

function candidate(draw: Random): SentStep {
  const one = <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
    const found = list[draw(list.length)];
    if (found === undefined) throw new Error("nothing to draw from");
    return found;
  };
  const text = (): Json => one([null, "eins", "zwei", "drei ä"]);
  const site = one(SITES);
  const bldg = { site, number: one(["1", "2"]) };
  const group = one(GROUPS);
  const bcd = one(BCDS);
  const value = one(NAMES);
  const record = { fqdn: value, type: one(["A", "TXT"]) };
  const data = record.type === "A" ? `198.51.100.${String(20 + draw(4))}` : one(['"eins"', '"zwei"']);
  const link = { login_name: one(["greta", "otto"]), group_name: group };
  const unit = one(UNITS);
  return one<() => SentStep>([
    () => connect(one(ports), one(ports)),
    () => connect(one(ports), one(ports)),
    () => disconnect(one(ports)),
    () => create("nd.site", { name: site, title: text() }),
    () => update("nd.site", { name: site }, { title: text() }),
    () => update("nd.site", { name: site }, { name: one(SITES) }),
    () => remove("nd.site", { name: site }),
    () => create("nd.bldg", { ...bldg, title: text() }),
    () => update("nd.bldg", bldg, { site: one(SITES), title: text() }),
    () => remove("nd.bldg", bldg),
    () => create("nd.room", { site, bldg: bldg.number, name: one(["r1", "r2"]) }),
    () => remove("nd.room", { site, bldg: bldg.number, name: one(["r1", "r2"]) }),
    () => create("cntl.group", { name: group, parent_group_name: one([null, ...GROUPS]) }),
    () => update("cntl.group", { name: group }, { description: text() }),
    () => update("cntl.group", { name: group }, { parent_group_name: one([null, ...GROUPS]) }),
    () => remove("cntl.group", { name: group }),
    () => create("cntl.mgr2group", link),
    () => remove("cntl.mgr2group", link),
    () => create("nd.bcd", { name: bcd, description: text(), seclvl: draw(3) }),
    () => update("nd.bcd", { name: bcd }, { seclvl: draw(3), description: text() }),
    () => update("nd.bcd", { name: bcd }, { name: one(BCDS) }),
    () => update("dhcp.bcd_setting", { bcd }, { is_enabled: draw(2) === 0 }),
    () => remove("nd.bcd", { name: bcd }),
    () => create("nd.bcd2group", { bcd, group_name: group }),
    () => remove("nd.bcd2group", { bcd, group_name: group }),
    () => create("nd.ip_subnet", { cidr: `10.1.${String(draw(3))}.0/24`, bcd, description: text() }),
    () => update("nd.ip_subnet", { cidr: `10.1.${String(draw(3))}.0/24` }, { bcd: one(BCDS) }),
    () => remove("nd.ip_subnet", { cidr: `10.1.${String(draw(3))}.0/24` }),
    () => create("dns.fqdn", { value, type: "domain", description: text() }),
    () => update("dns.fqdn", { value }, { description: text() }),
    () => update("dns.fqdn", { value }, { value: one(NAMES) }),
    () => remove("dns.fqdn", { value }),
    () => create("dns.record", { ...record, data, fqdn_type: "domain" }),
    () => create("dns.record", { ...record, data, ttl: 300 }),
    () => update("dns.record", { ...record, data }, { ttl: one([null, 600, 900]) }),
    () => remove("dns.record", { ...record, data }),
    () => create("dns.fqdn2group", { fqdn: value, group_name: group }),
    () => remove("dns.fqdn2group", { fqdn: value, group_name: group }),
    () =>
      create("org.unit", { short_name: one(["NEU", "ALT"]), title: "T", unit_type: "abt", parent: "KIT" }),
    () => update("org.unit", { fq_name: unit }, { title: one(["T", "U"]) }),
    () => update("org.unit", { fq_name: unit }, { short_name: one(["NEU", "ALT", "NET"]) }),
    () => update("org.unit", { fq_name: unit }, { parent: one(UNITS) }),
    () => remove("org.unit", { fq_name: unit }),
    () => create("nd.bcd2ou", { bcd, ou: unit }),
    () => create("macauth.client", { mac_addr: `02:00:00:00:00:0${String(draw(3))}`, bcd_name: bcd }),
    () => remove("macauth.client", { mac_addr: `02:00:00:00:00:0${String(draw(3))}` }),
  ])();
}
