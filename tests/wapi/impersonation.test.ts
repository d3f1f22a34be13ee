import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { demoToken } from "../support/postgres.ts";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
const token: Record<string, string> = { "otto-sub": demoToken("otto-sub"), "svc-dns": demoToken("svc-dns") };

beforeAll(async () => {
  world = await httpWorld();
  for (const login of ["ada", "otto", "greta", "nora", "lars"]) token[login] = await world.signIn(login);
});
afterAll(() => world.close());

interface Step {
  readonly name: string;
  readonly [member: string]: Json;
}

function execute(
  login: string,
  steps: readonly Step[],
  query: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  return world.post(
    `/api/4.2/wapi/transaction/execute?${new URLSearchParams(query).toString()}`,
    steps,
    token[login],
  );
}

const names = (answered: Answered, attribute: string, list = 0): readonly unknown[] =>
  answered.lists[list]?.map((row) => row[attribute]) ?? [];
const textIn = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === "string" ? value : "";
};
const first = (answered: Answered, list = 0): Row => answered.lists[list]?.[0] ?? {};

/** A refusal: HTTP status, code and details. */
const refusal = (answered: Answered) => ({
  status: answered.status,
  fault: answered.fault,
  details: answered.exception.details,
});

const BCDS: Step = { name: "nd.bcd.list" };
const SELF: Step = { name: "cntl.mgr.list", old: { is_self: true } };

/** A step that the account may execute and one that it may not. */
async function stepsOf(login: string): Promise<{ readonly own: Step; readonly other: Step }> {
  const owned = await execute(login, [{ name: "nd.bcd.list", old: { is_own: true, fetch_limit: 1 } }]);
  const mine = new Set(names(await execute(login, [BCDS]), "name"));
  const other = names(await execute("ada", [BCDS]), "name").find((name) => !mine.has(name));
  const update = (name: unknown): Step => ({
    name: "nd.bcd.update",
    old: { name: String(name) },
    new: { description: "probe" },
  });
  return { own: update(first(owned)["name"]), other: update(other) };
}

