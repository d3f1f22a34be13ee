import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, rowsOf, smallWorld, textIn, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
let bcd: string;

beforeAll(async () => {
  world = await smallWorld();
  const [row] = rowsOf(await world.execute("greta", [{ name: "nd.bcd.list", old: { fetch_limit: 1 } }]));
  bcd = textIn(row ?? {}, "gpk");
});
afterAll(() => world.close());

const pin = (login_name: string, object_gfk: string) => ({
  name: "cntl.pin.create",
  new: { login_name, object_gfk },
});
const pinned = async (login: string) =>
  rowsOf(await world.execute(login, [{ name: "cntl.pin.list", old: { is_own: true } }]));
const entries = async (): Promise<number> => {
  const [row] = await world.db.query<{ n: number }>(
    "select (select count(*) from wapi.change_log)::int + (select count(*) from wapi.transaction)::int n",
  );
  return row?.n ?? 0;
};

describe("objects that an account pins", () => {
  it("belong to the account, and their titles come in the same call", async () => {
    const before = await entries();
    expect((await world.execute("greta", [pin("greta", bcd)])).ok).toBe(true);
    expect(await pinned("greta")).toMatchObject([{ login_name: "greta", object_gfk: bcd, is_own: true }]);
    expect(await pinned("otto")).toEqual([]);
    const said = await world.execute("greta", [
      { idx: "pin", name: "cntl.pin.list", old: { is_own: true } },
      {
        idx: "object",
        name: "wapi.object.list",
        inner_join_ref: { pin: "api_func_cntl_pin_object_gfk" },
      },
    ]);
    expect(rowsOf(said, 1)).toMatchObject([{ gpk: bcd, object_fq_name: "nd.bcd" }]);
    // A pin belongs to one person, so it is not in the change log.
    expect(await entries()).toBe(before);
  });

  it("are pinned by the account itself, once, and only if they are readable", async () => {
    expect(codeOf(await world.dry("otto", pin("greta", bcd)))).toMatch(/^-20010/);
    expect(codeOf(await world.dry("greta", pin("greta", bcd)))).toMatch(/^-20030/);
    const [token] = rowsOf(await world.execute("otto", [{ name: "cntl.wapi_auth.list" }]));
    expect(codeOf(await world.dry("greta", pin("greta", textIn(token ?? {}, "gpk"))))).toMatch(
      /^-20020|^-20040/,
    );
    expect(codeOf(await world.dry("greta", pin("greta", "bcd-999999")))).toMatch(/^-20020|^-20040/);
  });

  it("are unpinned when the object or the account is deleted, and block neither", async () => {
    const [made] = rowsOf(
      await world.execute("ada", [{ name: "nd.site.create", new: { name: "Pin", title: "Pin" } }]),
    );
    rowsOf(
      await world.execute("ada", [
        { name: "cntl.mgr.create", new: { parent_login_name: "ada", sub_id: "pin" } },
      ]),
    );
    const gpk = textIn(made ?? {}, "gpk");
    const [greta, pins] = [{ login_name: "ada-pin" }, { object_gfk: gpk }];
    const count = async (): Promise<number> => {
      const [row] = await world.db.query<{ n: number }>(
        "select count(*)::int n from cntl.pin where object_gfk = $1",
        [pins.object_gfk],
      );
      return row?.n ?? 0;
    };
    rowsOf(await world.execute("ada", [pin("ada", gpk), pin("ada-pin", gpk)]));
    expect(await count()).toBe(2);
    rowsOf(await world.execute("ada", [{ name: "cntl.mgr.delete", old: greta }]));
    expect(await count()).toBe(1);
    rowsOf(await world.execute("ada", [{ name: "nd.site.delete", old: { name: "Pin" } }]));
    expect(await count()).toBe(0);
  });

  it("are at most a hundred", async () => {
    const sites = Array.from({ length: 100 }, (_, at) => `Pin ${String(at)}`);
    rowsOf(
      await world.execute("ada", [
        ...sites.map((name) => ({ name: "nd.site.create", new: { name, title: name } })),
        { idx: "made", name: "nd.site.list", old: { name_regexp: "^Pin " } },
        {
          name: "cntl.pin.create",
          new: { login_name: "ada" },
          new_ref_params: [{ idx: "made", params: { object_gfk: "gpk" } }],
        },
      ]),
    );
    expect(await pinned("ada")).toHaveLength(100);
    const more = await world.dry("ada", pin("ada", bcd));
    expect(codeOf(more)).toBe("-20030/3");
    expect(more).toMatchObject({ exception: { hint: expect.stringMatching(/100/) as unknown } });
  });

  it("are at most a hundred, even if many are pinned at the same moment", async () => {
    const kept = await pinned("ada");
    const [first, ...others] = kept.slice(0, 9).map((row) => textIn(row, "gpk"));
    const unpin = (gpk: string) => ({ name: "cntl.pin.delete", old: { gpk } });
    rowsOf(await world.execute("ada", [first ?? "", ...others].map(unpin)));
    const again = await world.execute("ada", [{ name: "nd.site.list", old: { name_regexp: "^Pin " } }]);
    const pins = new Set((await pinned("ada")).map((row) => row["object_gfk"]));
    const free = [bcd, ...rowsOf(again).map((row) => textIn(row, "gpk"))].filter((gpk) => !pins.has(gpk));
    expect(free).toHaveLength(10);
    const made = await Promise.all(free.map((gpk) => world.execute("ada", [pin("ada", gpk)])));
    expect(made.filter((one) => one.ok)).toHaveLength(9);
    expect(await pinned("ada")).toHaveLength(100);
  });
});

describe("objects whose gpk is in earlier rows", () => {
  it("are the objects of changes, if they are readable", async () => {
    const steps = [
      { idx: "log", name: "wapi.change_log.list", old: { object_fq_name: "nd.bcd", function: "create" } },
      {
        idx: "object",
        name: "wapi.object.list",
        inner_join_ref: { log: "api_func_wapi_change_log_object_gfk" },
      },
    ];
    const said = await world.execute("ada", steps);
    const changed = new Set(rowsOf(said).map((row) => row["object_gfk"]));
    expect(new Set(rowsOf(said, 1).map((row) => row["gpk"]))).toEqual(changed);
    expect(changed.size).toBeGreaterThan(0);
  });
});
