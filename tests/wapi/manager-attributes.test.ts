import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoWorld, type DemoWorld } from "../support/demo-world.ts";
import { rowsOf, type SentStep } from "../support/small-world.ts";

let world: DemoWorld;
beforeAll(async () => {
  world = await demoWorld();
}, 120_000);
afterAll(() => world.close());

const create = (values: NonNullable<SentStep["new"]>): SentStep => ({ name: "cntl.mgr.create", new: values });
const made = async (login: string, values: NonNullable<SentStep["new"]>) =>
  rowsOf(await world.execute(login, [create(values)], { dryRun: true }))[0];

describe("accounts", () => {
  it("[MGR-01] have a kind, names, a status and flags", async () => {
    const [otto] = await world.rows("otto", "cntl.mgr.list", { is_self: true });
    expect(otto).toMatchObject({
      login_name: "otto",
      is_svc: false,
      sub_id: null,
      svc_id: null,
      kit_status: "active",
      description: "Administrator eines Bereichs",
      do_copy_roles: true,
      is_adm_locked: false,
      allow_data_manipulation: true,
    });
    const rows = await world.rows("ada", "cntl.mgr.list", {
      login_name_list: ["otto-sub", "svc-dns", "lars"],
    });
    expect(rows).toMatchObject([
      { login_name: "lars", is_adm_locked: true },
      { login_name: "otto-sub", is_sub: true, sub_id: "sub", do_copy_roles: false },
      { login_name: "svc-dns", is_svc: true, svc_id: "dns" },
    ]);
  });

  it("[MGR-01] accept and answer all values as given", async () => {
    const given = { description: "Pflegt Namen", do_copy_roles: false, allow_data_manipulation: false };
    expect(await made("otto", { sub_id: "names", ...given })).toMatchObject({
      login_name: "otto-names",
      parent_login_name: "otto",
      sub_id: "names",
      is_svc: false,
      is_adm_locked: false,
      ...given,
    });
    expect(await made("ada", { login_name: "zz1234", is_adm_locked: true })).toMatchObject({
      login_name: "zz1234",
      is_sub: false,
      is_adm_locked: true,
    });
  });

  it("[MGR-02] [MGR-03] copy the roles of their main account and may change data by default", async () => {
    for (const [login, values] of [
      ["otto", { sub_id: "plain" }],
      ["ada", { login_name: "zz1235" }],
    ] as const)
      expect(await made(login, values)).toMatchObject({ do_copy_roles: true, allow_data_manipulation: true });
    const [create] = await world.rows("otto", "wapi.function.list", { fq_name: "cntl.mgr.create" });
    expect(create?.["parameters"]).toMatchObject({
      do_copy_roles: { new: { isRequired: false, data_default: true } },
      allow_data_manipulation: { new: { isRequired: false, data_default: true } },
    });
  });
});
