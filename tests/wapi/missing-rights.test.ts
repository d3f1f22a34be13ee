import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  textIn,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const update = (name: string, old: Params, values: Params): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});
const drop = (name: string, old: Params): SentStep => ({ name: `${name}.delete`, old });

const bcdLinks = [
  { object_fq_name: "nd.bcd2group", key: { bcd: "scc-net-web-1", group_name: "scc-net-web" } },
  { object_fq_name: "nd.bcd2group", key: { bcd: "scc-net-web-1", group_name: "scc-net-web-dns" } },
  { object_fq_name: "nd.bcd2ou", key: { bcd: "scc-net-web-1", ou: "KIT::SCC" } },
];
const bcd = {
  object_fq_name: "nd.bcd",
  key: { name: "scc-net-web-1" },
  is_met: false,
  link_list: bcdLinks,
};
const unmet = (object_fq_name: string, key: Params) => ({
  object_fq_name,
  key,
  is_met: false,
  link_list: [{ object_fq_name, key }],
});
const record = (fqdn: string) =>
  create("dns.record", { fqdn, type: "A", data: "198.51.100.9", fqdn_type: "domain" });

/** Who may not do what, with everything that would allow it: permissions, roles that give them, and assignments. */
const FORBIDDEN: Readonly<
  Record<string, readonly [login: string, SentStep, key: Params, required: readonly [Json, Json, Json]]>
> = {
  "what only a permission allows": [
    "greta",
    create("nd.site", { name: "x" }),
    { name: "x" },
    [["nd.rw:site"], ["admin"], null],
  ],
  "what a link of the object allows": [
    "greta",
    update("nd.bcd", { name: "scc-net-web-1" }, { description: "x" }),
    { name: "scc-net-web-1" },
    [["nd.rw:bcd"], ["admin"], [bcd]],
  ],
  "a new object, by the name that the server would make": [
    "greta",
    create("org.unit", { parent: "KIT", short_name: "X", title: "x", unit_type: "abt" }),
    { fq_name: "KIT::X" },
    [["org.rw:unit"], ["admin"], null],
  ],
  "a deletion by somebody who may see": [
    "otto",
    drop("org.unit", { fq_name: "KIT::SCC::NET" }),
    { fq_name: "KIT::SCC::NET" },
    [["org.rw:unit"], ["admin"], null],
  ],
  "a step that makes another object, which needs both rights": [
    "greta",
    record("new.example.com."),
    { fqdn: "new.example.com.", type: "A", data: "198.51.100.9" },
    [
      ["dns.rw:record", "dns.rw:fqdn"],
      ["admin", "dns_admin"],
      [
        {
          object_fq_name: "dns.fqdn",
          key: { value: "example.com." },
          is_met: false,
          link_list: [
            { object_fq_name: "dns.fqdn2group", key: { fqdn: "example.com.", group_name: "scc-net-web" } },
            {
              object_fq_name: "dns.fqdn2group",
              key: { fqdn: "example.com.", group_name: "scc-net-web-dns" },
            },
          ],
        },
        bcd,
      ],
    ],
  ],
  "a record on an own name with an address of others": [
    "greta",
    record("new.example.org."),
    { fqdn: "new.example.org.", type: "A", data: "198.51.100.9" },
    [
      ["dns.rw:record"],
      ["admin", "dns_admin"],
      [
        {
          object_fq_name: "dns.fqdn",
          key: { value: "example.org." },
          is_met: true,
          link_list: [
            { object_fq_name: "dns.fqdn2group", key: { fqdn: "example.org.", group_name: "other" } },
          ],
        },
        bcd,
      ],
    ],
  ],
  "a group of somebody else's unit": [
    "otto",
    create("cntl.group", { name: "new-group", ou: "KIT" }),
    { name: "new-group" },
    [["cntl.rw:group"], ["admin"], [unmet("org.unit", { fq_name: "KIT" })]],
  ],
  "a move of an own group into another one": [
    "otto",
    update("cntl.group", { name: "scc-net-web" }, { parent_group_name: "other" }),
    { name: "scc-net-web" },
    [
      ["cntl.rw:group"],
      ["admin"],
      [
        {
          object_fq_name: "cntl.group",
          key: { name: "scc-net-web" },
          is_met: true,
          link_list: [
            { object_fq_name: "cntl.group", key: { name: "scc-net-web" } },
            { object_fq_name: "cntl.group2ou", key: { group_name: "scc-net-web", ou: "KIT::SCC::NET" } },
          ],
        },
        unmet("cntl.group", { name: "other" }),
      ],
    ],
  ],
  "a member of a group that is not the own one": [
    "otto",
    create("cntl.mgr2group", { login_name: "greta", group_name: "other" }),
    { login_name: "greta", group_name: "other" },
    [["cntl.rw:mgr2group"], ["admin"], [unmet("cntl.group", { name: "other" })]],
  ],
};

