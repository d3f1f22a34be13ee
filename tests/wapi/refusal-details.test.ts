import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  failedStep,
  rowsOf,
  smallWorld,
  textIn,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  await world.db.query("update cntl.mgr set allow_data_manipulation = false where login_name = 'svc-web'");
});
afterAll(() => world.close());

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const update = (name: string, old: Params, values: Params): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});
const drop = (name: string, old: Params): SentStep => ({ name: `${name}.delete`, old });

/** A place with two rooms, created again in each dry run. */
const place: readonly SentStep[] = [
  create("nd.site", { name: "A" }),
  create("nd.bldg", { site: "A", number: "1" }),
  create("nd.bldg", { site: "A", number: "2" }),
  create("nd.room", { site: "A", bldg: "1", name: "r" }),
];

interface Refused {
  readonly steps: readonly SentStep[];
  readonly code: string;
  readonly details: Readonly<Record<string, Json>>;
}

const REFUSED: Readonly<Record<string, Refused>> = {
  "an update of an object that is not there": {
    steps: [update("nd.bldg", { site: "A", number: "9" }, { title: "x" })],
    code: "-20020/1",
    details: { object_fq_name: "nd.bldg", key: { site: "A", number: "9" } },
  },
  "an update by a gpk of another type": {
    steps: [...place, update("nd.bldg", { gpk: "room-1" }, { title: "x" })],
    code: "-20020/1",
    details: { object_fq_name: "nd.bldg", key: { gpk: "room-1" } },
  },
  "old values that are not the present ones": {
    steps: [
      ...place,
      update(
        "nd.room",
        { site: "A", bldg: "1", name: "r", floor: "3", description: null },
        { description: "x" },
      ),
    ],
    code: "-20050/1",
    details: {
      object_fq_name: "nd.room",
      key: { site: "A", bldg: "1", name: "r" },
      conflict_list: [{ attribute: "floor", expected: "3", found: null }],
    },
  },
  "a room in a building that is not there": {
    steps: [...place, create("nd.room", { site: "A", bldg: "3", name: "r" })],
    code: "-20020/2",
    details: {
      object_fq_name: "nd.room",
      attribute: "bldg",
      value: "3",
      reference_name: "api_fkey_nd_room_bldg",
      ref_object_fq_name: "nd.bldg",
    },
  },
  "a move to a building that is not there": {
    steps: [...place, update("nd.room", { site: "A", bldg: "1", name: "r" }, { bldg: "3" })],
    code: "-20020/2",
    details: {
      object_fq_name: "nd.room",
      attribute: "bldg",
      value: "3",
      reference_name: "api_fkey_nd_room_bldg",
      ref_object_fq_name: "nd.bldg",
    },
  },
  "a reference by a gpk of nothing": {
    steps: [
      create("ndcfg.module_type_class", { name: "c" }),
      create("ndcfg.module_type", { name: "m", class: "c" }),
      create("nd.module", { name: "x", module_type: "m", room_gfk: "room-999999" }),
    ],
    code: "-20020/2",
    details: {
      object_fq_name: "nd.module",
      attribute: "room_gfk",
      value: "room-999999",
      reference_name: "api_fkey_nd_module_room",
      ref_object_fq_name: "nd.room",
    },
  },
  "a list with something unknown in it": {
    steps: [
      create("dns.fqdn", { value: "sw.example.com." }),
      create("nd.device", { fqdn: "sw.example.com.", type: "switch" }),
      create("nd.l_port", {
        device: "sw.example.com.",
        name: "1",
        tagged_bcd_list: ["scc-other-1", "scc-nothing-1"],
      }),
    ],
    code: "-20020/2",
    details: {
      object_fq_name: "nd.l_port",
      attribute: "tagged_bcd_list",
      value: "scc-nothing-1",
      reference_name: "api_func_nd_l_port_tagged_bcd_list",
      ref_object_fq_name: "nd.bcd",
    },
  },
  "a change of all rows": {
    steps: [{ name: "nd.site.bulk_update", new: { title: "x" } }],
    code: "-20040/1",
    details: { parameter: "filter_params_dict", scope: "old" },
  },
  "a change of all rows, by conditions that always hold": {
    steps: [{ name: "nd.site.bulk_update", old: { filter_params_dict: { _and: [] } }, new: { title: "x" } }],
    code: "-20040/1",
    details: { parameter: "filter_params_dict", scope: "old" },
  },
  "an old secret that is not the present one": {
    steps: [
      create("macauth.client", { mac_addr: "00:00:5e:00:53:02", bcd_name: "scc-net-web-1" }),
      update(
        "macauth.client",
        { mac_addr: "00:00:5e:00:53:02", bcd_name: "scc-net-web-1", wpa2_key: "a wrong key" },
        { description: "x" },
      ),
    ],
    code: "-20050/1",
    details: {
      object_fq_name: "macauth.client",
      key: { mac_addr: "00:00:5e:00:53:02" },
      conflict_list: [{ attribute: "wpa2_key", expected: null, found: null }],
    },
  },
  "a unique set, of which the server knows the other part": {
    steps: [
      create("dhcp.static_assignment", { ip_addr: "198.51.100.20", mac_addr: "00:00:5e:00:53:03" }),
      create("dhcp.static_assignment", { ip_addr: "198.51.100.21", mac_addr: "00:00:5e:00:53:04" }),
      update("dhcp.static_assignment", { ip_addr: "198.51.100.21" }, { mac_addr: "00:00:5e:00:53:03" }),
    ],
    code: "-20030/1",
    details: {
      object_fq_name: "dhcp.static_assignment",
      attribute_list: ["mac_addr"],
      value_list: ["00:00:5e:00:53:03"],
    },
  },
  "a parameter that the function has not": {
    steps: [update("nd.site", { name: "A" }, { nothing: "x" })],
    code: "-20900/4",
    details: {
      parameter: "nothing",
      scope: "new",
      known_list: ["name", "title", "campus", "geo_lat", "geo_lon"],
    },
  },
  "an empty value where there must be one": {
    steps: [update("nd.site", { name: "A" }, { name: null })],
    code: "-20040/2",
    details: { parameter: "name", scope: "new" },
  },
  "a key that is taken": {
    steps: [...place, create("nd.bldg", { site: "A", number: "1" })],
    code: "-20030/1",
    details: { object_fq_name: "nd.bldg", attribute_list: ["site", "number"], value_list: ["A", "1"] },
  },
  "a unique value that is taken": {
    steps: [
      create("nd.vxlan", { vni: 5001, bcd: "scc-net-web-1" }),
      create("nd.vxlan", { vni: 5002, bcd: "scc-other-1" }),
      update("nd.vxlan", { vni: 5002 }, { bcd: "scc-net-web-1" }),
    ],
    code: "-20030/1",
    details: { object_fq_name: "nd.vxlan", attribute_list: ["bcd"], value_list: ["scc-net-web-1"] },
  },
  "a name made by the server that is taken": {
    steps: [create("org.unit", { short_name: "SCC", title: "x", unit_type: "abt", parent: "KIT" })],
    code: "-20030/1",
    details: { object_fq_name: "org.unit", attribute_list: ["fq_name"], value_list: ["KIT::SCC"] },
  },
  "a deletion of what others refer to": {
    steps: [...place, drop("nd.bldg", { site: "A", number: "1" })],
    code: "-20030/2",
    details: {
      object_fq_name: "nd.bldg",
      key: { site: "A", number: "1" },
      child_list: [
        {
          object_fq_name: "nd.room",
          attribute_list: ["site", "bldg"],
          reference_name: "api_fkey_nd_room_bldg",
          count: 1,
          title_list: ["r"],
        },
      ],
    },
  },
  "networks that overlap": {
    steps: [create("nd.ip_subnet", { cidr: "198.51.100.0/25", bcd: "scc-other-1" })],
    code: "-20030/4",
    details: {
      object_fq_name: "nd.ip_subnet",
      attribute: "cidr",
      value: "198.51.100.0/25",
      other: "198.51.100.0/24",
      other_title: "198.51.100.0/24",
    },
  },
  "new networks that overlap each other": {
    steps: [
      create("nd.ip_subnet", { cidr: "192.0.2.0/25", bcd: "scc-other-1" }),
      create("nd.ip_subnet", { cidr: "192.0.2.128/25", bcd: "scc-other-1" }),
      create("nd.ip_subnet", { cidr: "192.0.2.192/26", bcd: "scc-net-web-1" }),
    ],
    code: "-20030/4",
    details: {
      object_fq_name: "nd.ip_subnet",
      attribute: "cidr",
      value: "192.0.2.192/26",
      other: "192.0.2.128/25",
      other_title: "192.0.2.128/25",
    },
  },
  "a deletion of what objects of several types refer to": {
    steps: [drop("cntl.group", { name: "other" })],
    code: "-20030/2",
    details: {
      object_fq_name: "cntl.group",
      key: { name: "other" },
      child_list: [
        {
          object_fq_name: "cntl.mgr2group",
          attribute_list: ["group_name"],
          reference_name: "api_fkey_cntl_mgr2group_group",
          count: 1,
          title_list: ["greta other"],
        },
        {
          object_fq_name: "dns.fqdn2group",
          attribute_list: ["group_name"],
          reference_name: "api_fkey_dns_fqdn2group_group",
          count: 1,
          title_list: ["example.org. other"],
        },
        {
          object_fq_name: "nd.bcd2group",
          attribute_list: ["group_name"],
          reference_name: "api_fkey_nd_bcd2group_group",
          count: 1,
          title_list: ["scc-other-1 other"],
        },
      ],
    },
  },
  "a unit below itself": {
    steps: [update("org.unit", { fq_name: "KIT::SCC" }, { parent: "KIT::SCC::NET" })],
    code: "-20060/9",
    details: { object_fq_name: "org.unit", key: { fq_name: "KIT::SCC" } },
  },
};

