import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params, Row } from "#contract/wire/json";
import { column, demoWorld, type DemoWorld } from "../support/demo-world.ts";
import { codeOf } from "../support/small-world.ts";

let world: DemoWorld;
let all: readonly Row[];

beforeAll(async () => {
  world = await demoWorld();
  await world.db.query("update cntl.mgr set kit_status = 'active' where login_name in ('otto', 'greta')");
  await world.db.query("update cntl.mgr set allow_data_manipulation = false where login_name = 'svc-dns'");
  all = await world.rows("ada", "cntl.mgr.list");
}, 120_000);

afterAll(() => world.close());

const list = (old: Params, login = "ada"): Promise<readonly Row[]> => world.rows(login, "cntl.mgr.list", old);

/** Rows of the whole list for which a condition in TypeScript holds. The condition must hold for some rows, but not for all. */
function keeping(holds: (row: Row) => boolean, of = all): readonly Row[] {
  const kept = of.filter(holds);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(of.length);
  return kept;
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

describe("the manager list", () => {
  it("[MGR-06] is filtered by flags", async () => {
    const flags = ["is_sub", "is_svc", "is_self", "is_adm_locked", "allow_data_manipulation"];
    for (const flag of flags)
      for (const value of [true, false])
        expect(await list({ [flag]: value })).toEqual(keeping((row) => row[flag] === value));
    const ottos = await list({}, "otto");
    for (const value of [true, false])
      expect(await list({ is_deletable: value }, "otto")).toEqual(
        keeping((row) => row["is_deletable"] === value, ottos),
      );
    expect(await list({ is_own: true }, "otto")).toEqual(keeping((row) => row["is_own"] === true, ottos));
    // Own objects are among all, so this is no filter.
    expect(await list({ is_own: false }, "otto")).toEqual(ottos);
    expect(column(await list({ is_own: true }, "otto"), "login_name")).toEqual([
      "otto",
      "otto-sub",
      "svc-dns",
    ]);
    expect(column(await list({ is_deletable: true }, "otto"), "login_name")).toEqual(["otto-sub", "svc-dns"]);
  });

  it("[MGR-06] contains for writers of all accounts every account that is not a main account", async () => {
    const rows = await list({}, "ada");
    const deletable = await list({ is_deletable: true }, "ada");
    expect(deletable).toEqual(keeping((row) => row["is_sub"] === true || row["is_svc"] === true, rows));
    expect(deletable.length).toBeGreaterThan(2);
  });

  it("[API-54] has own subaccounts by is_own and is_sub", async () => {
    expect(column(await list({ is_own: true, is_sub: true }, "otto"), "login_name")).toEqual(["otto-sub"]);
  });

  it("[MGR-07] is filtered by values", async () => {
    for (const [name, value] of [
      ["sub_id", "dns"],
      ["svc_id", "dns"],
      ["kit_status", "active"],
    ] as const) {
      expect(await list({ [name]: value })).toEqual(keeping((row) => row[name] === value));
      expect(await list({ [name]: null })).toEqual(keeping((row) => row[name] === null));
    }
  });

  it("[MGR-08] is filtered by any value of a list", async () => {
    const some = all.filter((_, n) => n % 17 === 3).map((row) => text(row["login_name"]));
    const lists: Record<string, readonly string[]> = {
      gpk: all.filter((_, n) => n % 11 === 2).map((row) => text(row["gpk"])),
      sub_id: ["dns", "sub"],
      svc_id: ["dns", "none"],
      login_name: [...some, "nobody"],
      parent_login_name: ["otto", ...some],
    };
    for (const [name, values] of Object.entries(lists))
      expect(await list({ [`${name}_list`]: [...values] })).toEqual(
        keeping((row) => values.includes(text(row[name]))),
      );
    expect(await list({ login_name_list: [] })).toEqual([]);
  });

  it("[MGR-09] is filtered by expressions that respect case", async () => {
    for (const [name, expression] of [
      ["email", "^a.*@tann"],
      ["sub_id", "^d(ns|hcp)$"],
      ["svc_id", "n"],
      ["login_name", "^o[a-z]+-"],
    ] as const)
      expect(await list({ [`${name}_regexp`]: expression })).toEqual(
        keeping((row) => row[name] !== null && new RegExp(expression).test(text(row[name]))),
      );
    expect(await list({ login_name_regexp: "OTTO" })).toEqual([]);
  });

  it("[MGR-10] is filtered by expressions that ignore case", async () => {
    for (const [name, expression] of [
      ["full_name", "^OTTO b"],
      ["last_name", "HÖL"],
      ["first_name", "^aDa$"],
    ] as const)
      expect(await list({ [`${name}_regexp_ic`]: expression })).toEqual(
        keeping((row) => new RegExp(expression, "i").test(text(row[name]))),
      );
  });

  it("[MGR-11] is cut by fetch_limit and fetch_offset", async () => {
    expect(await list({ fetch_limit: 7 })).toEqual(all.slice(0, 7));
    expect(await list({ fetch_limit: 7, fetch_offset: 12 })).toEqual(all.slice(12, 19));
    expect(await list({ fetch_offset: 12 })).toEqual(all.slice(12));
    expect(await list({ fetch_offset: all.length })).toEqual([]);
  });

  it("[MGR-12] is filtered by filter_params_dict", async () => {
    const dict = {
      login_name: { ge: "b", lt: "g" },
      _or: [{ email: { is_null: true } }, { is_sub: { eq: false } }],
    };
    expect(await list({ filter_params_dict: dict })).toEqual(
      keeping((row) => {
        const login = text(row["login_name"]);
        return login >= "b" && login < "g" && (row["email"] === null || row["is_sub"] === false);
      }),
    );
  });

  it("[MGR-13] [MGR-14] is sorted by sorting_params_list, with a stable last key", async () => {
    const sorted = await list({ sorting_params_list: ["last_name DESC", "is_sub ASC"] });
    const byHand = [...all].sort(
      (a, b) =>
        Number(a["last_name"] === null) - Number(b["last_name"] === null) ||
        compare(text(b["last_name"]), text(a["last_name"])) ||
        Number(a["is_sub"]) - Number(b["is_sub"]) ||
        compare(text(a["login_name"]), text(b["login_name"])),
    );
    expect(column(sorted, "gpk")).toEqual(column(byHand, "gpk"));
  });

  it("[MGR-14] filters combine with AND; unknown filters and other sorting are refused", async () => {
    expect(await list({ is_sub: true, sub_id: "dns", login_name_regexp: "^a" })).toEqual(
      keeping((row) => row["sub_id"] === "dns" && text(row["login_name"]).startsWith("a")),
    );
    for (const [old, code] of [
      [{ name_regexp: "a" }, "-20900/4"],
      [{ sorting_params_list: ["last_name UP"] }, "-20900/8"],
      [{ sorting_params_list: ["nothing"] }, "-20900/8"],
    ] as const)
      expect(codeOf(await world.execute("ada", [{ name: "cntl.mgr.list", old: { ...old } as Params }]))).toBe(
        code,
      );
  });
});

/** Compares by code point, as the server does. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
