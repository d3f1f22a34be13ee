import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  textIn,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

/** Permissions that types have instead of their own to write. */
const WRITERS: Readonly<Record<string, string>> = { "org.unit_type": "org.rw_oet" };
/** Permissions beside those to read and to write a type. */
const OTHERS = ["dhcp.feed:lease", "macauth.feed:login", "wapi.su_access"];

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const create = (type: string, values: Params): SentStep => ({ name: `${type}.create`, new: values });
const update = (type: string, old: Params, values: Params): SentStep => ({
  name: `${type}.update`,
  old,
  new: values,
});
const remove = (type: string, old: Params): SentStep => ({ name: `${type}.delete`, old });
const list = (type: string, old: Params = {}): SentStep => ({ name: `${type}.list`, old });

describe("objects and referring objects (wire contract 7.1)", () => {
  const group = create("cntl.group", { name: "g" });
  const fqdn = create("dns.fqdn", { value: "n.example.com." });
  const bcd = create("nd.bcd", { name: "scc-b-1" });
  const role = create("cntl.role", { name: "r" });
  const unit = create("org.unit", { short_name: "U", title: "U", unit_type: "abt" });

  it.each<readonly [string, readonly SentStep[], SentStep, string]>([
    [
      "cntl.mgr2group",
      [group, create("cntl.mgr2group", { login_name: "svc-web", group_name: "g" })],
      remove("cntl.mgr", { login_name: "svc-web" }),
      "",
    ],
    [
      "cntl.mgr2group",
      [group, create("cntl.mgr2group", { login_name: "ada", group_name: "g" })],
      remove("cntl.group", { name: "g" }),
      "blocks",
    ],
    ["cntl.mgr2ou", [], remove("cntl.mgr", { login_name: "svc-web" }), ""],
    [
      "cntl.mgr2ou",
      [unit, create("cntl.mgr2ou", { login_name: "ada", ou: "U" })],
      remove("org.unit", { fq_name: "U" }),
      "blocks",
    ],
    [
      "cntl.mgr2role",
      [role, create("cntl.mgr2role", { login_name: "ada", role_name: "r" })],
      remove("cntl.role", { name: "r" }),
      "blocks",
    ],
    [
      "cntl.mgr2role",
      [
        role,
        create("cntl.mgr2role", { login_name: "ab1234", role_name: "r" }),
        create("cntl.mgr2role", { login_name: "ab1234-none", role_name: "r" }),
      ],
      remove("cntl.mgr", { login_name: "ab1234-none" }),
      "",
    ],
    [
      "cntl.group2ou",
      [group, create("cntl.group2ou", { group_name: "g", ou: "KIT" })],
      remove("cntl.group", { name: "g" }),
      "",
    ],
    [
      "cntl.group2ou",
      [group, unit, create("cntl.group2ou", { group_name: "g", ou: "U" })],
      remove("org.unit", { fq_name: "U" }),
      "blocks",
    ],
    [
      "cntl.role2role",
      [role, create("cntl.role2role", { role_name: "r", sub_role_name: "dns_admin" })],
      remove("cntl.role", { name: "r" }),
      "",
    ],
    [
      "cntl.role2role",
      [role, create("cntl.role2role", { role_name: "admin", sub_role_name: "r" })],
      remove("cntl.role", { name: "r" }),
      "blocks",
    ],
    [
      "cntl.role2permission",
      [role, create("cntl.role2permission", { role_name: "r", permission_name: "nd.ro:bcd" })],
      remove("cntl.role", { name: "r" }),
      "",
    ],
    [
      "nd.bcd2group",
      [bcd, create("nd.bcd2group", { bcd: "scc-b-1", group_name: "other" })],
      remove("nd.bcd", { name: "scc-b-1" }),
      "",
    ],
    [
      "nd.bcd2group",
      [group, create("nd.bcd2group", { bcd: "scc-other-1", group_name: "g" })],
      remove("cntl.group", { name: "g" }),
      "blocks",
    ],
    [
      "nd.bcd2ou",
      [bcd, create("nd.bcd2ou", { bcd: "scc-b-1", ou: "KIT" })],
      remove("nd.bcd", { name: "scc-b-1" }),
      "",
    ],
    [
      "nd.bcd2ou",
      [unit, create("nd.bcd2ou", { bcd: "scc-other-1", ou: "U" })],
      remove("org.unit", { fq_name: "U" }),
      "blocks",
    ],
    [
      "dns.fqdn2group",
      [fqdn, create("dns.fqdn2group", { fqdn: "n.example.com.", group_name: "other" })],
      remove("dns.fqdn", { value: "n.example.com." }),
      "",
    ],
    [
      "dns.fqdn2group",
      [group, create("dns.fqdn2group", { fqdn: "example.org.", group_name: "g" })],
      remove("cntl.group", { name: "g" }),
      "blocks",
    ],
    [
      "dns.fqdn2ou",
      [fqdn, create("dns.fqdn2ou", { fqdn: "n.example.com.", ou: "KIT" })],
      remove("dns.fqdn", { value: "n.example.com." }),
      "",
    ],
    [
      "dns.fqdn2ou",
      [unit, create("dns.fqdn2ou", { fqdn: "example.org.", ou: "U" })],
      remove("org.unit", { fq_name: "U" }),
      "blocks",
    ],
    [
      "cntl.wapi_auth",
      [create("cntl.wapi_auth", { login_name: "svc-web" })],
      remove("cntl.mgr", { login_name: "svc-web" }),
      "",
    ],
    ["dhcp.bcd_setting", [bcd], remove("nd.bcd", { name: "scc-b-1" }), ""],
    [
      "nd.ip_subnet",
      [bcd, create("nd.ip_subnet", { cidr: "192.0.2.0/24", bcd: "scc-b-1" })],
      remove("nd.bcd", { name: "scc-b-1" }),
      "blocks",
    ],
    [
      "nd.l_port",
      [
        bcd,
        create("dns.fqdn", { value: "d.example.com." }),
        create("nd.device", { fqdn: "d.example.com.", type: "switch" }),
        create("nd.l_port", { device: "d.example.com.", name: "p", tagged_bcd_list: ["scc-b-1"] }),
      ],
      remove("nd.bcd", { name: "scc-b-1" }),
      "blocks",
    ],
  ])("a row of %s, no. %#", async (type, before, last, how) => {
    const said = await world.dry("ada", ...before, last);
    if (how === "") expect(codeOf(said)).toBe("200");
    else {
      expect(codeOf(said)).toBe("-20030/2");
      expect(detailsOf(said)["child_list"]).toMatchObject([{ object_fq_name: type, count: 1 }]);
    }
  });

  it("a renamed object keeps the objects that refer to it", async () => {
    const bcd = { bcd: "scc-renamed-1" };
    const said = await world.dry(
      "ada",
      update("nd.bcd", { name: "scc-net-web-1" }, { name: "scc-renamed-1" }),
      list("nd.ip_subnet", bcd),
      list("nd.bcd2group", bcd),
      list("dhcp.bcd_setting", bcd),
      update("org.unit", { fq_name: "KIT::SCC" }, { short_name: "NEW" }),
      list("cntl.mgr2ou"),
    );
    expect([1, 2, 3].map((at) => rowsOf(said, at).length)).toEqual([2, 2, 1]);
    expect(rowsOf(said, 5).map((row) => row["ou"])).toEqual(["KIT::NEW", "KIT::NEW::NET"]);
  });

  it("every object type has a permission to read and one to write, except types that describe the server", async () => {
    const types = [...world.catalogue.types.values()];
    const rows = rowsOf(await world.execute("ada", [list("cntl.permission")]));
    const expected = types
      .filter(({ spec }) => spec.read !== "meta")
      .flatMap(({ name }) => [name.replace(".", ".ro:"), WRITERS[name] ?? name.replace(".", ".rw:")]);
    expect(
      rows.map((row) => textIn(row, "name")).toSorted(),
      "`write.permission` of a type stands in WRITERS of tests/wapi/contract-rows.test.ts, `permission` of a feed in OTHERS",
    ).toEqual([...expected, ...OTHERS].toSorted());
    for (const { name, attributes } of types)
      expect([name, attributes.has("gpk") && attributes.has("is_own")]).toEqual([
        name,
        !name.startsWith("tmp."),
      ]);
  });
});

