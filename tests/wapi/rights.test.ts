import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

type Who = "ada" | "otto" | "ab1234" | "ab1234-dns" | "greta" | "svc-web" | "nora" | "lars";
const ORDER: readonly Who[] = ["ada", "otto", "ab1234", "ab1234-dns", "greta", "svc-web", "nora", "lars"];

const YES = "200";
const NO = "-20010/1";
const UNKNOWN = "-20010/7";
const LOCKED = "-20010/4";
const MAIN = "-20010/8";
/** Other objects refer to it. */
const USED = "-20030/2";

/** Rights of each account, written by hand from the tables of wire contract 7. The columns are in the order of ORDER. */
const WRITES: readonly (readonly [string, SentStep, readonly string[]])[] = [
  [
    "BCD: description by its owners",
    { name: "nd.bcd.update", old: { name: "scc-net-web-1" }, new: { description: "x" } },
    [YES, YES, YES, YES, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "BCD: everything else by rw",
    { name: "nd.bcd.update", old: { name: "scc-net-web-1" }, new: { seclvl: 3 } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "BCD: another one's",
    { name: "nd.bcd.update", old: { name: "scc-other-1" }, new: { description: "x" } },
    [YES, NO, NO, NO, YES, NO, UNKNOWN, LOCKED],
  ],
  [
    "BCD: create",
    { name: "nd.bcd.create", new: { name: "scc-net-web-9" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "BCD: delete",
    { name: "nd.bcd.delete", old: { name: "scc-net-web-1" } },
    [USED, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "subnet: reserved addresses by owners",
    {
      name: "nd.ip_subnet.update",
      old: { cidr: "198.51.100.0/24" },
      new: { reserved_addr_list: ["198.51.100.2"] },
    },
    [YES, YES, YES, YES, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "subnet: gateway by rw",
    { name: "nd.ip_subnet.update", old: { cidr: "198.51.100.0/24" }, new: { gateway_addr: "198.51.100.9" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "name: below an owned name",
    { name: "dns.fqdn.create", new: { value: "a.example.com." } },
    [YES, YES, YES, YES, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "name: below another's",
    { name: "dns.fqdn.create", new: { value: "a.example.org." } },
    [YES, NO, NO, NO, YES, NO, UNKNOWN, LOCKED],
  ],
  [
    "name: a zone apex by rw",
    { name: "dns.fqdn.create", new: { value: "z.example.com.", is_zone_apex: true } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "name: outside all zones by owners of a name",
    { name: "dns.fqdn.create", new: { value: "ns.example.net.", type: "extern" } },
    [YES, YES, YES, YES, YES, NO, UNKNOWN, LOCKED],
  ],
  [
    "record: name owned, address owned",
    { name: "dns.record.create", new: { fqdn: "example.com.", type: "A", data: "198.51.100.20" } },
    [YES, YES, YES, YES, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "record: name owned, address of others",
    { name: "dns.record.create", new: { fqdn: "example.com.", type: "A", data: "203.0.113.20" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "record: name owned, address in no subnet",
    { name: "dns.record.create", new: { fqdn: "example.com.", type: "A", data: "192.0.2.20" } },
    [YES, YES, YES, YES, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "record: name of others, address owned",
    { name: "dns.record.create", new: { fqdn: "example.org.", type: "A", data: "198.51.100.20" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "record: without address",
    { name: "dns.record.create", new: { fqdn: "example.com.", type: "TXT", data: "x" } },
    [YES, YES, YES, YES, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] group: top group with an OU by its administrators",
    { name: "cntl.group.create", new: { name: "new-top", ou: "KIT::SCC::NET" } },
    [YES, YES, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "group: top group without OU",
    { name: "cntl.group.create", new: { name: "new-top" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-14] group: subgroup by members",
    { name: "cntl.group.create", new: { name: "new-sub", parent_group_name: "scc-net-web" } },
    [YES, YES, YES, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] [PERM-15] group: changed by administrators, who are members of it or a group above, or of the OU",
    { name: "cntl.group.update", old: { name: "scc-net-web-dns" }, new: { description: "x" } },
    [YES, YES, YES, YES, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] [PERM-15] group: deleted by administrators",
    { name: "cntl.group.delete", old: { name: "scc-net-web-dns" } },
    [USED, USED, USED, USED, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] [PERM-15] group: not by administrators of other groups and OUs",
    { name: "cntl.group.update", old: { name: "other" }, new: { description: "x" } },
    [YES, NO, NO, NO, YES, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] [PERM-15] member: added by administrators of the group",
    { name: "cntl.mgr2group.create", new: { login_name: "greta", group_name: "scc-net-web" } },
    [YES, YES, YES, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] member: removed by administrators of the group",
    { name: "cntl.mgr2group.delete", old: { login_name: "ab1234", group_name: "scc-net-web" } },
    [YES, YES, YES, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] group and OU: assigned by administrators of both",
    { name: "cntl.group2ou.create", new: { group_name: "scc-net-web-dns", ou: "KIT::SCC::NET" } },
    [YES, YES, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] group and OU: not by administrators of another OU",
    { name: "cntl.group2ou.create", new: { group_name: "scc-net-web-dns", ou: "KIT" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] OU administrator: by administrators of the OU",
    { name: "cntl.mgr2ou.create", new: { login_name: "greta", ou: "KIT::SCC::NET" } },
    [YES, YES, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] OU administrator: removed by administrators of the OU",
    { name: "cntl.mgr2ou.delete", old: { login_name: "otto", ou: "KIT::SCC" } },
    [YES, YES, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] OU administrator: not by administrators of an OU below",
    { name: "cntl.mgr2ou.create", new: { login_name: "greta", ou: "KIT" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-12] service account: by administrators of the OU",
    { name: "cntl.mgr.create", new: { is_svc: true, svc_id: "new", ou: "KIT::SCC::NET" } },
    [YES, YES, NO, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-12] service account: changed by administrators of its OU",
    { name: "cntl.mgr.update", old: { login_name: "svc-web" }, new: { description: "x" } },
    [YES, YES, NO, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-12] service account: deleted by administrators of its OU",
    { name: "cntl.mgr.delete", old: { login_name: "svc-web" } },
    [YES, YES, NO, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-12] service account: not by administrators of other OUs",
    { name: "cntl.mgr.create", new: { is_svc: true, svc_id: "new", ou: "KIT" } },
    [YES, NO, NO, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "subaccount: by its main account",
    { name: "cntl.mgr.create", new: { sub_id: "new", parent_login_name: "ab1234" } },
    [YES, NO, YES, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "main account: by rw",
    { name: "cntl.mgr.create", new: { login_name: "new" } },
    [YES, NO, NO, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-16] main account: never deleted",
    { name: "cntl.mgr.delete", old: { login_name: "greta" } },
    ["-20060/1", NO, NO, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "token: of a subaccount by its main account",
    { name: "cntl.wapi_auth.create", new: { login_name: "ab1234-dns" } },
    [YES, NO, YES, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "token: of a service account by administrators of the OU",
    { name: "cntl.wapi_auth.create", new: { login_name: "svc-web" } },
    [YES, YES, NO, MAIN, NO, MAIN, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] BCD and group: removed by administrators of the OU that owns the BCD, and of a group above",
    { name: "nd.bcd2group.delete", old: { bcd: "scc-net-web-1", group_name: "scc-net-web-dns" } },
    [YES, YES, YES, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[PERM-11] BCD and group: not of groups that others administer",
    { name: "nd.bcd2group.create", new: { bcd: "scc-net-web-1", group_name: "other" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  ["site: by rw", { name: "nd.site.create", new: { name: "S" } }, [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED]],
  [
    "[OU-12] OU type: by org.rw_oet",
    { name: "org.unit_type.create", new: { short_name: "t", title: "T", position: 2 } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[OU-12] OU type: changed by org.rw_oet",
    { name: "org.unit_type.update", old: { short_name: "abt" }, new: { title: "T" } },
    [YES, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
  [
    "[OU-12] OU type: deleted by org.rw_oet",
    { name: "org.unit_type.delete", old: { short_name: "abt" } },
    [USED, NO, NO, NO, NO, NO, UNKNOWN, LOCKED],
  ],
];

describe("[PERM-22] rights of each account to write", () => {
  const cases = WRITES.flatMap(([what, step, codes]) =>
    ORDER.map((who, at) => [what, who, step, codes[at] ?? ""] as const),
  );
  it.each(cases)("%s: %s", async (_, who, step, code) => {
    expect(codeOf(await world.execute(who, [step], { dryRun: true }))).toBe(code);
  });
});

describe("a refusal names what would allow the step", () => {
  it.each<SentStep>([
    { name: "org.unit_type.create", new: { short_name: "t", title: "T", position: 2 } },
    { name: "org.unit_type.update", old: { short_name: "abt" }, new: { title: "T" } },
    { name: "org.unit_type.delete", old: { short_name: "abt" } },
  ])("[OU-12] for OE types this is the permission org.rw_oet: $name", async (step) => {
    expect(detailsOf(await world.execute("otto", [step], { dryRun: true }))).toMatchObject({
      required_permission_list: ["org.rw_oet"],
    });
  });

  it.each([
    ["svc-web", 2],
    ["greta", 3],
  ])("[PERM-24] by groups and, for people, by OUs: %s is told %i links of a BCD", async (login, links) => {
    const said = await world.execute(login, [
      { name: "dns.record.create", new: { fqdn: "example.org.", type: "A", data: "198.51.100.20" } },
    ]);
    const all = ["scc-net-web", "scc-net-web-dns"].map((group_name) => ({
      object_fq_name: "nd.bcd2group",
      key: { bcd: "scc-net-web-1", group_name },
    }));
    const ofUnit = { object_fq_name: "nd.bcd2ou", key: { bcd: "scc-net-web-1", ou: "KIT::SCC" } };
    expect(detailsOf(said)).toMatchObject({
      required_assignment_list: [
        { object_fq_name: "dns.fqdn" },
        { object_fq_name: "nd.bcd", link_list: [...all, ofUnit].slice(0, links) },
      ],
    });
  });

  it("[PERM-24] with HTTP 400 and permissions, roles and assignments", async () => {
    const said = await world.execute("greta", [
      { name: "dns.record.create", new: { fqdn: "example.org.", type: "A", data: "198.51.100.20" } },
    ]);
    expect(said).toMatchObject({ ok: false, status: 400 });
    expect(detailsOf(said)).toEqual({
      function: "dns.record.create",
      object_fq_name: "dns.record",
      key: { fqdn: "example.org.", type: "A", data: "198.51.100.20" },
      required_permission_list: ["dns.rw:record"],
      required_permission_set_list: [["dns.rw:record"]],
      required_role_list: ["admin", "dns_admin"],
      required_assignment_list: [
        {
          object_fq_name: "dns.fqdn",
          key: { value: "example.org." },
          is_met: true,
          link_list: [
            { object_fq_name: "dns.fqdn2group", key: { fqdn: "example.org.", group_name: "other" } },
          ],
        },
        {
          object_fq_name: "nd.bcd",
          key: { name: "scc-net-web-1" },
          is_met: false,
          link_list: [
            { object_fq_name: "nd.bcd2group", key: { bcd: "scc-net-web-1", group_name: "scc-net-web" } },
            { object_fq_name: "nd.bcd2group", key: { bcd: "scc-net-web-1", group_name: "scc-net-web-dns" } },
            { object_fq_name: "nd.bcd2ou", key: { bcd: "scc-net-web-1", ou: "KIT::SCC" } },
          ],
        },
      ],
    });
  });

  it("an invisible object is reported as not found by its gpk, and as refused by its key", async () => {
    const [bcd] = rowsOf(await world.get("ada", "nd.bcd.list", { name: "scc-net-web-1" }));
    const by = (old: SentStep["old"] & object) =>
      world.execute("greta", [{ name: "nd.bcd.update", old, new: { description: "x" } }]);
    expect(codeOf(await by({ gpk: bcd?.["gpk"] ?? null }))).toBe("-20020/1");
    expect(codeOf(await by({ name: "scc-net-web-1" }))).toBe("-20010/1");
  });
});

describe("whose rights a call has (wire contract 1.5)", () => {
  const update: SentStep = {
    name: "nd.bcd.update",
    old: { name: "scc-net-web-1" },
    new: { description: "su" },
  };
  it.each([
    ["[PERM-23] an own subaccount in a dry run needs no permission", "ab1234", "ab1234-dns", true, YES],
    ["an own subaccount without dry run needs it", "ab1234", "ab1234-dns", false, "-20010/3"],
    ["[PERM-23] any other account needs it", "ab1234", "greta", true, "-20010/3"],
    ["[PERM-07] with wapi.su_access that account is in effect", "ada", "ab1234", true, YES],
    ["with exactly its rights", "ada", "greta", true, NO],
    ["the own login name changes nothing", "ab1234", "ab1234", true, YES],
    ["an account that does not exist", "greta", "nobody", true, "-20001/2"],
    ["[PERM-17] a locked account", "ada", "lars", true, "-20010/4"],
    ["[PERM-19] the own account locked", "lars", "ada", true, "-20010/4"],
  ])("%s", async (_, login, su, dryRun, code) => {
    expect(codeOf(await world.execute(login, [update], { dryRun, su }))).toBe(code);
  });

  it("impersonation shows nobody the token of another person", async () => {
    const step: SentStep = { name: "cntl.wapi_auth.create", new: { login_name: "ab1234-dns" } };
    expect(codeOf(await world.execute("ada", [step], { su: "ab1234" }))).toBe("-20010/6");
    expect(codeOf(await world.execute("ada", [step], { su: "ab1234", dryRun: true }))).toBe(YES);
  });

  it("an account without the right to change data reads as usual", async () => {
    await world.execute("ada", [
      {
        name: "cntl.mgr.update",
        old: { login_name: "ab1234-none" },
        new: { allow_data_manipulation: false },
      },
    ]);
    expect(codeOf(await world.get("ab1234-none", "nd.site.list"))).toBe(YES);
    expect(codeOf(await world.execute("ab1234-none", [update]))).toBe("-20010/5");
  });
});

describe("rights that follow a changed link at once", () => {
  it("change in later steps of the same transaction, and for the next call", async () => {
    const link: SentStep = {
      name: "cntl.mgr2group.create",
      new: { login_name: "greta", group_name: "scc-net-web" },
    };
    const see: SentStep = { name: "nd.bcd.list", old: { name: "scc-net-web-1" } };
    expect(rowsOf(await world.execute("greta", [see]))).toHaveLength(0);
    await world.execute("ada", [link]);
    expect(rowsOf(await world.execute("greta", [see]))).toMatchObject([{ is_own: true }]);
    await world.execute("ada", [
      { name: "cntl.mgr2group.delete", old: { login_name: "greta", group_name: "scc-net-web" } },
    ]);
    expect(rowsOf(await world.execute("greta", [see]))).toHaveLength(0);
  });

  it("are lost by a subaccount when its main account loses them", async () => {
    const see: SentStep = { name: "nd.bcd.list", old: { name: "scc-net-web-1" } };
    expect(rowsOf(await world.execute("ab1234-dns", [see]))).toHaveLength(1);
    const lose: SentStep = {
      name: "cntl.mgr2group.delete",
      old: { login_name: "ab1234", group_name: "scc-net-web" },
    };
    await world.execute("ada", [lose]);
    expect(rowsOf(await world.execute("ab1234-dns", [see]))).toHaveLength(0);
    await world.execute("ada", [
      { name: "cntl.mgr2group.create", new: { login_name: "ab1234", group_name: "scc-net-web" } },
    ]);
  });

  it.each([
    ["group", "cntl.mgr2group", [{ group_name: "scc-net-web-dns" }]],
    ["unit", "cntl.mgr2ou", [{ ou: "KIT" }, { ou: "KIT::SCC" }]],
  ])(
    "are not given to a subaccount by a %s that its main account has in two ways",
    async (_, type, links) => {
      const see: SentStep = { name: "nd.bcd.list", old: { name: "scc-net-web-1" } };
      const linked = links.map((link) => ({ login_name: "ab1234", ...link }));
      rowsOf(
        await world.execute(
          "ada",
          linked.map((link) => ({ name: `${type}.create`, new: link })),
        ),
      );
      expect(rowsOf(await world.execute("ab1234", [see]))).toHaveLength(1);
      expect(rowsOf(await world.execute("ab1234-none", [see]))).toHaveLength(0);
      rowsOf(
        await world.execute(
          "ada",
          linked.map((link) => ({ name: `${type}.delete`, old: link })),
        ),
      );
    },
  );

  it("the step that creates a token shows its text, and no list does", async () => {
    const made = await world.execute("ada", [
      { name: "cntl.wapi_auth.create", new: { login_name: "ab1234-dns" } },
    ]);
    const [row] = rowsOf(made);
    expect(typeof row?.["token"]).toBe("string");
    const listed = await world.execute("ada", [
      { name: "cntl.wapi_auth.list", old: { gpk_list: [row?.["gpk"] ?? null] } },
    ]);
    expect(rowsOf(listed)[0]).not.toHaveProperty("token");
  });

  it("[TOK-05] a main account cannot have an API token", async () => {
    const said = await world.execute("ada", [
      { name: "cntl.wapi_auth.create", new: { login_name: "greta" } },
    ]);
    expect(codeOf(said)).toBe("-20060/2");
  });
});
