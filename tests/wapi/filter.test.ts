import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { Refusal } from "../../server/faults.ts";
import { planSteps } from "../../server/wapi/call/plan.ts";
import { runTogether } from "../../server/wapi/list/one-statement.ts";
import { openPark, visitor, type Park } from "../support/park.ts";

let park: Park;

beforeAll(async () => {
  park = await openPark();
  await park.db.query("insert into park.area (name, parent) values ('north', null), ('south', null)");
  await park.db.query("insert into park.area (name, parent) values ('pond', 1), ('meadow', 1)");
  await park.db.query(`insert into park.plant
    (area, number, text, height, is_tree, planted, address, network, mac, tag_list, address_list, data, secret, beside_gfk) values
    (1, 1, 'Oak "old" \\ ü', 12.5, true, '2026-11-20T08:15:00Z', '2001:db8::1', '2001:db8::/32', 'aa:bb:cc:dd:ee:ff', '{big,old}', '{198.51.100.2,2001:db8::2}', '{"a":[1,null]}', 'x', 3),
    (1, 2, null, null, false, null, null, null, null, null, null, null, null, null),
    (1, 10, E'rose\\nred', 0.4, false, '2025-01-01T00:00:00Z', '198.51.100.7', '198.51.100.0/24', '00:00:00:00:00:01', '{red}', '{}', '5', 'y', 1),
    (2, 1, 'Rose', 0.7, false, '2026-01-01T00:00:00Z', '198.51.100.10', '198.51.100.8/30', null, '{}', '{198.51.100.2}', '"t"', null, 4),
    (3, 1, 'reed', 2, false, '2024-02-29T12:00:00Z', '10.0.0.1', '10.0.0.0/8', '00:00:00:00:00:02', '{wet,red}', null, null, null, null)`);
  await park.db.query("insert into park.sign (plant, text) values (5, 'water lilies')");
}, 120_000);

afterAll(() => park.close());

async function plants(old: Json, actor = visitor([], ["park.ro:plant"])): Promise<readonly string[]> {
  const { plant_list = [] } = await park.lists([{ name: "park.plant.list", old }], actor);
  return plant_list.map(({ area, number }) =>
    [area, number]
      .map((part) => JSON.stringify(part))
      .join("")
      .replaceAll('"', ""),
  );
}

async function refused(old: Json): Promise<string> {
  try {
    await plants(old);
  } catch (error) {
    if (error instanceof Refusal) {
      const { error_type, error: fault } = error.exception;
      return `${String(error_type.code)}/${String(fault.code)}`;
    }
    throw error;
  }
  return "answered";
}

const ALL = ["meadow", "north1", "north2", "north10", "pond1", "south1"].slice(1);

describe("rows of a list", () => {
  it("members are in order, including null, in the form of the API", async () => {
    const { plant_list = [] } = await park.lists([
      { name: "park.plant.list", old: { area: "north", sorting_params_list: ["number"], fetch_limit: 2 } },
    ]);
    expect(plant_list).toEqual([
      {
        gpk: "plant-1",
        area: "north",
        number: 1,
        text: 'Oak "old" \\ ü',
        height: 12.5,
        is_tree: true,
        planted: "2026-11-20T08:15:00Z",
        address: "2001:db8::1",
        network: "2001:db8::/32",
        mac: "aa:bb:cc:dd:ee:ff",
        tag_list: ["big", "old"],
        address_list: ["198.51.100.2", "2001:db8::2"],
        data: { a: [1, null] },
        secret: "x",
        beside_gfk: "area-3",
        is_own: false,
      },
      {
        gpk: "plant-2",
        area: "north",
        number: 2,
        text: null,
        height: null,
        is_tree: false,
        planted: null,
        address: null,
        network: null,
        mac: null,
        tag_list: null,
        address_list: null,
        data: null,
        secret: null,
        beside_gfk: null,
        is_own: false,
      },
    ]);
    expect(Object.keys(plant_list[0] ?? {})[0]).toBe("gpk");
    expect(Object.keys(plant_list[0] ?? {}).at(-1)).toBe("is_own");
  });

  it("references show the key of their object", async () => {
    const { sign_list = [] } = await park.lists([
      { name: "park.sign.list", old: { area: "pond", number: 1 } },
    ]);
    expect(sign_list.map(({ area, number, text }) => [area, number, text])).toEqual([
      ["pond", 1, "water lilies"],
    ]);
  });

  it("without a permission only own rows are readable, and is_own marks them", async () => {
    expect(await plants({}, visitor(["2", "3"]))).toEqual(["pond1", "south1"]);
    expect(await plants({ is_own: true }, visitor(["2"], ["park.ro:plant"]))).toEqual(["south1"]);
    expect(await plants({ is_own: false }, visitor(["2"], ["park.ro:plant"]))).toEqual(ALL);
    expect(
      await plants({ filter_params_dict: { is_own: { eq: false } } }, visitor(["1"], ["park.ro:plant"])),
    ).toEqual(["pond1", "south1"]);
    expect(await plants({}, visitor([]))).toEqual([]);
  });

  it("pages of own rows are equal by merge and by scan", async () => {
    const few = visitor(["1", "2", "3"]);
    const many = visitor(Array.from({ length: 600 }, (_, i) => String(i + 1)));
    for (const actor of [few, many]) {
      expect(await plants({ fetch_limit: 2, sorting_params_list: ["number"] }, actor)).toEqual([
        "north1",
        "pond1",
      ]);
      expect(await plants({ fetch_limit: 2, fetch_offset: 2 }, actor)).toEqual(["north10", "pond1"]);
      expect(await plants({ fetch_limit: 3, sorting_params_list: ["height DESC"] }, actor)).toEqual([
        "north1",
        "pond1",
        "south1",
      ]);
      expect(await plants({ fetch_limit: 3, text_regexp_ic: "^ro" }, actor)).toEqual(["north10", "south1"]);
    }
  });
});