describe("the account whose rights a call has, row by row (wire contract 1.5)", () => {
  it("is the account of the token, also if su_login_name is its own name", async () => {
    for (const query of [{}, { su_login_name: "otto" }]) {
      const said = await execute("otto", [SELF, BCDS], query);
      expect(names(said, "login_name")).toEqual(["otto"]);
      expect(said.lists[1]).toEqual((await execute("otto", [BCDS])).lists[0]);
      expect(said.headers["x-transaction-state"]).toBe("committed");
    }
  });

  it("[TA-64] [PERM-23] [SVC-06] can be an own subaccount in a dry run without permission, and no other account", async () => {
    const tested = await execute("otto", [SELF, BCDS], { su_login_name: "otto-sub", dry_mode: "true" });
    expect(names(tested, "login_name")).toEqual(["otto-sub"]);
    expect(tested.lists[1]).toEqual((await execute("otto-sub", [BCDS])).lists[0]);
    const mine = names(await execute("otto", [BCDS]), "name");
    expect(mine).toEqual(expect.arrayContaining([...names(tested, "name", 1)]));
    expect((await execute("otto", [SELF], { su_login_name: "otto-sub" })).fault).toBe("-20010/3");
    expect((await execute("greta", [SELF], { su_login_name: "otto-sub", dry_mode: "true" })).fault).toBe(
      "-20010/3",
    );
  });

  it("[TA-64] can be another account with wapi.su_access, and the refusal says who has this permission", async () => {
    const roles = await execute("ada", [
      { idx: "p", name: "cntl.role2permission.list", old: { permission_name: "wapi.su_access" } },
      { idx: "r", name: "cntl.role.list", inner_join_ref: { p: "default" } },
      { name: "cntl.role.list", inner_join_ref: { r: "api_func_cntl_role_hierarchy_gfk_list_is_subset" } },
    ]);
    for (const query of [{ su_login_name: "greta" }, { su_login_name: "greta", dry_mode: "true" }])
      expect(refusal(await execute("otto", [], query))).toEqual({
        status: 400,
        fault: "-20010/3",
        details: {
          function: "wapi.transaction.execute",
          object_fq_name: "cntl.mgr",
          key: { login_name: "greta" },
          required_permission_list: ["wapi.su_access"],
          required_permission_set_list: [["wapi.su_access"]],
          required_role_list: names(roles, "name", 2),
          required_assignment_list: null,
        },
      });
    expect(names(roles, "name", 2).length).toBeGreaterThan(0);
  });

  it("cannot be another account for a person outside the database", async () => {
    for (const su of ["otto", "otto-sub", "lars"])
      for (const query of [{ su_login_name: su }, { su_login_name: su, dry_mode: "true" }])
        expect(refusal(await execute("nora", [], query))).toMatchObject({
          fault: "-20010/3",
          details: { key: { login_name: su }, required_permission_list: ["wapi.su_access"] },
        });
  });

  it("[PERM-07] is the other account with exactly its rights", async () => {
    for (const su of ["otto", "greta", "otto-sub", "svc-dns"]) {
      const asked = [
        SELF,
        BCDS,
        { name: "dns.fqdn.list" },
        { name: "cntl.group.list" },
        { name: "cntl.permission.list" },
      ];
      const said = await execute("ada", asked, { su_login_name: su });
      expect(said.lists).toEqual((await execute(su, asked)).lists);
    }
    const { own, other } = await stepsOf("otto");
    const as = { su_login_name: "otto", dry_mode: "true" };
    expect((await execute("ada", [own], as)).status).toBe(200);
    const refused = await execute("ada", [other], as);
    expect(refused.fault).toBe("-20010/1");
    expect(refused.exception.details).toHaveProperty("login_name", "otto");
    // The reader is not the account that lacks the permission.
    expect(refused.exception.description).toMatch(/^(otto fehlt|otto lacks) /);
    expect((await execute("otto", [other])).exception.details).not.toHaveProperty("login_name");
    expect((await execute("ada", [other], { dry_mode: "true" })).status).toBe(200);
    // The roles of the token's account are not those of the account in effect.
    const assigned = await execute("ada", [{ name: "cntl.role.list", old: { is_assigned: true } }], as);
    expect(names(assigned, "name")).toEqual(
      names(await execute("otto", [{ name: "cntl.role.list", old: { is_assigned: true } }]), "name"),
    );
  });

  it("[ERR-08] must exist: a missing account is reported with and without the permission", async () => {
    for (const login of ["ada", "otto", "otto-sub", "nora"])
      expect(refusal(await execute(login, [], { su_login_name: "no-such" }))).toEqual({
        status: 400,
        fault: "-20001/2",
        details: { su_login_name: "no-such" },
      });
  });

  it("[PERM-17] [PERM-19] cannot be a locked account, whose own calls are all refused", async () => {
    expect(refusal(await execute("ada", [], { su_login_name: "lars" }))).toEqual({
      status: 400,
      fault: "-20010/4",
      details: { login_name: "lars", is_su: true },
    });
    const own = { status: 400, fault: "-20010/4", details: { login_name: "lars", is_su: false } };
    expect(refusal(await execute("lars", []))).toEqual(own);
    expect(refusal(await execute("lars", [{ name: "no.such.step" }], { su_login_name: "no-such" }))).toEqual(
      own,
    );
    for (const url of ["nd/site/list", "wapi/object_type/list", "cntl/mgr/list?is_self=true"])
      expect(refusal(await world.get(`/api/4.2/${url}`, token["lars"]))).toEqual(own);
    expect((await world.get("/api/4.2/wapi/version/list", token["lars"])).status).toBe(200);
  });

  it("[PERM-20] may be missing: a user without an account reads what describes the server and writes nothing", async () => {
    const said = await execute("nora", [
      { name: "wapi.object_type.list" },
      BCDS,
      { name: "nd.site.list" },
      { name: "cntl.role.list" },
      SELF,
    ]);
    expect(said.lists.map((rows) => rows.length > 0)).toEqual([true, false, false, false, false]);
    const { own } = await stepsOf("otto");
    expect(refusal(await execute("nora", [own]))).toEqual({
      status: 400,
      fault: "-20010/7",
      details: { login_name: "nora" },
    });
    for (const name of ["nd.site.bulk_update", "cntl.mgr.bulk_update"]) {
      const said = await execute("nora", [BCDS, { name, old: { gpk: "none-1" }, new: {} }]);
      expect(said.fault).toBe("-20010/7");
      expect(said.exception.traceback?.transaction_statement).toMatchObject({ position: 1, name });
      const rows = [{ name: "cntl.mgr.bulk_update", old: { gpk: "none-1" }, new: {} }];
      expect((await execute("otto-sub", rows)).fault).toBe("-20010/8");
    }
    const session = await world.signIn("nora");
    const sql = "select max(id)::text id from cntl.wapi_auth where user_name = 'nora'";
    const [current] = await world.db.query<{ id: string }>(sql);
    const ended = await world.post(
      "/api/4.2/cntl/wapi_auth/delete",
      { old: { gpk: `tok-${current?.id ?? ""}` } },
      session,
    );
    expect(ended.status).toBe(200);
    expect((await world.get("/api/4.2/nd/site/list", session)).status).toBe(401);
  });

  it("may be one without the right to change data, which reads as usual and can change only its own session", async () => {
    const flag = (value: boolean): Step => ({
      name: "cntl.mgr.update",
      old: { login_name: "greta" },
      new: { allow_data_manipulation: value },
    });
    const asked = [SELF, BCDS, { name: "dns.fqdn.list", old: { fetch_limit: 20 } }];
    const before = (await execute("greta", asked)).lists;
    const { own } = await stepsOf("greta");
    await execute("ada", [flag(false)]);
    const after = await execute("greta", asked);
    expect(after.lists.slice(1)).toEqual(before.slice(1));
    const refused = { status: 400, fault: "-20010/5", details: { login_name: "greta" } };
    for (const query of [{}, { dry_mode: "true" }])
      expect(refusal(await execute("greta", [own], query))).toEqual(refused);
    expect(refusal(await execute("ada", [own], { su_login_name: "greta" }))).toEqual(refused);
    const session = await world.signIn("greta");
    const current = await world.get("/api/4.2/cntl/wapi_auth/list?is_current=true", session);
    const ended = await world.post(
      "/api/4.2/cntl/wapi_auth/delete",
      { old: { gpk: first(current)["gpk"] } },
      session,
    );
    expect(ended.status).toBe(200);
    await execute("ada", [flag(true)]);
    expect((await execute("greta", [own], { dry_mode: "true" })).status).toBe(200);
  });

  it("can be chosen by a parameter of the executor only", async () => {
    const single = await world.get("/api/4.2/nd/bcd/list?su_login_name=greta", token["ada"]);
    expect(refusal(single)).toMatchObject({
      fault: "-20900/4",
      details: { parameter: "su_login_name", scope: "query" },
    });
  });
});

