import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { keyOf } from "#core/catalogue/key";
import { reverseOf, type Reverse } from "#core/txlist/reverse";
import { toSteps } from "#core/txlist/to-steps";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { plant, type Plant } from "../support/plant.ts";
import { portalCatalogueOf } from "../support/portal-catalogue.ts";
import { lookAtRemoval, withBefore } from "#core/removal/removal";
import type { Planned } from "#core/txlist/planned";
import { outcomesOf } from "../support/outcomes.ts";
import { plantAll, PORTS } from "../support/reverse/planted.ts";
import { recorder } from "../support/reverse/recorded.ts";
import { stateOf } from "../support/reverse/state.ts";
import { rowsOf, textIn, type SentStep } from "../support/small-world.ts";

interface Doomed {
  /** Filters that find exactly this object. */
  readonly find: Params;
  /** Types of dependents that must come back with it. */
  readonly along?: readonly string[];
  /** Reported losses. */
  readonly told?: readonly string[];
}

const REV = { name: "rev" };
const NAME = "rev.example.com.";
const HERE = "DOOMED in tests/wapi/reverse-types.test.ts";

/** For each type the object that is deleted. */
const DOOMED: Readonly<Record<string, Doomed>> = {
  "cntl.group": {
    find: REV,
    along: [
      "cntl.group2ou",
      "cntl.mgr2group",
      "cntl.group_addr_space",
      "nd.bcd2group",
      "dns.fqdn2group",
      "req.team",
    ],
  },
  "cntl.group2ou": { find: { group_name: "rev" } },
  "cntl.group_addr_space": { find: { group_name: "rev" } },
  "cntl.mgr": {
    find: { login_name: "greta-rev" },
    along: ["cntl.mgr2group", "cntl.mgr2role", "cntl.wapi_auth", "cntl.wapi_auth2role"],
  },
  "cntl.mgr2group": { find: { login_name: "greta", group_name: "rev" } },
  "cntl.mgr2ou": { find: { login_name: "otto", ou: "KIT::REV" } },
  "cntl.mgr2role": { find: { login_name: "greta", role_name: "rev" } },
  "cntl.ot_lang_attr_val": { find: { language_tag: "en", value: "Way back", fetch_limit: 1 } },
  "cntl.role": { find: REV, along: ["cntl.mgr2role", "cntl.role2permission", "cntl.role2role"] },
  "cntl.role2permission": { find: { role_name: "rev" } },
  "cntl.role2role": { find: { role_name: "rev" } },
  "cntl.wapi_auth": { find: { login_name: "greta-rev" }, along: ["cntl.wapi_auth2role"] },
  "cntl.wapi_auth2role": { find: { role_name: "rev" } },
  "dhcp.pool": { find: { first_addr: "10.99.0.100" } },
  "dhcp.static_assignment": { find: { ip_addr: "198.51.100.77" } },
  "dns.fqdn": { find: { value: NAME }, along: ["dns.record", "dns.fqdn2group", "dns.fqdn2ou", "nd.device"] },
  "dns.fqdn2group": { find: { fqdn: NAME } },
  "dns.fqdn2ou": { find: { fqdn: NAME } },
  "dns.record": { find: { fqdn: NAME, type: "A" } },
  "dnscfg.ns_set": { find: REV, along: ["dnscfg.ns_set_member"] },
  "dnscfg.ns_set_member": { find: { ns_set_name: "rev" } },
  "macauth.client": { find: { mac_addr: "02:00:00:00:07:79" }, told: ["wpa2_key"] },
  "nd.bcd": {
    find: { name: "rev-1" },
    along: [
      "nd.ip_subnet",
      "nd.bcd2group",
      "nd.bcd2ou",
      "dhcp.bcd_setting",
      "dhcp.pool",
      "nd.vlan",
      "nd.l_port",
    ],
    told: ["wpa2_key"],
  },
  "nd.bcd2group": { find: { bcd: "rev-1" } },
  "nd.bcd2ou": { find: { bcd: "rev-1" } },
  "nd.bldg": { find: { site: "REV" }, along: ["nd.room", "nd.module", "nd.p_port", "nd.connection"] },
  "nd.device": { find: { fqdn: NAME }, along: ["nd.l_port"] },
  "nd.ip_subnet": { find: { cidr: "10.99.0.0/24" }, along: ["dhcp.pool", "dhcp.static_assignment"] },
  "nd.l_port": { find: { name: "rev0/1" } },
  "nd.module": { find: { name: "panel" }, along: ["nd.p_port", "nd.connection", "nd.l_port"] },
  "nd.net_cmpnd": { find: REV, along: ["nd.device"] },
  "nd.net_instnc": { find: REV, along: ["nd.net_cmpnd", "nd.vlan"] },
  "nd.p_port": { find: { name: "p0" }, along: ["nd.connection"] },
  "nd.room": { find: { bldg: "R1", name: "101" }, along: ["nd.module", "nd.p_port", "nd.connection"] },
  "nd.site": { find: { name: "REV" }, along: ["nd.bldg", "nd.room", "nd.module", "cntl.ot_lang_attr_val"] },
  "nd.vlan": { find: { name: "rev" } },
  "nd.vxlan": { find: { vni: 9901 } },
  "ndcfg.module_type": { find: { name: "rev-1" }, along: ["nd.module", "nd.p_port"] },
  "ndcfg.module_type_class": { find: REV, along: ["ndcfg.module_type", "nd.module"] },
  "org.unit": {
    find: { fq_name: "KIT::REV" },
    along: ["org.unit", "nd.bcd2ou", "cntl.mgr2ou", "dns.fqdn2ou", "cntl.ot_lang_attr_val"],
  },
  "org.unit_type": { find: { short_name: "rev" }, along: ["org.unit"] },
  "output.server": { find: REV, told: ["key_secret", "next_key_secret"] },
  "req.team": { find: { group_name: "rev" } },
  "wapi.maint_state": { find: { subject: "Umbau" } },
  "wapi.system_alert": { find: { title_de: "Umbau" } },
};

