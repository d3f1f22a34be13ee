import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, rowsOf, smallWorld, textIn, type SmallWorld } from "../support/small-world.ts";

const MOST = 50;
let world: SmallWorld;
let bcd: string;

beforeAll(async () => {
  world = await smallWorld();
  const [row] = rowsOf(await world.execute("greta", [{ name: "nd.bcd.list", old: { fetch_limit: 1 } }]));
  bcd = textIn(row ?? {}, "gpk");
});
afterAll(() => world.close());

const opened = (login_name: string, object_gfk: string) => ({
  name: "cntl.recent_object.create",
  new: { login_name, object_gfk },
});
/** The gpks of the objects, the one opened last first. */
async function openedBy(login: string): Promise<readonly string[]> {
  const old = { is_own: true, sorting_params_list: ["gpk DESC"] };
  const rows = rowsOf(await world.execute(login, [{ name: "cntl.recent_object.list", old }]));
  return rows.map((row) => textIn(row, "object_gfk"));
}
const entries = async (): Promise<number> => {
  const [row] = await world.db.query<{ n: number }>(
    "select (select count(*) from wapi.change_log)::int + (select count(*) from wapi.transaction)::int n",
  );
  return row?.n ?? 0;
};
async function sites(prefix: string, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, at) => `${prefix} ${String(at)}`);
  const steps = names.map((name) => ({ name: "nd.site.create", new: { name, title: name } }));
  const outcome = await world.execute("ada", steps);
  return names.map((_, at) => textIn(rowsOf(outcome, at)[0] ?? {}, "gpk"));
}

describe("objects that an account opened last", () => {
  it("belong to the account, and are not in the change log", async () => {
    const before = await entries();
    rowsOf(await world.execute("greta", [opened("greta", bcd)]));
    expect(await openedBy("greta")).toEqual([bcd]);
    expect(await openedBy("otto")).toEqual([]);
    expect(await entries()).toBe(before);
  });

  it("are stored by the account itself, and only if they are readable", async () => {
    expect(codeOf(await world.dry("otto", opened("greta", bcd)))).toMatch(/^-20010/);
    const [token] = rowsOf(await world.execute("otto", [{ name: "cntl.wapi_auth.list" }]));
    for (const gpk of [textIn(token ?? {}, "gpk"), "bcd-999999", "nothing-1"])
      expect(codeOf(await world.dry("greta", opened("greta", gpk)))).toBe("-20020/2");
  });

  it("are stored once: an object that is opened again is the newest", async () => {
    const [first = "", second = ""] = await sites("Again", 2);
    for (const gpk of [first, second, first]) rowsOf(await world.execute("ada", [opened("ada", gpk)]));
    expect(await openedBy("ada")).toEqual([first, second]);
    // Within one call as well.
    rowsOf(await world.execute("ada", [opened("ada", second), opened("ada", first), opened("ada", second)]));
    expect(await openedBy("ada")).toEqual([second, first]);
  });

  it("are stored once even if two calls open the same object at the same time", async () => {
    const [site = ""] = await sites("Twice", 1);
    const said = await Promise.all(
      Array.from({ length: 6 }, () => world.execute("ada", [opened("ada", site)])),
    );
    expect(said.map((one) => one.ok)).toEqual(said.map(() => true));
    expect((await openedBy("ada")).filter((gpk) => gpk === site)).toEqual([site]);
  });

  it("are removed with the object and with the account, and block neither", async () => {
    const [site = ""] = await sites("Gone", 1);
    rowsOf(
      await world.execute("ada", [
        { name: "cntl.mgr.create", new: { parent_login_name: "ada", sub_id: "gone" } },
      ]),
    );
    const count = async (): Promise<number> => {
      const sql = "select count(*)::int n from cntl.recent_object where object_gfk = $1";
      return (await world.db.query<{ n: number }>(sql, [site]))[0]?.n ?? 0;
    };
    rowsOf(await world.execute("ada", [opened("ada", site), opened("ada-gone", site)]));
    expect(await count()).toBe(2);
    rowsOf(await world.execute("ada", [{ name: "cntl.mgr.delete", old: { login_name: "ada-gone" } }]));
    expect(await count()).toBe(1);
    rowsOf(await world.execute("ada", [{ name: "nd.site.delete", old: { name: "Gone 0" } }]));
    expect(await count()).toBe(0);
  });

  it("are at most fifty for each account: the oldest are removed, also within one call", async () => {
    await openedOnce("greta", bcd);
    const many = await sites("Many", MOST + 10);
    for (const gpk of many.slice(0, 5)) rowsOf(await world.execute("ada", [opened("ada", gpk)]));
    expect(await openedBy("ada")).toContain(many[0]);
    const said = await world.execute(
      "ada",
      many.slice(5).map((gpk) => opened("ada", gpk)),
    );
    expect(said.ok).toBe(true);
    const kept = await openedBy("ada");
    expect(kept).toHaveLength(MOST);
    expect(kept).not.toContain(many[0]);
    expect(kept[0]).toBe(many.at(-1));
    expect(await openedBy("greta")).toEqual([bcd]);
  });

  it("come with their titles in the same call, in their order", async () => {
    const [one = "", two = ""] = await sites("Titled", 2);
    rowsOf(await world.execute("ada", [opened("ada", one), opened("ada", two)]));
    const said = await world.execute("ada", [
      {
        idx: "recent",
        name: "cntl.recent_object.list",
        old: { is_own: true, sorting_params_list: ["gpk DESC"], fetch_limit: 2 },
      },
      {
        idx: "object",
        name: "wapi.object.list",
        old_ref_params: [{ idx: "recent", params: { gpk_list: "object_gfk" } }],
      },
    ]);
    expect(rowsOf(said, 1)).toMatchObject([
      { gpk: two, title: "Titled 1 Titled 1" },
      { gpk: one, title: "Titled 0 Titled 0" },
    ]);
  });
});

async function openedOnce(login: string, gpk: string): Promise<void> {
  rowsOf(await world.execute(login, [opened(login, gpk)]));
}