describe("filters made from attributes", () => {
  it.each<[Json, readonly string[]]>([
    [{ number: 1 }, ["north1", "pond1", "south1"]],
    [{ number_list: [2, 10] }, ["north2", "north10"]],
    [{ number_list: "[2, 10]" }, ["north2", "north10"]],
    [{ number_list: [] }, []],
    [{ area_list: ["pond", "south"] }, ["pond1", "south1"]],
    [{ area_regexp: "^no" }, ["north1", "north2", "north10"]],
    [{ area_regexp_ic: "^NO" }, ["north1", "north2", "north10"]],
    [{ text: null }, ["north2"]],
    [{ text_regexp: "rose" }, ["north10"]],
    [{ text_regexp_ic: "ROSE" }, ["north10", "south1"]],
    [{ text_regexp: "rose.red" }, ["north10"]],
    [{ text_regexp: "^red" }, []],
    [{ text_regexp: "(?i)^ROSE$" }, ["south1"]],
    [{ address: "2001:DB8:0::1" }, ["north1"]],
    [{ address_regexp: "^198" }, ["north10", "south1"]],
    [{ network_regexp: "/24$" }, ["north10"]],
    [{ mac: "AABB.CCDD.EEFF" }, ["north1"]],
    [{ mac: "0200.00ff.fe00.0001" }, ["north10"]],
    [{ mac: "0123456789abcdef" }, []],
    [{ mac_list: ["0123456789abcdef", "00-00-00-00-00-02"] }, ["pond1"]],
    [{ planted: "2026-11-20T09:15:00+01:00" }, ["north1"]],
    [{ is_tree: true }, ["north1"]],
    [{ beside_gfk: "area-3" }, ["north1"]],
    [{ beside_gfk: "plant-3" }, []],
    [{ beside_gfk: null, number: 1 }, ["pond1"]],
    [{ beside_gfk_list: ["area-1", "area-4", "x"] }, ["north10", "south1"]],
    [{ gpk: "plant-4" }, ["south1"]],
    [{ gpk_list: ["plant-4", "area-1", "plant-x", "plant-99999999999999999999"] }, ["south1"]],
    [{ min_height: 2 }, ["north1", "pond1"]],
    [{ number: 1, is_tree: false, text_regexp: "e" }, ["pond1", "south1"]],
    [{ text: "__NULL" }, []],
  ])("[MGR-14] %j", async (old, expected) => {
    expect(await plants(old)).toEqual(expected);
  });

  it.each<[Json, string]>([
    [{ nonsense: 1 }, "-20900/4"],
    [{ secret: "x" }, "-20900/4"],
    [{ tag_list: ["x"] }, "-20900/4"],
    [{ data: 5 }, "-20900/4"],
    [{ number_regexp: "1" }, "-20900/4"],
    [{ is_tree_list: [true] }, "-20900/4"],
    [{ planted_regexp: "2026" }, "-20900/4"],
    [{ number_list: null }, "-20040/2"],
    [{ text_regexp: null }, "-20040/2"],
    [{ fetch_limit: null }, "-20040/2"],
    [{ fetch_limit: 0 }, "-20040/6"],
    [{ fetch_offset: -1 }, "-20040/6"],
    [{ fetch_limit: 1.5 }, "-20040/3"],
    [{ number: "1" }, "-20040/3"],
    [{ address: "1.2.3" }, "-20040/5"],
    [{ planted: "2026-11-20T09:15:00" }, "-20040/5"],
    [{ text_regexp: "(" }, "-20040/5"],
    [{ text_regexp: "a".repeat(257) }, "-20040/4"],
    [{ number_list: Array.from({ length: 10_001 }, () => 1) }, "-20910/4"],
  ])("[MGR-14] %j is refused with %s", async (old, fault) => {
    expect(await refused(old)).toBe(fault);
  });
});

