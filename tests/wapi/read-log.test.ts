import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { column, demoWorld, texts, type DemoWorld } from "../support/demo-world.ts";
import type { SentStep } from "../support/small-world.ts";

let world: DemoWorld;
/** A network that greta owns, and one that she does not see. */
let own: { gpk: string; name: string };
let other: { gpk: string; name: string };

beforeAll(async () => {
  world = await demoWorld();
  const bcds = await world.rows("ada", "nd.bcd.list");
  const seen = column(await world.rows("greta", "nd.bcd.list"), "gpk");
  const names = texts(bcds, "name");
  const found = texts(bcds, "gpk").map((gpk, n) => ({ gpk, name: names[n] ?? "" }));
  const [first] = found.filter(({ gpk }) => seen.includes(gpk));
  const [last] = found.filter(({ gpk }) => !seen.includes(gpk));
  if (first === undefined || last === undefined) throw new Error("greta sees all networks or none");
  [own, other] = [first, last];
  const change = ({ name }: { name: string }, description: string): SentStep => ({
    name: "nd.bcd.update",
    old: { name },
    new: { description },
  });
  await world.lists("ada", [change(own, "by ada"), change(other, "by ada")]);
  await world.lists("greta", [change(own, "by greta")]);
}, 120_000);

afterAll(() => world.close());

const entries = async (login: string, old: Params): Promise<readonly unknown[]> =>
  (await world.rows(login, "wapi.change_log.list", old)).map(({ login_name, object_gfk }) => [
    login_name,
    object_gfk,
  ]);

describe("read rule of the change log (wire contract 7.2)", () => {
  it("only own entries are shown unless objects are named", async () => {
    expect(await entries("greta", {})).toEqual([["greta", own.gpk]]);
    expect(await entries("ada", { login_name_list: ["ada", "greta"] })).toEqual([
      ["ada", own.gpk],
      ["ada", other.gpk],
      ["greta", own.gpk],
    ]);
  });

  it("entries of named objects are shown if the objects are readable", async () => {
    const both = [
      ["ada", own.gpk],
      ["greta", own.gpk],
    ];
    expect(await entries("greta", { object_gfk: own.gpk })).toEqual(both);
    expect(await entries("greta", { object_gfk_list: [own.gpk, other.gpk] })).toEqual(both);
    expect(await entries("greta", { object_gfk: other.gpk })).toEqual([]);
    expect(await entries("greta", { filter_params_dict: { login_name: { ne: "x" } } })).toEqual([
      ["greta", own.gpk],
    ]);
    const gpks = texts(await world.rows("ada", "wapi.change_log.list", { object_gfk: own.gpk }), "gpk");
    expect(await entries("greta", { gpk_list: gpks })).toEqual(both);
  });

  it("entries of joined objects are shown", async () => {
    const { log } = await world.lists("greta", [
      { idx: "bcds", name: "nd.bcd.list", old: { gpk_list: [own.gpk, other.gpk] } },
      { idx: "log", name: "wapi.change_log.list", inner_join_ref: { bcds: "default" } },
    ]);
    expect(column(log, "login_name")).toEqual(["ada", "greta"]);
    const { objects } = await world.lists("greta", [
      { idx: "mine", name: "wapi.change_log.list", old: { login_name: "greta" } },
      { idx: "objects", name: "nd.bcd.list", inner_join_ref: { mine: "default" } },
    ]);
    expect(column(objects, "name")).toEqual([own.name]);
  });

  it("entries of a deleted object are shown to the accounts that made them", async () => {
    const { made } = await world.lists("ada", [
      { idx: "made", name: "nd.site.create", new: { name: "gone" } },
    ]);
    const [gpk = ""] = texts(made, "gpk");
    await world.lists("ada", [{ name: "nd.site.delete", old: { name: "gone" } }]);
    const of = { object_gfk: gpk };
    expect(column(await world.rows("ada", "wapi.change_log.list", of), "function")).toEqual([
      "create",
      "delete",
    ]);
    expect(await entries("greta", of)).toEqual([]);
  });
});

describe("transactions (wire contract 7.2)", () => {
  it("are shown to both accounts, with steps only if transactions are named", async () => {
    const whole = await world.rows("greta", "wapi.transaction.list");
    expect(
      whole.map(({ login_name, actor_login_name, step_count, steps }) => [
        login_name,
        actor_login_name,
        step_count,
        steps,
      ]),
    ).toEqual([["greta", "greta", 1, null]]);
    const [gpk] = texts(whole, "gpk");
    const steps = [{ name: "nd.bcd.update", old: { name: own.name }, new: { description: "by greta" } }];
    for (const old of [{ gpk: gpk ?? "" }, { gpk_list: [gpk ?? ""] }])
      expect(column(await world.rows("greta", "wapi.transaction.list", old), "steps")).toEqual([steps]);
    const { tx } = await world.lists("greta", [
      { idx: "log", name: "wapi.change_log.list", old: { login_name: "greta" } },
      { idx: "tx", name: "wapi.transaction.list", inner_join_ref: { log: "default" } },
    ]);
    expect(tx?.map(({ gpk, steps }) => [gpk, steps])).toEqual([[gpk, null]]);
  });
});