describe("the details of a refusal", () => {
  it.each(Object.entries(REFUSED))("are complete for %s", async (_, { steps, code, details }) => {
    const said = await world.dry("ada", ...steps);
    // The gpk of a row depends on the tests before.
    const found = Object.entries(detailsOf(said)).filter(([name]) => name !== "other_gpk");
    expect([codeOf(said), Object.fromEntries(found)]).toEqual([code, details]);
    expect(failedStep(said)).toMatchObject({ position: steps.length - 1, name: steps.at(-1)?.name });
  });

  it("are complete for an account that may not write", async () => {
    const said = await world.dry("svc-web", create("nd.site", { name: "x" }));
    expect([codeOf(said), detailsOf(said)]).toEqual(["-20010/5", { login_name: "svc-web" }]);
    const forNoRow = await world.dry(
      "svc-web",
      { idx: "none", name: "nd.site.list", old: { name: "nothing" } },
      {
        name: "nd.bldg.create",
        new_ref_params: [{ idx: "none", params: { site: "name" } }],
        new: { number: "1" },
      },
    );
    expect([codeOf(forNoRow), failedStep(forNoRow)]).toMatchObject(["-20010/5", { position: 1 }]);
  });
});

describe("secrets while another account is impersonated", () => {
  const client = { mac_addr: "00:00:5e:00:53:01", bcd_name: "scc-net-web-1" };
  const made = create("macauth.client", client);
  const refused = ["-20010/6", { login_name: "ada", su_login_name: "otto" }];

  it.each<readonly [string, SentStep]>([
    ["a token", create("cntl.wapi_auth", { login_name: "otto", description: "x" })],
    ["a client of a network", made],
    ["a new key", update("macauth.client", client, { do_generate: true })],
  ])("nobody makes %s", async (_, step) => {
    const said = await world.execute("ada", [step], { su: "otto" });
    expect([codeOf(said), detailsOf(said)]).toEqual(refused);
  });

  it("a change without a secret is refused only because the client does not exist", async () => {
    for (const values of [{ description: "x" }, { do_generate: false }]) {
      const said = await world.execute("ada", [update("macauth.client", client, values)], { su: "otto" });
      expect(codeOf(said)).toBe("-20020/1");
    }
  });

  it("a dry run answers the row without its secret", async () => {
    const own = rowsOf(await world.dry("ada", made))[0];
    expect(textIn(own, "wpa2_key")).not.toBe("");
    const said = await world.execute("ada", [made], { su: "otto", dryRun: true });
    const [row] = rowsOf(said);
    expect(row).toEqual({ ...own, gpk: row?.["gpk"], is_own: row?.["is_own"], wpa2_key: null });
  });
});

