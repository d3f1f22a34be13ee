import fc from "fast-check";
import type { Json, Row } from "#contract/wire/json";

/** The kinds of rows that random transactions have: rows of the call, sites, buildings. */
export type Kind = "table" | "site" | "bldg";

export type Fn = "list" | "create" | "update" | "delete" | "bulk_update";

/** A join of a step to the rows of an earlier one. A null reference only asks whether the earlier step has any rows. */
export interface DrawnJoin {
  readonly kind: "inner" | "union" | "anti";
  readonly to: number;
  readonly reference: string | null;
}

export interface DrawnNoref {
  readonly isAnti: boolean;
  readonly or: readonly string[];
  readonly and: readonly string[];
}

/** Rows of an earlier step that give parameters: those named, or all of equal names. */
export interface DrawnEntry {
  readonly scope: "old" | "new";
  readonly from: number;
  readonly isCross: boolean;
  /** The range as it is sent; null: all rows. */
  readonly range: Json;
  readonly params: Readonly<Record<string, string>> | "equal names";
}

export interface DrawnStep {
  readonly fn: Fn;
  readonly rows: Kind;
  readonly old: Row;
  readonly new: Row;
  readonly joins: readonly DrawnJoin[];
  readonly norefs: readonly DrawnNoref[];
  readonly entries: readonly DrawnEntry[];
}

const SITES = ["s1", "s2", "s3", "s4", "s9"] as const;
const NUMBERS = ["1", "2", "3"] as const;
const TITLES = ["x", "y", null] as const;

const tableRow = fc.oneof(
  fc.record({
    name: fc.constantFrom(...SITES),
    site: fc.constantFrom(...SITES),
    number: fc.constantFrom(...NUMBERS),
    title: fc.constantFrom(...TITLES),
  }),
  // Rows of a table need not have the same members.
  fc.record({
    name: fc.constantFrom("n1", "n2", "n3"),
    site: fc.constant("s1"),
    number: fc.constantFrom("7", "8"),
  }),
);

const slice = fc
  .tuple(...([0, 1] as const).map(() => fc.constantFrom("", "-", "0", "1", "2", "-1", "-2", "7", "-9")))
  .map(([from, to]): Json => `[${from ?? ""}:${to ?? ""}]`);
const range: fc.Arbitrary<Json> = fc.oneof(
  fc.constant<Json>(null),
  fc.array(fc.nat(4), { maxLength: 3 }).map((list): Json => list),
  slice,
);