describe("impersonation and secrets (wire contract 1.5)", () => {
  const MAC = "02:00:00:00:00:77";
  let bcd: string;
  beforeAll(async () => {
    const owned = await execute("otto", [{ name: "nd.bcd.list", old: { is_own: true, fetch_limit: 1 } }]);
    bcd = textIn(first(owned), "name");
    const made = await execute("otto", [
      { name: "macauth.client.create", new: { mac_addr: MAC, bcd_name: bcd } },
      { name: "cntl.wapi_auth.create", new: { login_name: "otto-sub" } },
    ]);
    expect(made.status).toBe(200);
    tokenKey = textIn(first(made, 1), "gpk");
  });
  let tokenKey = "";

  const steps = (): readonly Step[] => [
    { name: "cntl.wapi_auth.create", new: { login_name: "otto-sub" } },
    { name: "cntl.wapi_auth.update", old: { gpk: tokenKey }, new: { do_generate: true } },
    { name: "macauth.client.update", old: { mac_addr: MAC }, new: { do_generate: true } },
    { name: "macauth.client.update", old: { mac_addr: MAC }, new: { wpa2_key: "another secret key" } },
    {
      name: "macauth.client.create",
      new: { mac_addr: "02:00:00:00:00:78", bcd_name: bcd, wpa2_key: "another secret key" },
    },
    { name: "macauth.client.create", new: { mac_addr: "02:00:00:00:00:79", bcd_name: bcd } },
  ];

  it("nobody can create or change a token or a secret while impersonating", async () => {
    for (const step of steps())
      expect(refusal(await execute("ada", [step], { su_login_name: "otto" }))).toEqual({
        status: 400,
        fault: "-20010/6",
        details: { login_name: "ada", su_login_name: "otto" },
      });
  });

  it("a dry run of such a step passes and shows no token", async () => {
    for (const step of steps()) {
      const said = await execute("ada", [step], { su_login_name: "otto", dry_mode: "true" });
      expect([step.name, said.status]).toEqual([step.name, 200]);
      expect(first(said)["token"] ?? null).toBeNull();
    }
  });

  it("nobody can read a secret while impersonating, neither in lists nor in answers of writing steps", async () => {
    const LIST: Step = { name: "macauth.client.list", old: { mac_addr: MAC } };
    const key = first(await execute("otto", [LIST]))["wpa2_key"];
    expect(key).toEqual(expect.stringMatching(/^.{20}$/));
    const touched: readonly Step[] = [
      LIST,
      { name: "macauth.client.list", old: { bcd_name: bcd, mac_addr_list: [MAC] } },
      { ...LIST, idx: "page", old: { mac_addr: MAC, fetch_limit: 1 } },
      {
        name: "macauth.client.update",
        old: { mac_addr: MAC, wpa2_key: key ?? null },
        new: { description: "seen" },
      },
      { name: "macauth.client.bulk_update", old: { mac_addr: MAC }, new: { description: "again" } },
      { name: "macauth.client.delete", old: { mac_addr: MAC } },
    ];
    for (const steps of [touched.slice(0, 3), ...touched.slice(3).map((step) => [LIST, step])]) {
      const said = await execute("ada", steps, { su_login_name: "otto", dry_mode: "true" });
      expect(said.status).toBe(200);
      for (const at of steps.keys()) expect(first(said, at)).toMatchObject({ mac_addr: MAC, wpa2_key: null });
      expect(JSON.stringify(said.lists)).not.toContain(key);
    }
    const own = await execute("otto", [LIST], { su_login_name: "otto" });
    expect(first(own)["wpa2_key"]).toBe(key);
    const sub = await execute("otto", [LIST], { su_login_name: "otto-sub", dry_mode: "true" });
    for (const row of sub.lists[0] ?? []) expect(row["wpa2_key"]).toBe(key);
  });

  it("all other rights of the account stay", async () => {
    const step: Step = {
      name: "macauth.client.update",
      old: { mac_addr: MAC },
      new: { description: "probe" },
    };
    expect((await execute("ada", [step], { su_login_name: "otto" })).status).toBe(200);
  });
});