describe("sorting", () => {
  it.each<[Json, readonly string[]]>([
    [["number DESC"], ["north10", "north2", "north1", "pond1", "south1"]],
    [
      ["number desc", "area DESC"],
      ["north10", "north2", "south1", "pond1", "north1"],
    ],
    [["height"], ["north10", "south1", "pond1", "north1", "north2"]],
    [["height DESC"], ["north1", "pond1", "south1", "north10", "north2"]],
    [["text ASC"], ["north1", "south1", "pond1", "north10", "north2"]],
    [["address"], ["pond1", "north10", "south1", "north1", "north2"]],
    [
      ["is_tree", "gpk DESC"],
      ["pond1", "south1", "north10", "north2", "north1"],
    ],
    [["beside_gfk"], ["north10", "north1", "south1", "north2", "pond1"]],
  ])("%j", async (sorting, expected) => {
    expect(await plants({ sorting_params_list: sorting })).toEqual(expected);
  });

  it("without entries the natural key is the order", async () => {
    expect(await plants({})).toEqual(ALL);
  });

  it.each(["nonsense", "tag_list", "data", "secret", "number  ASC", "number UP", ""])(
    "[MGR-14] %j is not a sorting entry",
    async (entry) => {
      expect(await refused({ sorting_params_list: [entry] })).toBe("-20900/8");
    },
  );
});