const choice = fc.record({
  action: fc.nat(13),
  from: fc.nat(20),
  other: fc.nat(20),
  rows: fc.array(tableRow, { maxLength: 3 }),
  joins: fc.array(
    fc.record({
      kind: fc.constantFrom("inner", "union", "anti"),
      to: fc.nat(20),
      isNull: fc.boolean(),
      isSelf: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  norefs: fc.array(fc.record({ isAnti: fc.boolean(), or: fc.nat(3), and: fc.nat(3) }), { maxLength: 1 }),
  range,
  otherRange: range,
  isCross: fc.boolean(),
  limit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
});
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;

/** Random transactions of the whole grammar over sites, buildings and rooms. */
export const transactions: fc.Arbitrary<readonly DrawnStep[]> = fc
  .array(choice, { minLength: 1, maxLength: 7 })
  .map(stepsOf);

function stepsOf(choices: readonly Choice[]): readonly DrawnStep[] {
  const steps: DrawnStep[] = [
    table([{ name: "s1", site: "s1", number: "1", title: "x" }]),
    step({ fn: "list", rows: "site" }),
    step({ fn: "list", rows: "bldg", old: { fetch_limit: 2 } }),
  ];
  for (const one of choices) {
    // A key that is created again after it was deleted would stand for two objects.
    const isDeleted = steps.some(({ fn }) => fn === "delete");
    const next = stepOf(one, steps);
    steps.push(isDeleted && next.fn === "create" ? step({ fn: "list", rows: "site" }) : next);
  }
  return steps;
}

function step(parts: Pick<DrawnStep, "fn" | "rows"> & Partial<DrawnStep>): DrawnStep {
  return { old: {}, new: {}, joins: [], norefs: [], entries: [], ...parts };
}

function table(rows: readonly Row[], joins: readonly DrawnJoin[] = []): DrawnStep {
  return step({ fn: "list", rows: "table", old: { _dict_list: rows }, joins });
}

/** Foreign keys to the rows of a kind, with the type that holds them. */
export const KEYS: Readonly<Record<Exclude<Kind, "table">, Readonly<Record<string, string>>>> = {
  site: { api_fkey_nd_bldg_site: "nd.bldg" },
  bldg: { api_fkey_nd_room_bldg: "nd.room", api_fkey_nd_bldg_use_bldg: "nd.bldg_use" },
};

/** Attributes of the rows of a kind that are the key of a site, the number of a building, and a title. */
const NAMED = {
  table: { site: "site", number: "number" },
  site: { site: "name", number: "name" },
  bldg: { site: "site", number: "number" },
} as const satisfies Record<Kind, Record<string, string>>;

function stepOf(one: Choice, before: readonly DrawnStep[]): DrawnStep {
  const kind = one.action % 2 === 0 ? "site" : "bldg";
  const from = one.from % before.length;
  const joins = joinsOf(one, kind, before);
  const narrowed = { joins, norefs: norefsOf(one, kind) };
  const equal = (scope: "old" | "new"): DrawnEntry => {
    return { scope, from, isCross: false, range: null, params: "equal names" };
  };
  switch (one.action) {
    case 0:
      return table(
        one.rows,
        joins.filter(({ reference }) => reference === null),
      );
    case 1:
      return table(one.rows);
    case 2:
    case 3:
    case 4:
      return step({ fn: "list", rows: kind, old: limited(one), ...narrowed });
    case 5:
    case 6:
      return step({ fn: "list", rows: kind, entries: readEntries(one, kind, from, before), ...narrowed });
    case 7:
    case 8:
      return step({ fn: "create", rows: kind, entries: [equal("new")] });
    case 9:
      return step({ fn: "create", rows: kind, entries: namedEntries(one, from, before) });
    case 10:
      return step({
        fn: "update",
        rows: rowsOf(before[from], kind),
        new: { title: "z" },
        entries: [equal("old")],
      });
    case 11:
      return step({ fn: "delete", rows: rowsOf(before[from], kind), entries: [equal("old")] });
    case 12:
      return step({ fn: "bulk_update", rows: kind, new: { title: "w" }, ...narrowed, old: { title: "y" } });
    default:
      return step({
        fn: "bulk_update",
        rows: kind,
        entries: [equal("new")],
        ...narrowed,
        old: { title: "x" },
      });
  }
}

function rowsOf(earlier: DrawnStep | undefined, otherwise: Exclude<Kind, "table">): Exclude<Kind, "table"> {
  return earlier === undefined || earlier.rows === "table" ? otherwise : earlier.rows;
}

function limited({ limit }: Choice): Row {
  return limit === null ? {} : { fetch_limit: limit };
}

/** A list for rows of one or two steps: by equal names, or by names and ranges. Computed values of written rows may be old, so only lists are taken. */
function readEntries(
  one: Choice,
  kind: Exclude<Kind, "table">,
  from: number,
  before: readonly DrawnStep[],
): readonly DrawnEntry[] {
  const earlier = before[from];
  if (earlier?.fn === "list" && one.isCross)
    return [{ scope: "old", from, isCross: false, range: null, params: "equal names" }];
  const { site, number } = NAMED[earlier?.rows ?? "table"];
  const params = kind === "site" ? { name_list: site } : { site };
  const first: DrawnEntry = { scope: "old", from, isCross: false, range: one.range, params };
  if (kind === "site" || earlier === undefined) return [first];
  return [first, { ...first, isCross: true, range: one.otherRange, params: { number_list: number } }];
}

function namedEntries(one: Choice, from: number, before: readonly DrawnStep[]): readonly DrawnEntry[] {
  const second = one.other % before.length;
  const [first, more] = [NAMED[before[from]?.rows ?? "table"], NAMED[before[second]?.rows ?? "table"]];
  return [
    { scope: "new", from, isCross: false, range: one.range, params: { site: first.site } },
    {
      scope: "new",
      from: second,
      isCross: one.isCross,
      range: one.otherRange,
      params: { number: more.number },
    },
  ];
}

function joinsOf(
  { joins }: Choice,
  kind: Exclude<Kind, "table">,
  before: readonly DrawnStep[],
): readonly DrawnJoin[] {
  const drawn = joins.map((join): DrawnJoin => {
    const to = join.to % before.length;
    const earlier = before[to]?.rows ?? "table";
    const named = earlier === kind ? "self" : "default";
    const isNull = join.isNull && join.kind !== "anti";
    return { kind: join.kind, to, reference: isNull ? null : named };
  });
  // A later entry for the same step replaces the earlier one, as in an object.
  return [...new Map(drawn.map((join) => [`${join.kind} ${String(join.to)}`, join])).values()];
}

function norefsOf({ norefs }: Choice, kind: Exclude<Kind, "table">): readonly DrawnNoref[] {
  const known = Object.keys(KEYS[kind]);
  const some = (bits: number): readonly string[] => known.filter((_, at) => (bits >> at) % 2 === 1);
  return norefs
    .map(({ isAnti, or, and }) => ({ isAnti, or: some(or), and: some(and) }))
    .filter(({ or, and }) => or.length + and.length > 0);
}
