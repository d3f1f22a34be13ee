import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import type { Json, Row } from "#contract/wire/json";
import { Refusal } from "../../server/faults.ts";
import { openPark, type Park } from "../support/park.ts";

let park: Park;

interface AreaRow {
  readonly gpk: string;
  readonly name: string;
  readonly parent: string | null;
  readonly path: readonly string[];
}
interface PlantRow {
  readonly gpk: string;
  readonly area: string;
  readonly number: number;
  readonly beside: string | null;
}
let areas: readonly AreaRow[];
let plants: readonly PlantRow[];

beforeAll(async () => {
  park = await openPark();
  await park.db.query(
    "insert into park.area (name, parent) select 'a' || i, null from generate_series(1, 4) i",
  );
  for (const level of [0, 1, 2]) {
    await park.db.query(
      "insert into park.area (name, parent) select a.name || i, a.id from park.area a, generate_series(1, 2) i where cardinality(a.path) = $1 + 1",
      [level],
    );
  }
  await park.db.query(
    `insert into park.plant (area, number, beside_gfk) select a.id, n, case when (a.id + n) % 3 = 0 then (a.id * 7 + n) % 20 + 1 end
     from park.area a, generate_series(1, 3) n where a.id % 2 = 0`,
  );
  const lists = await park.lists([{ name: "park.area.list" }, { name: "park.plant.list" }]);
  areas = (lists["area_list"] ?? []).map((row) => ({
    gpk: text(row, "gpk"),
    name: text(row, "name"),
    parent: row["parent"] === null ? null : text(row, "parent"),
    path: Array.isArray(row["hierarchy_gfk_list"]) ? row["hierarchy_gfk_list"].map(String) : [],
  }));
  plants = (lists["plant_list"] ?? []).map((row) => ({
    gpk: text(row, "gpk"),
    area: text(row, "area"),
    number: Number(row["number"]),
    beside: row["beside_gfk"] === null ? null : text(row, "beside_gfk"),
  }));
}, 120_000);

afterAll(() => park.close());

