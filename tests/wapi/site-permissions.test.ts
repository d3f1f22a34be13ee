import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, rowsOf } from "../support/small-world.ts";
import { siteWorld, type SiteWorld, type Started } from "../support/site-world.ts";

const THING = "attributes: { name: NAME }";

let world: SiteWorld;
beforeAll(async () => {
  world = await siteWorld();
});
afterAll(() => world.close());

const make = (started: Started, type: string) =>
  started.execute("ada", [{ name: `lab.${type}.create`, new: { name: "one" } }]);
const told = ({ said }: Started): string => said.find((text) => text.startsWith("New permissions:")) ?? "";

describe("permissions of a type that a site adds to a database with roles", () => {
  it("are given to the role that holds all others, and to no other role", async () => {
    const started = await world.start({ first: THING });
    expect(told(started)).toBe(
      "New permissions: lab.ro:first, lab.rw:first. Roles that hold all permissions got them: admin.",
    );
    expect(codeOf(await make(started, "first"))).toBe("200");
    const list = { name: "cntl.role2permission.list", old: { permission_name: "lab.rw:first" } };
    expect(rowsOf(await started.execute("ada", [list]))).toMatchObject([{ role_name: "admin" }]);
  });

  it("are in the history of the role, as a transaction without account and with its steps", async () => {
    const { small } = world;
    const steps = [
      { idx: "role", name: "cntl.role.list", old: { name: "admin" } },
      {
        idx: "log",
        name: "wapi.change_log.list",
        inner_join_ref: { role: "api_func_wapi_change_log_about" },
        old: { sorting_params_list: ["transaction_gfk desc", "position"], fetch_limit: 2 },
      },
    ];
    const changes = rowsOf(await small.execute("ada", steps), 1);
    const change = { actor_login_name: "", login_name: "", function: "create", old: null };
    expect(changes).toMatchObject(
      ["lab.ro:first", "lab.rw:first"].map((permission_name) => ({
        ...change,
        object_fq_name: "cntl.role2permission",
        new: { role_name: "admin", permission_name },
      })),
    );
    const transaction = {
      name: "wapi.transaction.list",
      old: { gpk: changes[0]?.["transaction_gfk"] ?? null },
    };
    expect(rowsOf(await small.execute("ada", [transaction]))).toMatchObject([
      {
        step_count: 2,
        steps: ["lab.ro:first", "lab.rw:first"].map((permission_name) => ({
          name: "cntl.role2permission.create",
          new: { role_name: "admin", permission_name },
        })),
      },
    ]);
  });

  it("are not reported again", async () => {
    expect(told(await world.start({ first: THING }))).toBe("");
  });

  it("are reported with the call that grants them, if no role holds all others", async () => {
    const taken = { role_name: "admin", permission_name: "lab.ro:first" };
    const remove = { name: "cntl.role2permission.delete", old: taken };
    expect(codeOf(await world.small.execute("ada", [remove]))).toBe("200");
    const started = await world.start({ first: THING, second: THING });
    const text = told(started);
    expect(text).toContain("No role holds all permissions");
    expect(codeOf(await make(started, "second"))).toBe("-20010/1");
    const steps: unknown = JSON.parse(text.slice(text.indexOf("[")));
    expect(steps).toEqual([
      {
        name: "cntl.role2permission.create",
        new: { role_name: "admin", permission_name: "lab.ro:second" },
      },
      {
        name: "cntl.role2permission.create",
        new: { role_name: "admin", permission_name: "lab.rw:second" },
      },
    ]);
    const granted = ["lab.ro:second", "lab.rw:second"].map((permission_name) => ({
      name: "cntl.role2permission.create",
      new: { role_name: "admin", permission_name },
    }));
    expect(codeOf(await started.execute("ada", granted))).toBe("200");
    expect(codeOf(await make(started, "second"))).toBe("200");
  });
});
