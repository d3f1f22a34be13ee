import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { smallWorld, type Said, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

type Kind = "table" | "site" | "bldg";
/** An entry of ref params. It names the step by position, so that the test does not resolve names as the server does. */
interface Entry {
  readonly from: number;
  readonly isCross: boolean;
  readonly old: Readonly<Record<string, string>>;
  readonly new: Readonly<Record<string, string>>;
}
/** A generated step; with entries it runs for rows of earlier steps. */
interface Made {
  readonly name: string;
  readonly rows: Kind;
  readonly old: Row;
  readonly new: Row;
  readonly entries: readonly Entry[];
}

/** For each kind of row the attribute that is the name of a site, the number of a building, or a title. */
const ATTRIBUTES = {
  table: { site: "s", number: "n", title: "t" },
  site: { site: "name", number: "name", title: "title" },
  bldg: { site: "site", number: "number", title: "title" },
} as const satisfies Record<Kind, Record<string, string>>;

const SITES = ["s1", "s2", "s3", "s4"];
const choice = fc.record({
  action: fc.nat(10),
  from: fc.nat(20),
  other: fc.nat(20),
  table: fc.array(
    fc.record({
      s: fc.constantFrom(...SITES),
      n: fc.constantFrom("1", "2", "3"),
      t: fc.constantFrom("x", "y", null),
    }),
    { maxLength: 4 },
  ),
});
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;

/** Steps for the choices; their sources are earlier steps. */
function stepsOf(choices: readonly Choice[]): readonly Made[] {
  const steps: Made[] = [table([{ s: "s1", n: "1", t: null }]), table([])];
  for (const one of choices) steps.push(stepOf(one, steps));
  return steps;
}

function table(rows: readonly Row[]): Made {
  const name = "tmp.generic_object.list";
  return { name, rows: "table", old: { _dict_list: rows }, new: {}, entries: [] };
}

function stepOf({ action, from, other, table: rows }: Choice, before: readonly Made[]): Made {
  const at = from % before.length;
  const second = other % before.length;
  const first = ATTRIBUTES[before[at]?.rows ?? "table"];
  const more = ATTRIBUTES[before[second]?.rows ?? "table"];
  const make = (name: string, parts: Partial<Made>): Made => ({
    name: `nd.${name}`,
    rows: name.startsWith("site") ? "site" : "bldg",
    old: {},
    new: {},
    entries: [],
    ...parts,
  });
  const entry = (old: Entry["old"], values: Entry["new"] = {}): Entry => ({
    from: at,
    isCross: false,
    old,
    new: values,
  });
  const cross = (old: Entry["old"], values: Entry["new"] = {}): Entry => ({
    from: second,
    isCross: true,
    old,
    new: values,
  });
  switch (action) {
    case 0:
    case 1:
      return table(rows);
    case 2:
      return make("site.list", { old: { sorting_params_list: ["name DESC"] } });
    case 3:
      return make("bldg.list", {
        entries: [entry({ site_list: first.site }), cross({ number: more.number })],
      });
    case 4:
    case 5:
      return make("site.create", { entries: [entry({}, { name: first.site, title: first.title })] });
    case 6:
    case 7:
      return make("bldg.create", {
        entries: [entry({}, { site: first.site }), cross({}, { number: more.number, title: more.title })],
      });
    case 8:
      return make("site.update", {
        entries: [entry({ name: first.site }), cross({}, { title: more.title })],
      });
    case 9:
      return make("bldg.delete", { entries: [entry({ site: first.site, number: first.number })] });
    default:
      return make("bldg.bulk_update", {
        entries: [entry({ site: first.site }), cross({}, { title: more.title })],
      });
  }
}

/** The step with ref params in the form that is sent. */
function sent({ name, old, new: values, entries }: Made): SentStep {
  const refs = (side: "old" | "new"): Json =>
    entries
      .filter((entry) => Object.keys(entry[side]).length > 0)
      .map((entry) => ({
        idx: String(entry.from),
        params: entry[side],
        ...(entry.isCross ? { join_type: "cross" } : {}),
      }));
  return { name, old, new: values, old_ref_params: refs("old"), new_ref_params: refs("new") };
}

/** The step without ref params, once for each combination of rows. Earlier entries vary slowest, and a step that is used again keeps its row. */
function writtenOut(
  { name, old, new: values, entries }: Made,
  results: readonly (readonly Row[])[],
): SentStep[] {
  let runs: ReadonlyMap<number, Row>[] = [new Map()];
  const order = [...entries.filter((one) => Object.keys(one.old).length > 0), ...entries];
  for (const { from } of order) {
    if (runs.every((rows) => rows.has(from)) && runs.length > 0) continue;
    runs = runs.flatMap((rows) => (results[from] ?? []).map((row) => new Map(rows).set(from, row)));
  }
  return runs.map((rows) => {
    const step: { old: Record<string, Json>; new: Record<string, Json> } = {
      old: { ...old },
      new: { ...values },
    };
    for (const entry of entries)
      for (const side of ["old", "new"] as const)
        for (const [own, attribute] of Object.entries(entry[side])) {
          const value = rows.get(entry.from)?.[attribute] ?? null;
          step[side][own] = own.endsWith("_list") ? [value] : value;
        }
    return { name, ...step };
  });
}

const ada = (steps: readonly SentStep[], dryRun = false): Promise<Said> =>
  world.execute("ada", steps, { dryRun });

/** Groups results by step: the results of executions follow each other, and lists do not repeat a row. */
function gathered(made: readonly Made[], counts: readonly number[], said: Said): readonly (readonly Row[])[] {
  if (!said.ok) return [];
  let at = 0;
  return counts.map((count, n) => {
    const rows = said.lists.slice(at, at + count).flat();
    at += count;
    if (made[n]?.name.endsWith(".list") !== true || made[n].rows === "table") return rows;
    return [...new Map(rows.map((row) => [JSON.stringify(row["gpk"]), row])).values()];
  });
}

/** Position of the failure in the written-out transaction, converted to the one with ref params. */
function told(said: Said, made: readonly Made[], counts: readonly number[]): Json {
  if (said.ok) return null;
  const { error_type: type, error, details, traceback } = said.exception;
  let position = traceback?.transaction_statement?.position ?? 0;
  let step = 0;
  while (position >= (counts[step] ?? Infinity)) position -= counts[step++] ?? 0;
  return { type: type.code, error: error.code, details, at: [made[step]?.name ?? "", step, position] };
}

function toldByRefs(said: Said): Json {
  if (said.ok) return null;
  const { error_type: type, error, details, traceback } = said.exception;
  const { name = "", position = 0, execution = 0 } = traceback?.transaction_statement ?? {};
  return { type: type.code, error: error.code, details, at: [name, position, execution] };
}

/** The log of the last transaction, and all stored rows. */
async function stored(): Promise<Json> {
  const log = await world.db.query(
    `select l.position, l."function", l.object_gfk, l.object_title, l.old, l.new from wapi.change_log l
     where l.transaction_gfk = (select max(a.id) from wapi.transaction a) order by l.position`,
  );
  const state = await ada([{ name: "nd.site.list" }, { name: "nd.bldg.list" }]);
  return { log, state: state.ok ? state.lists : [] } as unknown as Json;
}

async function empty(): Promise<void> {
  await world.db.query("delete from nd.bldg");
  await world.db.query("delete from nd.site");
  await world.db.query("insert into nd.site (name) values ('s4')");
  // A transaction without changes has no log, so without this one the log of the run before would be read.
  await ada([{ name: "nd.site.create", new: { name: "mark" } }]);
  await ada([{ name: "nd.site.delete", old: { name: "mark" } }]);
}

/** Replaces gpks by the order of their appearance, because each transaction draws new ids. */
function named(value: unknown): unknown {
  const numbers = new Map<string, number>();
  const text = JSON.stringify(value).replaceAll(/"(site|bldg)-(\d+)"/g, (gpk) => {
    const number = numbers.get(gpk) ?? numbers.size;
    numbers.set(gpk, number);
    return `"gpk ${String(number)}"`;
  });
  return JSON.parse(text) as unknown;
}

/** Writes out the steps one by one. A dry run of the earlier steps gives the rows that each step refers to. */
async function written(
  made: readonly Made[],
): Promise<{ steps: readonly SentStep[]; counts: readonly number[] }> {
  const steps: SentStep[] = [];
  const counts: number[] = [];
  for (const [at, step] of made.entries()) {
    const said = step.entries.length === 0 ? null : await ada(steps, true);
    if (said?.ok === false) break;
    const results = said === null ? [] : gathered(made.slice(0, at), counts, said);
    const runs = step.entries.length === 0 ? [plain(step)] : writtenOut(step, results);
    steps.push(...runs);
    counts.push(runs.length);
  }
  return { steps, counts };
}

function plain({ name, old, new: values }: Made): SentStep {
  return { name, old, new: values };
}

describe("a transaction with ref params", () => {
  it("[API-61] [API-62] equals the same transaction written step by step: results, log and faults", async () => {
    let applied = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(choice, { minLength: 2, maxLength: 9 }), async (choices) => {
        const made = stepsOf(choices);
        await empty();
        const { steps, counts } = await written(made);
        const whole = counts.length === made.length;
        const out = await ada(steps);
        const outState = named({ results: gathered(made, counts, out), ...Object(await stored()) });
        await empty();
        const byRefs = await ada(made.map(sent));
        expect(toldByRefs(byRefs)).toEqual(told(out, made, counts));
        const lists = byRefs.ok ? byRefs.lists : [];
        expect(named({ results: lists, ...Object(await stored()) })).toEqual(outState);
        expect(whole || !out.ok).toBe(true);
        if (out.ok) applied += 1;
        else refused += 1;
      }),
      { numRuns: 80 },
    );
    expect(applied).toBeGreaterThan(5);
    expect(refused).toBeGreaterThan(5);
  }, 120_000);
});