describe("filter_params_dict", () => {
  it.each<[Json, readonly string[]]>([
    [{}, ALL],
    [{ number: { in: [1, 2] } }, ["north1", "north2", "pond1", "south1"]],
    [{ height: { not_in: [2, 0.4] } }, ["north1", "north2", "south1"]],
    [{ height: { ne: 2 } }, ["north1", "north2", "north10", "south1"]],
    [{ height: { gt: 0.4, le: 2 } }, ["pond1", "south1"]],
    [{ text: { regexp_ic: "^ROSE$" } }, ["south1"]],
    [{ text: { is_null: true } }, ["north2"]],
    [{ text: { is_null: false }, number: { ge: 2 } }, ["north10"]],
    [{ text: { lt: "S" } }, ["north1", "south1"]],
    [{ planted: { lt: "2025-01-01T01:00:00+01:00" } }, ["pond1"]],
    [{ address: { is_contained_by: "198.51.100.0/24" } }, ["north10", "south1"]],
    [{ network: { contains: "198.51.100.9" } }, ["north10", "south1"]],
    [{ network: { contains: "198.51.100.0/25" } }, ["north10"]],
    [{ network: { overlaps: "198.51.100.0/28" } }, ["north10", "south1"]],
    [{ network: { regexp: "^2001" } }, ["north1"]],
    [{ mac: { eq: "AA-BB-CC-DD-EE-FF" } }, ["north1"]],
    [{ mac: { ne: "0123456789abcdef" } }, ALL],
    [{ tag_list: { contains: "red" } }, ["north10", "pond1"]],
    [{ tag_list: { contains: ["red", "wet"] } }, ["pond1"]],
    [{ tag_list: { is_contained_by: ["red", "wet"] } }, ["north10", "pond1", "south1"]],
    [{ tag_list: { overlaps: ["old", "wet"] } }, ["north1", "pond1"]],
    [{ tag_list: { eq: ["big", "old"] } }, ["north1"]],
    [{ tag_list: { eq: ["old", "big"] } }, []],
    [{ tag_list: { ne: ["red"] } }, ["north1", "north2", "pond1", "south1"]],
    [{ address_list: { contains: "198.51.100.2" } }, ["north1", "south1"]],
    [{ data: { eq: { a: [1, null] } } }, ["north1"]],
    [{ data: { eq: "t" } }, ["south1"]],
    [{ data: { is_null: true } }, ["north2", "pond1"]],
    [{ gpk: { gt: "plant-3" } }, ["pond1", "south1"]],
    [{ gpk: { ne: "plant-3" } }, ["north1", "north2", "pond1", "south1"]],
    [{ beside_gfk: { not_in: ["area-1"] } }, ["north1", "north2", "pond1", "south1"]],
    [{ _or: [{ number: { eq: 10 } }, { text: { is_null: true } }] }, ["north2", "north10"]],
    [{ _or: [] }, []],
    [{ _and: [] }, ALL],
    [{ _not: { height: { gt: 1 } } }, ["north2", "north10", "south1"]],
    [{ _not: { _not: { height: { gt: 1 } } } }, ["north1", "pond1"]],
    [{ area: { eq: "north" }, _or: [{ number: { eq: 1 } }, { number: { eq: 2 } }] }, ["north1", "north2"]],
  ])("%j", async (dict, expected) => {
    expect(await plants({ filter_params_dict: dict })).toEqual(expected);
    expect(await plants({ filter_params_dict: JSON.stringify(dict) })).toEqual(expected);
  });

  const nested = (depth: number): Json => (depth === 0 ? {} : { _not: nested(depth - 1) });

  it.each<[Json]>([
    [{ number: 1 }],
    [{ nonsense: { eq: 1 } }],
    [{ secret: { eq: "x" } }],
    [{ number: { regexp: "1" } }],
    [{ is_tree: { lt: true } }],
    [{ data: { contains: 1 } }],
    [{ number: { eq: "1" } }],
    [{ number: { eq: null } }],
    [{ number: { in: 1 } }],
    [{ number: { is_null: 1 } }],
    [{ _or: { number: { eq: 1 } } }],
    [{ network: { overlaps: ["10.0.0.0/8"] } }],
    [nested(10)],
    ["no JSON"],
    [[]],
  ])("%j is refused", async (dict) => {
    expect(await refused({ filter_params_dict: dict })).toBe("-20900/7");
  });

  it("ten levels are accepted", async () => {
    expect(await refused({ filter_params_dict: nested(9) })).toBe("answered");
  });
});

describe("several lists in one statement", () => {
  const read = async (most: number | null): Promise<readonly unknown[]> => {
    const { db, catalogue } = park;
    const steps = [
      { name: "park.plant.list", old: { sorting_params_list: ["number"] } },
      { name: "park.area.list", old: { fetch_limit: 1 } },
      { name: "park.sign.list" },
    ];
    const lists = planSteps(steps, catalogue).filter((plan) => plan.kind === "list");
    const context = { db, catalogue, actor: visitor([], ["park.ro:plant"]), withTranslations: true };
    const { results } = await runTogether({ plans: lists }, db, context, { rows: most, bytes: null });
    return results.map(({ rows, rowCount }) => [
      rowCount,
      (JSON.parse(rows.join("")) as readonly Row[]).length,
    ]);
  };

  it("are counted up to the first row beyond the limit, and then no list is written", async () => {
    const whole = [
      [5, 5],
      [1, 1],
      [1, 1],
    ];
    expect(await read(null)).toEqual(whole);
    expect(await read(5)).toEqual(whole);
    const none = (count: number) => [
      [count, 0],
      [1, 0],
      [1, 0],
    ];
    expect(await read(4)).toEqual(none(5));
    expect(await read(2)).toEqual(none(3));
  });
});

describe("regular expressions", () => {
  it("an expression that takes very long ends in bounded time while another call is answered", async () => {
    const started = Date.now();
    const slow = refused({ text_regexp: "((a{1,255}){1,255}){1,255}" });
    expect((await plants({ number: 2 })) as readonly (string | Row)[]).toEqual(["north2"]);
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(await slow).toBe("-20040/5");
  });
});
