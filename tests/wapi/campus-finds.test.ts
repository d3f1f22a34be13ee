import { afterAll, beforeAll, describe, it } from "vitest";
import type { Json } from "#contract/wire/json";
import type { ObjectType } from "../../server/catalogue/object-type.ts";
import { relationsBetween } from "../../server/sql/join.ts";
import { listParameters, type ListParameter } from "../../server/wapi/list/plan.ts";
import { campusLists, isMoment, needed, told, type CampusLists } from "../support/campus-lists.ts";
import { expectRecorded } from "../support/recording.ts";

/** Rows of the earlier list of a join. */
const EARLIER = 40;
/** Values that are tried for a filter until one finds rows. */
const TRIED = 12;

let campus: CampusLists;
/** Some values of the campus, by the names of attributes and of data types. */
const pool = new Map<string, Set<string>>();

beforeAll(async () => {
  campus = await campusLists();
  for (const type of campus.types)
    for (const { name, dataType } of type.attributes.values()) {
      const values = (campus.all.get(type.name) ?? []).flatMap((row) => row[name] ?? []);
      for (const key of [name, dataType.element ?? dataType.name]) {
        const known = pool.get(key) ?? new Set();
        pool.set(key, known);
        for (const at of [0, 0.2, 0.5, 0.9]) {
          const value = values[Math.floor(values.length * at)];
          if (value !== undefined) known.add(JSON.stringify(value));
        }
      }
    }
}, 240_000);
afterAll(() => campus.close());

/** Values that a parameter is tried with. Those of attributes are of rows of the type. */
function* tried(type: ObjectType, name: string, parameter: ListParameter): Iterable<Json> {
  const { kind, dataType } = parameter;
  if (kind === "limit") yield 3;
  else if (kind === "offset") yield 1;
  else if (kind === "own" || dataType.name === "boolean") yield true;
  else if (!("attribute" in parameter))
    for (const value of known([name, name.replace(/_list$/, ""), dataType.element ?? dataType.name]))
      yield dataType.isArray && !Array.isArray(value) ? [value] : value;
  else {
    const own = (campus.all.get(type.name) ?? []).flatMap((row) => row[parameter.attribute.name] ?? []);
    for (const value of [own[Math.floor(own.length / 2)], own.at(-1)])
      if (value !== undefined && !isMoment(value)) yield asked(parameter, value, own[0] ?? value);
  }
}

function known(keys: readonly string[]): readonly Json[] {
  const texts = keys.flatMap((key) => [...(pool.get(key) ?? [])]).slice(0, TRIED);
  // Parse boundary: values that this test wrote.
  return texts.map((text) => JSON.parse(text) as Json).filter((value) => !isMoment(value));
}

/** The value as a parameter of this kind takes it. */
function asked({ kind }: ListParameter, value: Json, other: Json): Json {
  if (kind === "among") return [...new Set([other, value])];
  if (kind === "equal") return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const begin = text.replace(/\W/g, ".").slice(0, 6);
  return kind === "regexp" ? begin : begin.toUpperCase();
}

/** What each parameter finds, by the first value that finds rows. */
async function filterLines(type: ObjectType): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [name, parameter] of listParameters(type)) {
    if (["sorting", "filter"].includes(parameter.kind) || /timestamp|date/.test(parameter.dataType.name))
      continue;
    let line = "";
    for (const value of tried(type, name, parameter)) {
      const found = await campus.listed(type, { [name]: value });
      line = `  ?${name} ${JSON.stringify(value).slice(0, 60)} ${told(type, found)}`;
      if (typeof found !== "string" && found.length > 0) break;
    }
    if (line !== "") lines.push(line);
  }
  return lines;
}

async function orderLines(type: ObjectType): Promise<readonly string[]> {
  if (!listParameters(type).has("sorting_params_list")) return [];
  const sorted = [...type.attributes.values()].filter(
    // The readings of this test use the tokens.
    ({ name }) => listParameters(type).has(name) && name !== "last_used",
  );
  return Promise.all(
    sorted.map(async ({ name }) => {
      const [up, down] = await Promise.all(
        ["ASC", "DESC"].map((way) => campus.listed(type, { sorting_params_list: [`${name} ${way}`] })),
      );
      return `  ^${name} ${told(type, up ?? [])} ${told(type, down ?? [])}`;
    }),
  );
}

async function joinLines(earlier: ObjectType): Promise<readonly string[]> {
  const limit = listParameters(earlier).has("fetch_limit") ? { fetch_limit: EARLIER } : {};
  const first = { idx: "e", name: `${earlier.name}.list`, old: { ...needed(earlier), ...limit } };
  const lines: string[] = [];
  for (const later of campus.types)
    for (const relation of [...relationsBetween(later, earlier).keys()].sort()) {
      const second = { idx: "rows", name: `${later.name}.list`, inner_join_ref: { e: relation } };
      const found = await campus.answer("ada", [first, { ...second, old: needed(later) }]);
      lines.push(`  >${later.name} ${relation} ${told(later, found)}`);
    }
  return lines;
}

describe("the lists of the demo campus", () => {
  it("[API-24] are found by each parameter", async () => {
    await expectRecorded(await campus.recorded(filterLines), "./campus-lists/parameters.txt");
  }, 240_000);

  it("[API-24] are in the order of each attribute, both ways", async () => {
    await expectRecorded(await campus.recorded(orderLines), "./campus-lists/orders.txt");
  }, 240_000);

  it("[API-26] are joined by each relation", async () => {
    await expectRecorded(await campus.recorded(joinLines), "./campus-lists/joins.txt");
  }, 240_000);
});
