import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { openPark, visitor, type Park } from "../support/park.ts";

const AREAS = 70;
const PLANTS = 60;

interface Plant {
  readonly id: number;
  readonly area: number;
  readonly number: number;
  readonly text: string | null;
  readonly height: number | null;
}

/** Plants of an area lie apart, so that a page of own rows has rows of many areas. */
function plantAt(at: number): Plant {
  const [area, number] = [(at % AREAS) + 1, Math.floor(at / AREAS) + 1];
  const word = `word${String((area * 31 + number) % 97)}`;
  const text = number % 7 === 0 ? null : `${word} ${number % 4 === 0 ? "pine" : "oak"} in a row`;
  return { id: at + 1, area, number, text, height: at % 5 === 0 ? null : (at * 37) % 1000 };
}
const ALL = Array.from({ length: AREAS * PLANTS }, (_, at) => plantAt(at));

let park: Park;
beforeAll(async () => {
  park = await openPark();
  await park.db.query(
    "insert into park.area (name) select 'a' || lpad(i::text, 2, '0') from generate_series(1, $1) i",
    [AREAS],
  );
  await park.db.query(
    `insert into park.plant (area, number, text, height)
     select area, number, text, height from json_to_recordset($1::json) p(id int, area bigint, number int, text text, height numeric) order by id`,
    [JSON.stringify(ALL)],
  );
}, 120_000);
afterAll(() => park.close());

interface Wanted {
  readonly old: Params;
  /** The same filters, without the server. */
  readonly fits: (plant: Plant) => boolean;
}
const text = (part: string) => (plant: Plant) => plant.text?.includes(part) === true;
/** The last is for those who also read rows of others. */
const WANTED: readonly Wanted[] = [
  { old: {}, fits: () => true },
  { old: { text_regexp: "word13 " }, fits: text("word13 ") },
  { old: { text_regexp: "oak in" }, fits: text("oak in") },
  { old: { text_regexp_ic: "WORD7.*PINE" }, fits: ({ text }) => /word7.*pine/.test(text ?? "") },
  {
    old: { text_regexp: "pine", filter_params_dict: { number: { lt: 9 } } },
    fits: (plant) => text("pine")(plant) && plant.number < 9,
  },
  { old: { filter_params_dict: { number: { gt: 9 } } }, fits: ({ number }) => number > 9 },
  {
    old: { filter_params_dict: { _or: [{ number: { eq: 3 } }, { height: { ge: 900 } }] } },
    fits: ({ number, height }) => number === 3 || (height ?? 0) >= 900,
  },
  { old: { number_list: [5, 6] }, fits: ({ number }) => number === 5 || number === 6 },
  { old: { min_height: 500 }, fits: ({ height }) => height !== null && height >= 500 },
  { old: { area: "a03" }, fits: ({ area }) => area === 3 },
  { old: { text: null }, fits: ({ text }) => text === null },
  { old: { text_regexp: "nothing of this kind" }, fits: () => false },
];

type Sorting = readonly (readonly [keyof Plant, "ASC" | "DESC"])[];
const SORTINGS: readonly Sorting[] = [
  [],
  [["number", "ASC"]],
  [["number", "DESC"]],
  [["height", "ASC"]],
  [["height", "DESC"]],
  [["text", "DESC"]],
  [
    ["area", "DESC"],
    ["number", "ASC"],
  ],
];

/** Null is last in both directions; then the natural key decides. */
function inOrder(sorting: Sorting): (one: Plant, other: Plant) => number {
  const entries: Sorting = [...sorting, ["area", "ASC"], ["number", "ASC"]];
  return (one, other) => {
    for (const [name, direction] of entries) {
      const [a, b] = [one[name], other[name]];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b === (direction === "ASC") ? -1 : 1;
    }
    return 0;
  };
}

/** Who asks: some own few areas, some more than can be merged, some read all rows. */
const READERS = [
  { name: "all rows", units: [1, 2], readsAll: true },
  { name: "three areas", units: [3, 9, 44], readsAll: false },
  { name: "sixty areas", units: Array.from({ length: 60 }, (_, at) => at + 1), readsAll: false },
  { name: "six hundred areas", units: Array.from({ length: 600 }, (_, at) => at + 5), readsAll: false },
] as const;
const PAGES = [
  [1, 0],
  [7, 3],
  [25, 0],
  [40, 100],
  [null, 50],
] as const;

type Reader = (typeof READERS)[number];

