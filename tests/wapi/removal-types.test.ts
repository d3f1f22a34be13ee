import { afterAll, beforeAll, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { keyOf } from "#core/catalogue/key";
import { lookAtRemoval } from "#core/removal/removal";
import type { PlannedStatement } from "#core/txlist/planned";
import { deletionOf, elementOf } from "#core/txlist/make-planned";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { outcomesOf } from "../support/outcomes.ts";
import { plant, type Plant } from "../support/plant.ts";
import { portalCatalogueOf } from "../support/portal-catalogue.ts";
import { plantAll } from "../support/reverse/planted.ts";
import { expectRecorded } from "../support/recording.ts";
import type { RecordedRemoval } from "../support/removal.ts";
import { rowsOf } from "../support/small-world.ts";

const catalogue = portalCatalogueOf(await loadCatalogue());
let world: Plant;
beforeAll(async () => {
  world = await plant();
  await plantAll(world);
}, 240_000);
afterAll(() => world.close());

const REV = { name: "rev" };
const NAME = "rev.example.com.";

const recorded: string[] = [];

/** Function, type and key of the object; for a change also the attributes that are emptied. */
function textOf({ object_fq_name: object, object_function: fn, parameters }: PlannedStatement): string {
  const key = Object.values(parameters.old).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  return [fn, object, ...key, ...Object.keys(parameters.new)].join(" ");
}

it.each<[string, Params, readonly string[], readonly string[]]>([
  [
    "cntl.group",
    REV,
    [
      "delete cntl.mgr2group greta-rev rev-sub",
      "delete cntl.group rev-sub",
      "delete cntl.mgr2group greta rev",
      "delete dns.fqdn2group rev.example.com. rev",
      "delete cntl.group_addr_space rev 10.99.0.0/25",
      "delete nd.bcd2group rev-1 rev",
      "delete req.team patch/cn rev",
    ],
    ["cntl.group2ou"],
  ],
  [
    "cntl.mgr",
    { login_name: "greta-rev" },
    [],
    ["cntl.mgr2group", "cntl.mgr2role", "cntl.wapi_auth2role", "cntl.wapi_auth"],
  ],
  [
    "cntl.role",
    REV,
    [
      "delete cntl.mgr2role greta rev",
      "delete cntl.mgr2role greta-rev rev",
      "delete cntl.wapi_auth2role tok-10 rev",
    ],
    ["cntl.role2permission", "cntl.role2role"],
  ],
  [
    "dns.fqdn",
    { value: NAME },
    [
      "update dhcp.bcd_setting rev-1 domain",
      "update dhcp.static_assignment 198.51.100.77 fqdn",
      "delete dns.record rev.example.com. A 198.51.100.77",
      "delete dns.record rev.example.com. AAAA 2001:db8:47:11::77",
      "delete dns.record rev.example.com. TXT einszwei",
      "delete dns.record alias.rev.example.com. CNAME rev.example.com.",
      "delete dnscfg.ns_set_member rev rev.example.com.",
      "delete nd.device rev.example.com.",
    ],
    ["nd.l_port", "nd.l_port", "dns.fqdn2group", "dns.fqdn2ou"],
  ],
  ["dnscfg.ns_set", REV, [], ["dnscfg.ns_set_member"]],
  [
    "nd.bcd",
    { name: "rev-1" },
    [
      "delete dhcp.pool 10.99.0.100",
      "delete dhcp.static_assignment 10.99.0.10",
      "delete macauth.client 02:00:00:00:07:79",
      "update nd.device rev.example.com. bcd",
      "delete cntl.group_addr_space rev 10.99.0.0/25",
      "delete nd.ip_subnet 10.99.0.0/24",
      "delete nd.ip_subnet 2001:db8:99::/64",
      "update nd.l_port rev.example.com. rev0/1 bcd",
      "update nd.l_port rev.example.com. rev0/2 tagged_bcd_list",
      "delete nd.vlan rev 99",
      "delete nd.vxlan 9901",
    ],
    ["dhcp.bcd_setting", "nd.bcd2group", "nd.bcd2ou"],
  ],
  ["nd.device", { fqdn: "rev.example.com." }, [], ["nd.l_port", "nd.l_port"]],
  [
    "nd.ip_subnet",
    { cidr: "10.99.0.0/24" },
    [
      "delete cntl.group_addr_space rev 10.99.0.0/25",
      "delete dhcp.pool 10.99.0.100",
      "delete dhcp.static_assignment 10.99.0.10",
    ],
    [],
  ],
  ["nd.net_cmpnd", REV, ["update nd.device rev.example.com. nc"], []],
  [
    "nd.net_instnc",
    REV,
    ["update nd.device rev.example.com. nc", "delete nd.net_cmpnd rev", "delete nd.vlan rev 99"],
    [],
  ],
  [
    "nd.p_port",
    { name: "p0" },
    ["disconnect nd.p_port pp-1 pp-2", "update nd.p_port mod-2 p1 internal_gfk"],
    [],
  ],
  ["nd.p_port", { name: "p2" }, ["update nd.l_port rev.example.com. rev0/1 p_port_gfk"], []],
  ["nd.vlan", REV, [], []],
  [
    "org.unit",
    { fq_name: "KIT::REV" },
    [
      "delete cntl.group2ou rev KIT::REV",
      "delete cntl.mgr2ou otto KIT::REV",
      "delete cntl.mgr2ou svc-rev KIT::REV",
      "delete dns.fqdn2ou rev.example.com. KIT::REV",
      "delete nd.bcd2ou rev-1 KIT::REV",
      "delete org.unit KIT::REV::SUB",
    ],
    ["cntl.ot_lang_attr_val"],
  ],
  [
    "org.unit_type",
    { short_name: "rev" },
    [
      "delete cntl.group2ou rev KIT::REV",
      "delete cntl.mgr2ou otto KIT::REV",
      "delete cntl.mgr2ou svc-rev KIT::REV",
      "delete dns.fqdn2ou rev.example.com. KIT::REV",
      "delete nd.bcd2ou rev-1 KIT::REV",
      "delete org.unit KIT::REV::SUB",
      "delete org.unit KIT::REV",
    ],
    ["cntl.ot_lang_attr_val"],
  ],
])(
  "the deletion of %s %j needs others before it and takes others along",
  async (name, find, before, along) => {
    const type = catalogue.objectType(name);
    const [row] = rowsOf(await world.execute("ada", [{ name: `${name}.list`, old: find }]));
    if (type === null || row === undefined)
      throw new Error(`No ${name} has these values: create one in tests/support/reverse/planted.ts.`);
    const content = {
      ...deletionOf(name, keyOf(type, row)),
      preview_fields: [],
      object_title: "",
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    };
    const item = elementOf({ uuid: "u", variant: null }, content, "prepend", []);
    const calls: RecordedRemoval["calls"][number][] = [];
    const removal = await lookAtRemoval(item, [], {
      catalogue,
      execute: async (steps, options) => {
        const outcome = await outcomesOf(world, "ada")(steps, options);
        calls.push({ steps, outcome });
        return outcome;
      },
    });
    recorded.push(JSON.stringify({ item, calls, removal } satisfies RecordedRemoval));
    expect(removal).toMatchObject({ stuck: [], refused: null, isTooMuch: false });
    const here = `of the row "${name}" in tests/wapi/removal-types.test.ts`;
    const needed = removal?.before.map(({ statement }) => textOf(statement));
    expect(needed, `needed before it: the third member ${here}`).toEqual(before);
    const others = removal?.along?.map(({ object }) => object);
    expect(others, `deleted with it: the fourth member ${here}`).toEqual(along);
  },
);

it("the searches are equal to those that unit tests repeat without a server", async () => {
  // Times and generated keys differ in each run.
  const text = recorded
    .join("\n")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "2026-01-01T00:00:00Z")
    .replaceAll(/(?<="wpa2_key":")[^"]+/gu, "key");
  await expectRecorded(`${text}\n`, "../unit/core/removals.txt");
});