describe("accounts and tokens (wire contract 7.3)", () => {
  const service = { is_svc: true, svc_id: "x", ou: "KIT" };

  it.each<readonly [string, Params, string]>([
    ["a service account without OU", { is_svc: true, svc_id: "x" }, "-20040/1"],
    ["two ids", { ...service, sub_id: "y" }, "-20030/3"],
    ["a main account without login name", {}, "-20040/1"],
    ["a subaccount with a login name", { sub_id: "x", login_name: "z" }, "-20030/3"],
    ["a service account with a login name", { ...service, login_name: "z" }, "-20030/3"],
    ["a subaccount of a subaccount", { sub_id: "x", parent_login_name: "ab1234-dns" }, "-20030/3"],
    ["a subaccount of a service account", { sub_id: "x", parent_login_name: "svc-web" }, "-20030/3"],
  ])("%s is refused", async (_, values, code) => {
    expect(codeOf(await world.dry("ada", create("cntl.mgr", values)))).toBe(code);
  });

  it("a subaccount is created below the account in effect, a service account with its OU", async () => {
    const [sub] = rowsOf(await world.dry("ab1234", create("cntl.mgr", { sub_id: "x" })));
    expect(sub).toMatchObject({ login_name: "ab1234-x", parent_login_name: "ab1234", is_deletable: true });
    const made = await world.dry(
      "otto",
      create("cntl.mgr", { ...service, ou: "KIT::SCC::NET" }),
      list("cntl.mgr2ou", { login_name: "svc-x" }),
    );
    expect(rowsOf(made)).toMatchObject([{ login_name: "svc-x", is_own: true }]);
    expect(rowsOf(made, 1)).toMatchObject([{ ou: "KIT::SCC::NET", is_admin: false }]);
  });

  it("the main account may change only three attributes of its subaccounts", async () => {
    const change = (values: Params): Promise<Said> =>
      world.dry("ab1234", update("cntl.mgr", { login_name: "ab1234-dns" }, values));
    const three = { description: "x", do_copy_roles: false, allow_data_manipulation: false };
    expect(rowsOf(await change(three))).toMatchObject([three]);
    for (const more of [{ email: "a@example.com" }, { first_name: "A" }, { is_adm_locked: true }])
      expect(codeOf(await change(more))).toBe("-20010/1");
    const own = update("cntl.mgr", { login_name: "ab1234" }, { description: "x" });
    expect(codeOf(await world.dry("ab1234", own))).toBe("-20010/1");
  });

  it("subaccounts and service accounts cannot write accounts, roles and tokens", async () => {
    const steps = [
      create("cntl.mgr", { login_name: "z" }),
      create("cntl.mgr2role", { login_name: "greta", role_name: "admin" }),
      create("cntl.wapi_auth", { login_name: "svc-web" }),
      create("cntl.wapi_auth2role", { wapi_auth_gfk: "tok-1", role_name: "admin" }),
    ];
    for (const login of ["ab1234-dns", "svc-web"])
      for (const step of steps) expect(codeOf(await world.dry(login, step))).toBe("-20010/8");
  });

  it("a token expires after a year and is removed 30 days later by default", async () => {
    const token = async (values: Params): Promise<readonly number[]> => {
      const step = create("cntl.wapi_auth", { login_name: "ab1234-dns", ...values });
      const [row] = rowsOf(await world.dry("ab1234", step));
      const at = (name: string): number => Date.parse(textIn(row, name)) / 86_400_000;
      // Both are moments of one call, between which a second may begin.
      const days = (from: string, to: string): number => Math.round((at(to) - at(from)) * 1_000) / 1_000;
      return [days("last_generated", "expiration_date"), days("expiration_date", "deletion_date")];
    };
    expect(await token({})).toEqual([365, 30]);
    expect((await token({ expiration_date: "2100-01-01T00:00:00Z" }))[1]).toBe(30);
    expect(await token({ expiration_date: null })).toEqual([NaN, NaN]);
    // A token that is deleted sooner expires sooner.
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");
    const [lifetime, kept] = await token({ deletion_date: soon });
    expect([Math.round(lifetime ?? 0), kept]).toEqual([10, 0]);
  });

  it("[TOK-08] a prolonged token is removed 30 days after its new end by default, and never before it", async () => {
    const [year, later, far] = ["2100-01-01T00:00:00Z", "2100-01-31T00:00:00Z", "2101-01-01T00:00:00Z"];
    const made = create("cntl.wapi_auth", {
      login_name: "ab1234-dns",
      expiration_date: "2090-01-01T00:00:00Z",
    });
    const dates = async (...changes: readonly Params[]): Promise<readonly Json[]> => {
      const steps = changes.map((values) => ({
        name: "cntl.wapi_auth.update",
        new: values,
        old_ref_params: [{ idx: "0", params: { gpk: "gpk" } }],
      }));
      const said = await world.dry("ab1234", made, ...steps);
      return said.ok
        ? ["expiration_date", "deletion_date"].map((name) => rowsOf(said, steps.length)[0]?.[name] ?? null)
        : [codeOf(said), detailsOf(said)["rule"] ?? null];
    };
    const refused = ["-20030/3", "deletion_after_expiration"];
    expect(await dates({ expiration_date: year })).toEqual([year, later]);
    expect(await dates({ expiration_date: year, deletion_date: far })).toEqual([year, far]);
    expect(await dates({ expiration_date: null })).toEqual([null, null]);
    const never = "9999-12-31T23:59:59Z";
    expect(await dates({ expiration_date: never })).toEqual([never, never]);
    expect(await dates({ deletion_date: far }, { description: "x" })).toEqual(["2090-01-01T00:00:00Z", far]);
    expect(await dates({ deletion_date: "2089-12-31T00:00:00Z" })).toEqual(refused);
    expect(await dates({ expiration_date: far, deletion_date: year })).toEqual(refused);
    const early = { login_name: "ab1234-dns", expiration_date: far, deletion_date: year };
    expect(codeOf(await world.dry("ab1234", create("cntl.wapi_auth", early)))).toBe("-20030/3");
  });

  it("a parent below its own child is refused in every tree", async () => {
    const loops = [
      [update("org.unit", { fq_name: "KIT" }, { parent: "KIT::SCC" })],
      [update("cntl.group", { name: "scc-net-web" }, { parent_group_name: "scc-net-web-dns" })],
      [
        create("cntl.role2role", { role_name: "admin", sub_role_name: "dns_admin" }),
        create("cntl.role2role", { role_name: "dns_admin", sub_role_name: "admin" }),
      ],
    ];
    for (const steps of loops) expect(codeOf(await world.dry("ada", ...steps))).toBe("-20060/9");
  });

  it("every call of a locked account is refused, except the versions", async () => {
    const calls: readonly (readonly [string, Record<string, string>])[] = [
      ["wapi.object_type.metadata", { name: "nd.bcd" }],
      ["wapi.transaction.progress", { call_id: "x" }],
      ["tmp.generic_object.list", { _dict_list: "[]" }],
    ];
    for (const [name, query] of calls) expect(codeOf(await world.get("lars", name, query))).toBe("-20010/4");
  });
});