async function page(reader: Reader, old: Params): Promise<readonly number[]> {
  const actor = visitor(reader.units.map(String), reader.readsAll ? ["park.ro:plant"] : []);
  const { plant_list = [] } = await park.lists([{ name: "park.plant.list", old }], actor);
  return plant_list.map(({ gpk }) => Number(String(gpk as string).split("-")[1]));
}

function expected(reader: Reader, wanted: Wanted, sorting: Sorting, isOwn = false): readonly number[] {
  const units = new Set<number>(reader.units);
  return ALL.filter((plant) => (reader.readsAll && !isOwn) || units.has(plant.area))
    .filter(wanted.fits)
    .toSorted(inOrder(sorting))
    .map(({ id }) => id);
}

const sortedBy = (sorting: Sorting): Params =>
  sorting.length === 0 ? {} : { sorting_params_list: sorting.map((entry) => entry.join(" ")) };
const windowed = ([limit, offset]: (typeof PAGES)[number]): Params => ({
  ...(limit === null ? {} : { fetch_limit: limit }),
  ...(offset === 0 ? {} : { fetch_offset: offset }),
});

const CASES = READERS.flatMap((reader) =>
  SORTINGS.map(
    (sorting) => [reader.name, sorting.map((entry) => entry.join(" ")).join(", "), reader, sorting] as const,
  ),
);

describe("a page of a list is a part of the whole list", () => {
  it.each(CASES)("for readers of %s, sorted by %s", async (_, __, reader, sorting) => {
    for (const [at, wanted] of WANTED.entries()) {
      const part = PAGES[(at + sorting.length) % PAGES.length] ?? [1, 0];
      const [limit, offset] = part;
      const all = expected(reader, wanted, sorting);
      const rows = all.slice(offset, limit === null ? undefined : offset + limit);
      const old = { ...wanted.old, ...sortedBy(sorting), ...windowed(part) };
      expect([old, await page(reader, old)]).toEqual([old, rows]);
    }
  });

  it.each(
    READERS.flatMap((reader) =>
      (["ASC", "DESC"] as const).map((order) => [reader.name, order, reader] as const),
    ),
  )("for readers of %s also late, in the order %s", async (_, order, reader) => {
    const sorting: Sorting = [["number", order]];
    const old = { ...sortedBy(sorting), fetch_limit: 40, fetch_offset: 100 };
    const all = expected(reader, { old: {}, fits: () => true }, sorting);
    expect(await page(reader, old)).toEqual(all.slice(100, 140));
  });

  it.each(READERS)("of every size: $name", async (reader) => {
    const [first, frequent] = [WANTED[0], WANTED[2]];
    for (const wanted of [first, frequent])
      for (const part of PAGES) {
        const [limit, offset] = part;
        const sorting: Sorting = [["number", "DESC"]];
        const rows = expected(reader, wanted ?? { old: {}, fits: () => true }, sorting);
        const old = { ...wanted?.old, ...sortedBy(sorting), ...windowed(part) };
        expect(await page(reader, old)).toEqual(
          rows.slice(offset, limit === null ? undefined : offset + limit),
        );
      }
  });

  it.each(READERS)("of own rows: $name", async (reader) => {
    const sorting: Sorting = [["number", "ASC"]];
    for (const wanted of WANTED.slice(0, 6)) {
      const old = { ...wanted.old, is_own: true, ...sortedBy(sorting), fetch_limit: 9, fetch_offset: 2 };
      expect(await page(reader, old)).toEqual(expected(reader, wanted, sorting, true).slice(2, 11));
    }
  });

  it("joined to another list or to rows of the call", async () => {
    const actor = visitor(["3", "9", "44"]);
    const lists = await park.lists(
      [
        { idx: "areas", name: "park.area.list", old: { name_list: ["a03", "a44", "a45"] } },
        {
          name: "park.plant.list",
          old: { text_regexp: "oak", sorting_params_list: ["number DESC"], fetch_limit: 5, fetch_offset: 1 },
          inner_join_ref: { areas: "api_fkey_park_plant_area" },
        },
      ],
      actor,
    );
    const rows = ALL.filter((plant) => [3, 44].includes(plant.area) && text("oak")(plant)).toSorted(
      inOrder([["number", "DESC"]]),
    );
    expect(lists["plant_list"]?.map(({ gpk }) => gpk)).toEqual(
      rows.slice(1, 6).map(({ id }) => `plant-${String(id)}`),
    );
  });
});
