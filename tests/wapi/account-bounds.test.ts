import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const PERMISSIONS: readonly SentStep[] = [
  { idx: "roles", name: "cntl.role.list", old: { is_assigned: true } },
  { name: "cntl.permission.list", inner_join_ref: { roles: "api_func_cntl_permission_role_hierarchy" } },
  { name: "org.unit.list", old: { is_own: true } },
  { name: "cntl.group.list" },
  { name: "nd.bcd.list" },
];

/** Roles, permissions, units, groups and BCDs of an account, by name. */
async function has(login: string): Promise<readonly (readonly unknown[])[]> {
  const said = await world.execute(login, PERMISSIONS);
  return PERMISSIONS.map((_, list) => rowsOf(said, list).map((row) => row["name"] ?? row["fq_name"]));
}

const link = (type: string, values: SentStep["new"] & object): SentStep => ({
  name: `${type}.create`,
  new: values,
});
const unlink = (type: string, key: SentStep["old"] & object): SentStep => ({
  name: `${type}.delete`,
  old: key,
});
const asAda = async (...steps: readonly SentStep[]): Promise<string> =>
  codeOf(await world.execute("ada", steps));

describe("[SVC-04] a service account", () => {
  it("gets no right through its unit or a role in a table, and keeps the rights of all its groups", async () => {
    expect(await has("svc-web")).toEqual([[], [], [], [], []]);
    // The API cannot create such rows; even if they exist they give no right.
    await world.db.query(
      "insert into cntl.mgr2role (login_name, role_name) select m.id, r.id from cntl.mgr m, cntl.role r where m.login_name = 'svc-web' and r.name = 'admin'",
    );
    await world.db.query(
      "insert into cntl.wapi_auth2role (wapi_auth_gfk, role_name) select a.id, r.id from cntl.wapi_auth a join cntl.mgr m on m.id = a.login_name, cntl.role r where m.login_name = 'svc-web' and r.name = 'admin'",
    );
    const member = { login_name: "svc-web", group_name: "scc-net-web" };
    expect(await asAda(link("cntl.mgr2group", member))).toBe("200");
    expect(await has("svc-web")).toEqual([[], [], [], ["scc-net-web", "scc-net-web-dns"], ["scc-net-web-1"]]);
    expect(await asAda(unlink("cntl.mgr2group", member))).toBe("200");
    expect(await has("svc-web")).toEqual([[], [], [], [], []]);
  });

  it("gets no role, and its token gets none", async () => {
    expect(await asAda(link("cntl.mgr2role", { login_name: "svc-web", role_name: "admin" }))).toBe(
      "-20060/6",
    );
    const made = link("cntl.wapi_auth", { login_name: "svc-web", role_name_list: ["dns_admin"] });
    expect(await asAda(made)).toBe("-20060/6");
  });
});

describe("[SVC-06] a subaccount", () => {
  it("is linked only to objects that its main account administers", async () => {
    const steps: readonly SentStep[] = [
      link("cntl.mgr2group", { login_name: "ab1234-none", group_name: "other" }),
      link("cntl.mgr2ou", { login_name: "ab1234-none", ou: "KIT::SCC" }),
      link("cntl.mgr2role", { login_name: "ab1234-none", role_name: "dns_admin" }),
    ];
    for (const step of steps) expect(await asAda(step)).toBe("-20060/3");
    const inside = link("cntl.mgr2group", { login_name: "ab1234-none", group_name: "scc-net-web-dns" });
    expect(codeOf(await world.execute("ada", [inside], { dryRun: true }))).toBe("200");
  });

  it("has those groups of its main account that it is linked to", async () => {
    expect((await has("ab1234"))[3]).toEqual(["scc-net-web", "scc-net-web-dns"]);
    expect((await has("ab1234-dns"))[3]).toEqual(["scc-net-web-dns"]);
    expect((await has("ab1234-none"))[3]).toEqual([]);
  });

  it("has nothing through a unit that its main account has lost, even if the main account has the group in another way", async () => {
    const unit = { ou: "KIT::SCC::NET" };
    const before = await asAda(
      link("cntl.mgr2ou", { login_name: "ab1234", ...unit }),
      link("cntl.mgr2ou", { login_name: "ab1234-none", ...unit }),
    );
    expect(before).toBe("200");
    expect((await has("ab1234-none")).slice(2, 4)).toEqual([
      ["KIT::SCC::NET"],
      ["scc-net-web", "scc-net-web-dns"],
    ]);
    expect(await asAda(unlink("cntl.mgr2ou", { login_name: "ab1234", ...unit }))).toBe("200");
    expect((await has("ab1234")).slice(2, 4)).toEqual([[], ["scc-net-web", "scc-net-web-dns"]]);
    expect((await has("ab1234-none")).slice(2)).toEqual([[], [], []]);
    const admins = await world.get("ada", "cntl.group_admin.list", { group_name: "scc-net-web" });
    expect(rowsOf(admins).map((row) => row["login_name"])).toEqual(["ab1234", "otto"]);
    expect(rowsOf(await world.get("greta", "cntl.mgr.list", { login_name: "ab1234-none" }))).toEqual([]);
    expect(await asAda(unlink("cntl.mgr2ou", { login_name: "ab1234-none", ...unit }))).toBe("200");
  });

  it("[MGR-02] gets the roles of its main account by default, and otherwise its own selection of them", async () => {
    expect(await asAda(link("cntl.mgr2role", { login_name: "ab1234", role_name: "dns_admin" }))).toBe("200");
    const token =
      "update cntl.wapi_auth a set is_session = true from cntl.mgr m where m.id = a.login_name and m.login_name = 'ab1234-none'";
    await world.db.query(token);
    expect((await has("ab1234-none"))[0]).toEqual(["dns_admin"]);
    const keep: SentStep = {
      name: "cntl.mgr.update",
      old: { login_name: "ab1234-none" },
      new: { do_copy_roles: false },
    };
    expect(codeOf(await world.execute("ab1234", [keep]))).toBe("200");
    expect((await has("ab1234-none"))[0]).toEqual([]);
    const own = link("cntl.mgr2role", { login_name: "ab1234-none", role_name: "dns_admin" });
    expect(codeOf(await world.execute("ab1234", [own]))).toBe("200");
    expect((await has("ab1234-none"))[0]).toEqual(["dns_admin"]);
    expect(await asAda(unlink("cntl.mgr2role", { login_name: "ab1234", role_name: "dns_admin" }))).toBe(
      "200",
    );
    expect((await has("ab1234-none"))[0]).toEqual([]);
  });
});