describe("a missing right", () => {
  it.each(Object.entries(FORBIDDEN))(
    "[PERM-24] [PERM-27] refuses %s, and says which rights would allow it",
    async (_, [login, step, key, [permissions, roles, assignments]]) => {
      const said = await world.dry(login, step);
      expect([codeOf(said), detailsOf(said)]).toEqual([
        "-20010/1",
        {
          function: step.name,
          object_fq_name: step.name.slice(0, step.name.lastIndexOf(".")),
          key,
          required_permission_list: permissions,
          // Every list of this table is one set: all of its permissions are needed.
          required_permission_set_list: [permissions],
          required_role_list: roles,
          required_assignment_list: assignments,
        },
      ]);
    },
  );

  it("is not explained to accounts that only guess a gpk", async () => {
    const [row] = rowsOf(await world.dry("ada", { name: "nd.bcd.list", old: { name: "scc-net-web-1" } }));
    const gpk = textIn(row, "gpk");
    for (const step of [update("nd.bcd", { gpk }, { description: "x" }), drop("nd.bcd", { gpk })]) {
      const said = await world.dry("greta", step);
      expect([codeOf(said), detailsOf(said)]).toEqual([
        "-20020/1",
        { object_fq_name: "nd.bcd", key: { gpk } },
      ]);
    }
  });

  it("hides unreadable objects from a link to any object", async () => {
    const bcds = rowsOf(await world.dry("ada", { name: "nd.bcd.list", old: {} }));
    const gpkOf = (name: string) =>
      textIn(
        bcds.find((row) => row["name"] === name),
        "gpk",
      );
    const pin = (object_gfk: string) => create("cntl.pin", { login_name: "greta", object_gfk });
    expect(codeOf(await world.dry("greta", pin(gpkOf("scc-other-1"))))).toBe("200");
    for (const gpk of [gpkOf("scc-net-web-1"), "bcd-999999", "nothing-1"])
      expect([codeOf(await world.dry("greta", pin(gpk)))]).toEqual(["-20020/2"]);
  });

  it("does not matter if the account has the right by its group or unit", async () => {
    const said = await world.dry(
      "otto",
      create("cntl.group", { name: "scc-new", ou: "KIT::SCC::NET" }),
      create("cntl.mgr2group", { login_name: "greta", group_name: "scc-new" }),
      drop("cntl.mgr2group", { login_name: "greta", group_name: "scc-new" }),
      update("nd.bcd", { name: "scc-net-web-1" }, { description: "by otto" }),
    );
    expect(rowsOf(said, 0)).toMatchObject([{ name: "scc-new", is_own: true }]);
    expect(rowsOf(said, 1)).toMatchObject([{ login_name: "greta", group_name: "scc-new" }]);
    expect(rowsOf(said, 3)).toMatchObject([{ description: "by otto", is_own: true }]);
  });

  it.each<readonly [string, SentStep]>([
    ["tokens", create("cntl.wapi_auth", { login_name: "ab1234-dns", description: "x" })],
    ["accounts", create("cntl.mgr", { parent_login_name: "ab1234", sub_id: "x" })],
  ])("no subaccount makes %s", async (_, step) => {
    const said = await world.dry("ab1234-dns", step);
    expect([codeOf(said), detailsOf(said)]).toEqual(["-20010/8", { login_name: "ab1234-dns" }]);
    expect(codeOf(await world.dry("ab1234", step))).not.toBe("-20010/8");
  });
});