describe("the record of an impersonated change (wire contract 7.2)", () => {
  it("transaction and entries name both accounts, and both can read them", async () => {
    const { own } = await stepsOf("otto");
    const changed = { ...own, new: { description: "changed as otto" } };
    expect((await execute("ada", [changed], { su_login_name: "otto" })).status).toBe(200);
    const log: readonly Step[] = [
      {
        idx: "t",
        name: "wapi.transaction.list",
        old: {
          is_own: true,
          actor_login_name: "ada",
          login_name: "otto",
          sorting_params_list: ["gpk DESC"],
          fetch_limit: 1,
        },
      },
      {
        name: "wapi.change_log.list",
        old: { sorting_params_list: ["position"] },
        inner_join_ref: { t: "default" },
      },
    ];
    const both = { actor_login_name: "ada", login_name: "otto" };
    for (const login of ["ada", "otto"]) {
      const said = await execute(login, log);
      expect(said.lists[0]).toMatchObject([{ ...both, step_count: 1, is_own: true }]);
      expect(said.lists[1]).toMatchObject([
        { ...both, object_fq_name: "nd.bcd", function: "update", new: { description: "changed as otto" } },
      ]);
    }
    expect((await execute("greta", log)).lists).toEqual([[], []]);
  });

  it("a dry run leaves no entry", async () => {
    const { own } = await stepsOf("otto");
    const count = async (): Promise<unknown> =>
      (await world.db.query("select count(*) n from wapi.change_log"))[0];
    const before = await count();
    await execute("ada", [{ ...own, new: { description: "tested as otto" } }], {
      su_login_name: "otto",
      dry_mode: "true",
    });
    expect(await count()).toEqual(before);
  });
});

describe("[PERM-10] modes of the portal", () => {
  it("give no right on the server: no parameter, header or cookie changes an answer", async () => {
    const { other } = await stepsOf("otto");
    const plain = await execute("otto", [other]);
    const said = await world.send({
      method: "POST",
      url: "/api/4.2/wapi/transaction/execute",
      token: token["otto"] ?? "",
      headers: {
        "content-type": "application/json",
        "x-expert-mode": "true",
        "x-developer-mode": "true",
        cookie: "expert=true; developer=true",
      },
      payload: JSON.stringify([other]),
    });
    expect(refusal(said)).toEqual(refusal(plain));
    expect(plain.fault).toBe("-20010/1");
    for (const mode of ["expert", "expert_mode", "developer", "dev_mode"])
      expect((await execute("otto", [other], { [mode]: "true" })).fault).toBe("-20900/4");
    const permissions = names(await execute("ada", [{ name: "cntl.permission.list" }]), "name");
    expect(permissions.filter((name) => /expert|develop/.test(String(name)))).toEqual([]);
  });
});