describe("a new subgroup", () => {
  it("is linked to a unit only by an administrator of that unit", async () => {
    const made = (ou: string): SentStep =>
      link("cntl.group", { name: "linked", parent_group_name: "scc-net-web", ou });
    const by = async (login: string): Promise<string> =>
      codeOf(await world.execute(login, [made("KIT::SCC::NET")], { dryRun: true }));
    expect([await by("ab1234"), await by("otto"), await by("ada")]).toEqual(["-20010/1", "200", "200"]);
  });
});

describe("the session of a main account", () => {
  it("has the roles of the account and gets no others (wire contract 1.4)", async () => {
    const [row] = await world.db.query<{ gpk: string }>(
      "select 'tok-' || a.id gpk from cntl.wapi_auth a join cntl.mgr m on m.id = a.login_name where m.login_name = 'ada'",
    );
    const step = link("cntl.wapi_auth2role", { wapi_auth_gfk: row?.gpk ?? "", role_name: "admin" });
    const said = await world.execute("ada", [step]);
    expect([codeOf(said), said.ok ? {} : said.exception.details]).toEqual([
      "-20060/2",
      { login_name: "ada" },
    ]);
    expect(said.ok ? "" : said.exception.description).toBe(
      "„ada“ ist ein Hauptkonto: API-Token haben nur Unterkonten und Service-Konten.",
    );
  });
});

describe("the session of a user without an account", () => {
  it("cannot become an API token, and gets no text and no role", async () => {
    const [row] = await world.db.query<{ id: string }>(
      "select id::text id from cntl.wapi_auth where user_name = 'nora'",
    );
    const gpk = `tok-${row?.id ?? ""}`;
    const steps: readonly SentStep[] = [
      { name: "cntl.wapi_auth.update", old: { gpk }, new: { do_generate: true } },
      link("cntl.wapi_auth2role", { wapi_auth_gfk: gpk, role_name: "dns_admin" }),
    ];
    for (const step of steps) expect(await asAda(step)).toBe("-20060/2");
  });

  it("has the name of its user, because every token has a login name (wire contract 7.3)", async () => {
    const list = (old: SentStep["old"] & object): SentStep => ({ name: "cntl.wapi_auth.list", old });
    const said = await world.execute("ada", [
      list({ login_name: "nora" }),
      list({ login_name_regexp: "^no", sorting_params_list: ["login_name DESC"] }),
      list({ filter_params_dict: { login_name: { is_null: true } } }),
      { name: "wapi.object_type.list", old: { fq_name: "cntl.wapi_auth" } },
    ]);
    const nora = { login_name: "nora", is_session: true };
    expect([rowsOf(said), rowsOf(said, 1), rowsOf(said, 2)]).toMatchObject([[nora], [nora], []]);
    expect(rowsOf(said, 3)[0]?.["attributes"]).toMatchObject({ login_name: { is_nullable: false } });
    const old = { gpk: rowsOf(said)[0]?.["gpk"] ?? null, login_name: "nora" };
    const changed = { name: "cntl.wapi_auth.update", old, new: { description: "Besuch" } };
    expect(rowsOf(await world.execute("ada", [changed]))).toMatchObject([nora]);
  });
});