describe("objects that steps refer to", () => {
  it("can be one place with several parts, and an update keeps the parts that it leaves out", async () => {
    const said = await world.dry(
      "ada",
      ...place,
      update("nd.room", { site: "A", bldg: "1", name: "r" }, { bldg: "2" }),
      update("nd.room", { site: "A", bldg: "2", name: "r" }, { floor: "3" }),
      drop("nd.bldg", { site: "A", number: "1" }),
    );
    expect(rowsOf(said, 3)).toMatchObject([{ site: "A", bldg: "1", name: "r" }]);
    expect(rowsOf(said, 4)).toMatchObject([{ site: "A", bldg: "2", name: "r", floor: null }]);
    expect(rowsOf(said, 5)).toMatchObject([{ site: "A", bldg: "2", name: "r", floor: "3" }]);
  });

  it("can be a list, which is stored in order and without repeats", async () => {
    const port = { device: "sw.example.com.", name: "1" };
    const said = await world.dry(
      "ada",
      create("dns.fqdn", { value: "sw.example.com." }),
      create("nd.device", { fqdn: "sw.example.com.", type: "switch" }),
      create("nd.l_port", { ...port, tagged_bcd_list: ["scc-other-1", "scc-net-web-1", "scc-other-1"] }),
      update("nd.l_port", port, { description: "x" }),
      update("nd.l_port", port, { tagged_bcd_list: ["scc-other-1"] }),
      update("nd.l_port", port, { tagged_bcd_list: [] }),
    );
    const lists = [2, 3, 4, 5].map((at) => rowsOf(said, at)[0]?.["tagged_bcd_list"]);
    const both = ["scc-net-web-1", "scc-other-1"];
    expect(lists).toEqual([both, both, ["scc-other-1"], []]);
  });

  it("are locked and found by key and by gpk in one batch", async () => {
    const [one, two] = rowsOf(
      await world.dry("ada", { name: "nd.bcd.list", old: { name_list: ["scc-net-web-1", "scc-other-1"] } }),
    );
    const said = await world.dry(
      "ada",
      update("nd.bcd", { gpk: textIn(one, "gpk") }, { description: "one" }),
      update("nd.bcd", { name: textIn(two, "name") }, { description: "two" }),
    );
    expect([rowsOf(said, 0)[0], rowsOf(said, 1)[0]]).toMatchObject([
      { gpk: textIn(one, "gpk"), description: "one" },
      { gpk: textIn(two, "gpk"), description: "two" },
    ]);
  });
});