const definitions = await loadCatalogue();
const catalogue: Catalogue = portalCatalogueOf(definitions);

let world: Plant;
beforeAll(async () => {
  world = await plant();
  await plantAll(world);
}, 240_000);
afterAll(() => world.close());

const recorded = recorder();

interface Back extends Reverse {
  /** Types of the objects that the transaction changed. */
  readonly changed: readonly string[];
}

/** Reverses the last transaction. */
async function reverse(): Promise<Back> {
  const [last] = await world.db.query<{ id: string }>("select max(id)::text id from wapi.transaction");
  const old = { transaction_gfk: `tx-${last?.id ?? ""}`, sorting_params_list: ["position"] };
  const rows = rowsOf(await world.execute("ada", [{ name: "wapi.change_log.list", old }]));
  const entries = rows.map((row) => ({
    object: textIn(row, "object_fq_name"),
    gpk: textIn(row, "object_gfk"),
    // Parse boundary: states are rows (wire contract 7.2).
    old: row["old"] as Row | null,
    new: row["new"] as Row | null,
  }));
  let uuids = 0;
  const made = reverseOf(catalogue, entries, () => `u${String(uuids++)}`);
  recorded.keep({ entries, made });
  return { ...made, changed: entries.map(({ object }) => object) };
}

/** Tests the steps, then applies them. */
async function apply(steps: readonly SentStep[]): Promise<void> {
  for (const dryRun of [true, false]) {
    const said = await world.execute("ada", steps, { dryRun });
    if (!said.ok) throw new Error(`${JSON.stringify(said.exception)}\n${JSON.stringify(steps, null, 1)}`);
  }
}

// Steps are plain JSON.
const stepsOf = ({ items }: Reverse): readonly SentStep[] => toSteps(items) as readonly SentStep[];

async function deletion(name: string, find: Params): Promise<readonly SentStep[]> {
  const type = catalogue.objectType(name);
  const rows = rowsOf(await world.execute("ada", [{ name: `${name}.list`, old: find }]));
  const [row, ...others] = rows;
  if (type === null || row === undefined)
    throw new Error(`No ${name} has ${JSON.stringify(find)}: create it in tests/support/reverse/planted.ts.`);
  expect(others, `${HERE}: the filters of ${name} have to find one object`).toEqual([]);
  const item: Planned = {
    uuid: "doomed",
    variant: null,
    ta_type: "db_editor_simple",
    content: {
      object_fq_name: type.name,
      object_function: "delete",
      parameters: { old: keyOf(type, row), new: {} },
      preview_fields: [],
      object_title: "",
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
  const removal = await lookAtRemoval(item, [], { catalogue, execute: outcomesOf(world, "ada") });
  expect(removal).toMatchObject({ stuck: [], isTooMuch: false, along: expect.anything() as unknown });
  // Steps are plain JSON.
  return toSteps([withBefore(item, removal?.statements ?? [])]) as readonly SentStep[];
}

describe("[OBJ-08] an object that was deleted with all its dependents and is restored", () => {
  it("can be of every type that is created and deleted, except types without change log", () => {
    const types = catalogue.types.filter(
      ({ name }) =>
        ["create", "delete"].every((fn) => catalogue.fn(name, fn) !== null) &&
        definitions.type(name).spec.isUnlogged !== true,
    );
    const wanted = types.map(({ name }) => name).toSorted();
    expect(
      Object.keys(DOOMED),
      `${HERE} has a line for each of these types, in alphabetical order; tests/support/reverse/planted.ts creates its object`,
    ).toEqual(wanted);
  });

  it.each(Object.entries(DOOMED))(
    "%s",
    async (name, { find, along = [], told = [] }) => {
      const before = await stateOf(world, catalogue);
      await apply(await deletion(name, find));
      const back = await reverse();
      const { changed, losses } = back;
      expect(changed, `${HERE}: \`along\` of ${name}`).toEqual(expect.arrayContaining([name, ...along]));
      const lost = [...new Set(losses.map(({ attribute }) => attribute))];
      expect(lost, `${HERE}: \`told\` of ${name} has what is lost`).toEqual(told);
      const tokens = back.renewed.filter(({ reason }) => reason === "core.reverse.anew");
      expect(tokens).toHaveLength(back.changed.filter((one) => one === "cntl.wapi_auth").length);
      await apply(stepsOf(back));
      expect(await stateOf(world, catalogue)).toEqual(before);
    },
    120_000,
  );

  it("is deleted again by the reverse of the reverse, and is restored again", async () => {
    const before = await stateOf(world, catalogue);
    await apply(await deletion("nd.module", { name: "panel" }));
    const without = await stateOf(world, catalogue);
    await apply(stepsOf(await reverse()));
    const again = await reverse();
    expect(again.changed.filter((name) => name === "nd.p_port").length).toBeGreaterThanOrEqual(PORTS);
    await apply(stepsOf(again));
    expect(await stateOf(world, catalogue)).toEqual(without);
    await apply(stepsOf(await reverse()));
    expect(await stateOf(world, catalogue)).toEqual(before);
  }, 120_000);

  it("is equal to what the unit tests expect of the same deletions", async () => {
    await recorded.expectKept("../unit/core/reversed-deletions.txt");
  });
});