function text(row: Row, name: string): string {
  const value = row[name];
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Any = AreaRow | PlantRow;
const isArea = (row: Any): row is AreaRow => "path" in row;

/** The relations of wire contract 3.4, defined a second time: later row, earlier row. */
const ORACLE: Readonly<Record<string, (later: Any, earlier: Any) => boolean>> = {
  self: (later, earlier) => later.gpk === earlier.gpk,
  api_fkey_park_plant_area: (later, earlier) =>
    isArea(later)
      ? !isArea(earlier) && earlier.area === later.name
      : isArea(earlier) && later.area === earlier.name,
  api_fkey_park_plant_beside: (later, earlier) =>
    isArea(later) ? !isArea(earlier) && earlier.beside === later.gpk : later.beside === earlier.gpk,
  api_fkey_park_area_parent: (later, earlier) =>
    isArea(later) && isArea(earlier) && later.parent === earlier.name,
  api_fkey_park_area_parent_inverse: (later, earlier) =>
    isArea(later) && isArea(earlier) && earlier.parent === later.name,
  api_func_park_area_is_subset: (later, earlier) => isArea(earlier) && earlier.path.includes(later.gpk),
  api_func_park_area_is_superset: (later, earlier) => isArea(later) && later.path.includes(earlier.gpk),
};
const NAMES = {
  areaArea: [
    "self",
    "api_fkey_park_area_parent",
    "api_fkey_park_area_parent_inverse",
    "api_func_park_area_is_subset",
    "api_func_park_area_is_superset",
  ],
  plantPlant: ["self"],
  mixed: ["api_fkey_park_plant_area", "api_fkey_park_plant_beside"],
};

interface DrawnStep {
  readonly isArea: boolean;
  readonly picked: readonly number[];
  readonly joins: readonly { readonly kind: string; readonly step: number; readonly reference: number }[];
  readonly limit: number | null;
}

const drawnStep = fc.record({
  isArea: fc.boolean(),
  picked: fc.uniqueArray(fc.nat(70), { maxLength: 12 }),
  joins: fc.array(
    fc.record({
      kind: fc.constantFrom("inner_join_ref", "union_join_ref", "anti_join_ref"),
      step: fc.nat(3),
      reference: fc.nat(4),
    }),
    { maxLength: 3 },
  ),
  limit: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
});

describe("joins", () => {
  it("[API-26] [API-27] [API-28] [API-59] [API-60] random transactions keep the same rows as a search by hand", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawnStep, { minLength: 2, maxLength: 4 }), async (drawn) => {
        const { steps, expected } = byHand(drawn);
        const lists = await park.lists(steps);
        const found = expected.map((_, i) => (lists[`s${String(i)}`] ?? []).map((row) => text(row, "gpk")));
        expect(found).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("[API-58] steps are named by idx, default name and position", async () => {
    const names = ["a", "area_list", "1"];
    const lists = await park.lists([
      { idx: "a", name: "park.area.list", old: { name: "a1" } },
      { name: "park.area.list", old: { name: "a2" } },
      ...names.map((name) => ({
        idx: `by_${name}`,
        name: "park.area.list",
        inner_join_ref: { [name]: "self" },
      })),
    ]);
    expect(names.map((name) => (lists[`by_${name}`] ?? []).map((row) => row["name"]))).toEqual([
      ["a1"],
      ["a2"],
      ["a2"],
    ]);
  });

  it.each<[string, Json, string]>([
    ["two references", { name: "park.area.list", inner_join_ref: { p: "default" } }, "-20900/6"],
    ["itself by default", { name: "park.area.list", inner_join_ref: { a: "default" } }, "-20900/6"],
    ["none", { name: "park.sign.list", inner_join_ref: { a: "default" } }, "-20900/5"],
    [
      "an unknown name",
      { name: "park.area.list", inner_join_ref: { a: "api_fkey_park_plant_area" } },
      "-20900/5",
    ],
    ["self of another type", { name: "park.area.list", inner_join_ref: { p: "self" } }, "-20900/5"],
    ["a later step", { name: "park.area.list", inner_join_ref: { "3": "self" } }, "-20900/2"],
    ["the step itself", { idx: "x", name: "park.area.list", inner_join_ref: { x: "self" } }, "-20900/2"],
    ["no step", { name: "park.area.list", inner_join_ref: { y: "self" } }, "-20900/2"],
    ["join", { name: "park.area.list", join: { a: "self" } }, "-20900/2"],
  ])("[API-28] %s is refused", async (_, step, fault) => {
    const steps = [{ idx: "a", name: "park.area.list" }, { idx: "p", name: "park.plant.list" }, step];
    const refusal: unknown = await park.lists(steps).catch((error: unknown) => error);
    if (!(refusal instanceof Refusal)) throw new Error("answered");
    const { exception } = refusal;
    expect(`${String(exception.error_type.code)}/${String(exception.error.code)}`).toBe(fault);
    expect(exception.traceback?.transaction_statement.position).toBe(2);
  });

  it("[API-28] default names the only reference, from either side", async () => {
    const { sign_list, plant_list } = await park.lists([
      { name: "park.plant.list", idx: "one", old: { fetch_limit: 1 } },
      { name: "park.sign.list", inner_join_ref: { one: "default" } },
      { name: "park.plant.list", inner_join_ref: { sign_list: "default" } },
    ]);
    expect([sign_list, plant_list]).toEqual([[], []]);
  });

  it("more steps than one statement can hold give the same answer", async () => {
    const chain = Array.from({ length: 60 }, (_, i) => ({
      idx: `c${String(i)}`,
      name: "park.area.list",
      ...(i === 0 ? { old: { name: "a1" } } : { inner_join_ref: { [`c${String(i - 1)}`]: "self" } }),
    }));
    const lists = await park.lists(chain);
    expect(lists["c59"]?.map((row) => row["name"])).toEqual(["a1"]);
  });
});

/** The steps to send, and the expected rows, found without SQL. */
function byHand(drawn: readonly DrawnStep[]): { steps: Json; expected: readonly (readonly string[])[] } {
  const results: { isArea: boolean; rows: readonly Any[] }[] = [];
  const steps = drawn.map((draw, position): Json => {
    const all: readonly Any[] = draw.isArea ? areas : plants;
    const gpks = draw.picked.flatMap((i) => all[i]?.gpk ?? []);
    const joins = draw.joins.flatMap((join) => {
      const earlier = results[join.step];
      if (earlier === undefined) return [];
      const names =
        earlier.isArea !== draw.isArea ? NAMES.mixed : draw.isArea ? NAMES.areaArea : NAMES.plantPlant;
      const name = names[join.reference % names.length] ?? "self";
      return [{ kind: join.kind, step: join.step, name, rows: earlier.rows }];
    });
    // A member names each step once. The last entry of a step wins, as in JSON.
    const kept = joins.filter(
      (join, i) => !joins.slice(i + 1).some((other) => other.kind === join.kind && other.step === join.step),
    );
    const holds = (row: Any, join: (typeof kept)[number]): boolean =>
      join.rows.some((earlier) => ORACLE[join.name]?.(row, earlier) === true);
    const of = (kind: string): typeof kept => kept.filter((join) => join.kind === kind);
    const rows = all
      .filter((row) => draw.picked.length === 0 || gpks.includes(row.gpk))
      .filter((row) => of("inner_join_ref").every((join) => holds(row, join)))
      .filter(
        (row) => of("union_join_ref").length === 0 || of("union_join_ref").some((join) => holds(row, join)),
      )
      .filter((row) => !of("anti_join_ref").some((join) => holds(row, join)))
      .slice(0, draw.limit ?? undefined);
    results.push({ isArea: draw.isArea, rows });
    return {
      idx: `s${String(position)}`,
      name: draw.isArea ? "park.area.list" : "park.plant.list",
      old: {
        ...(draw.picked.length === 0 ? {} : { gpk_list: gpks }),
        ...(draw.limit === null ? {} : { fetch_limit: draw.limit }),
      },
      ...Object.fromEntries(
        [...new Set(kept.map(({ kind }) => kind))].map((kind) => [
          kind,
          Object.fromEntries(of(kind).map((join) => [`s${String(join.step)}`, join.name])),
        ]),
      ),
    };
  });
  return { steps, expected: results.map(({ rows }) => rows.map(({ gpk }) => gpk)) };
}
