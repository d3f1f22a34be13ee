import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import type { ObjectType } from "../../server/catalogue/object-type.ts";
import { Refusal } from "../../server/faults.ts";
import { relationsBetween } from "../../server/sql/join.ts";
import { listParameters, type ListParameter } from "../../server/wapi/list/plan.ts";
import { demoWorld, type DemoWorld } from "../support/demo-world.ts";
import { expectRecorded } from "../support/recording.ts";
import type { SentStep } from "../support/small-world.ts";

/** Everybody reads as an administrator, an administrator of an OE, a member of groups and a person without rights do. */
const READERS = ["ada", "otto", "greta", "lars"] as const;
/** Rows of the earlier list of a join. */
const EARLIER = 40;
/** Values that are tried for a filter until one finds rows. */
const TRIED = 12;
/** Parameters without which a type has no list. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  "wapi.object": { gpk_list: ["bcd-1", "ou-1"] },
  "tmp.generic_object": { _dict_list: [{ name: "x" }] },
  "tmp.row_count": { object_fq_name: "nd.bcd" },
  "tmp.cidr_generator": { cidr: "198.51.0.0/16", prefix_length: 18 },
  "tmp.any_addr": { value: "198.51.100.1" },
};

let world: DemoWorld;
let types: readonly ObjectType[];
/** All rows of each type that an administrator reads. */
const all = new Map<string, readonly Row[]>();
/** Some values of the campus, by the names of attributes and of data types. */
const pool = new Map<string, Set<string>>();

const needed = ({ name }: ObjectType) => NEEDED[name] ?? {};

async function answer(reader: string, steps: readonly SentStep[]): Promise<readonly Row[] | string> {
  try {
    const { body } = await world.send(reader, "dict_mode=true", steps);
    // Dict mode: lists by key.
    return (JSON.parse(body) as Readonly<Record<string, readonly Row[]>>)["rows"] ?? [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `refused ${error.exception.error.name}`;
  }
}

const listed = (type: ObjectType, old: Readonly<Record<string, Json>> = {}, reader = "ada") =>
  answer(reader, [{ idx: "rows", name: `${type.name}.list`, old: { ...needed(type), ...old } }]);

const isMoment = (value: unknown) => typeof value === "string" && /^\d\d\.\d\d\.\d{4} /.test(value);

/** Moments differ with each filling of the campus; what is recorded is that there is one. */
function steady(type: ObjectType, { ...row }: Row): Row {
  for (const [name, value] of Object.entries(row)) {
    const { dataType } = type.attributes.get(name) ?? {};
    if (value !== null && (/^(timestamp|date)/.test(dataType?.name ?? "") || isMoment(value)))
      row[name] = "t";
  }
  return row;
}

const sign = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);

function told(type: ObjectType, found: readonly Row[] | string): string {
  if (typeof found === "string") return found;
  const names = found.map((row) => row["gpk"] ?? steady(type, row));
  return found.length === 0 ? "0" : `${String(found.length)} ${sign(names)}`;
}

beforeAll(async () => {
  world = await demoWorld();
  types = [...world.catalogue.types.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const type of types) {
    const rows = await listed(type);
    if (typeof rows === "string") throw new Error(`${type.name}: ${rows}`);
    all.set(type.name, rows);
    for (const { name, dataType } of type.attributes.values()) {
      const values = rows.flatMap((row) => row[name] ?? []);
      for (const key of [name, dataType.element ?? dataType.name]) {
        const known = pool.get(key) ?? new Set();
        pool.set(key, known);
        for (const at of [0, 0.2, 0.5, 0.9]) {
          const value = values[Math.floor(values.length * at)];
          if (value !== undefined) known.add(JSON.stringify(value));
        }
      }
    }
  }
}, 240_000);
afterAll(() => world.close());

/** What each attribute has in all rows: how many values, the first two, and a sign of all of them in their order. */
function attributeLines(type: ObjectType): readonly string[] {
  const rows = (all.get(type.name) ?? []).map((row) => steady(type, row));
  return [...type.attributes.keys()].map((name) => {
    const values = rows.map((row) => JSON.stringify(row[name] ?? null));
    const different = [...new Set(values)];
    const shown = different.slice(0, 2).map((text) => text.slice(0, 40));
    return `  .${name} ${String(different.length)} ${sign(values)} ${shown.join(" ")}`;
  });
}

function* tried(type: ObjectType, name: string, parameter: ListParameter): Iterable<Json> {
  if (parameter.kind === "limit" || parameter.kind === "offset") yield 3;
  if (parameter.kind === "own" || parameter.dataType.name === "boolean") {
    yield true;
    return;
  }
  const isOfAttribute = "attribute" in parameter;
  const own = isOfAttribute
    ? (all.get(type.name) ?? []).flatMap((row) => {
        const value = row[parameter.attribute.name];
        return value === null || value === undefined ? [] : [value];
      })
    : [];
  const keys = [name, name.replace(/_list$/, ""), parameter.dataType.element ?? parameter.dataType.name];
  // Parse boundary: values that this test wrote.
  const others = keys.flatMap((key) => [...(pool.get(key) ?? [])].map((text) => JSON.parse(text) as Json));
  const values = isOfAttribute ? [own[Math.floor(own.length / 2)], own.at(-1)] : others;
  for (const value of values.slice(0, TRIED)) {
    if (value === undefined || isMoment(value)) continue;
    if (parameter.kind === "regexp") yield String(value).replace(/\W/g, ".").slice(0, 6);
    else if (parameter.kind === "regexp_ic")
      yield String(value).replace(/\W/g, ".").slice(0, 6).toUpperCase();
    else if (parameter.kind === "among") yield [...new Set([own[0] ?? null, value])];
    else yield parameter.dataType.isArray && !Array.isArray(value) ? [value] : value;
  }
}

/** What each parameter finds, by the first value that finds rows. */
async function filterLines(type: ObjectType): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [name, parameter] of listParameters(type)) {
    if (["sorting", "filter"].includes(parameter.kind) || /timestamp|date/.test(parameter.dataType.name))
      continue;
    let line = "";
    for (const value of tried(type, name, parameter)) {
      const found = await listed(type, { [name]: value });
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
        ["ASC", "DESC"].map((way) => listed(type, { sorting_params_list: [`${name} ${way}`] })),
      );
      return `  ^${name} ${told(type, up ?? [])} ${told(type, down ?? [])}`;
    }),
  );
}

async function joinLines(earlier: ObjectType): Promise<readonly string[]> {
  const limit = listParameters(earlier).has("fetch_limit") ? { fetch_limit: EARLIER } : {};
  const first = { idx: "e", name: `${earlier.name}.list`, old: { ...needed(earlier), ...limit } };
  const lines: string[] = [];
  for (const later of types)
    for (const relation of [...relationsBetween(later, earlier).keys()].sort()) {
      const second = { idx: "rows", name: `${later.name}.list`, inner_join_ref: { e: relation } };
      const found = await answer("ada", [first, { ...second, old: needed(later) }]);
      lines.push(`  >${later.name} ${relation} ${told(later, found)}`);
    }
  return lines;
}

async function recorded(lines: (type: ObjectType) => Promise<readonly string[]> | readonly string[]) {
  const parts: string[] = [];
  for (const type of types) parts.push(type.name, ...(await lines(type)));
  return `${parts.join("\n")}\n`;
}

describe("the lists of the demo campus", () => {
  it("[API-24] [PERM-12] have the rows that each reader may read", async () => {
    const text = await recorded(async (type) => {
      const found = await Promise.all(READERS.map((reader) => listed(type, {}, reader)));
      return found.map((rows, at) => `  ${READERS[at] ?? ""} ${told(type, rows)}`);
    });
    await expectRecorded(text, "./campus-lists/readers.txt");
  }, 120_000);

  it("[API-24] have the values of all attributes", async () => {
    await expectRecorded(await recorded(attributeLines), "./campus-lists/attributes.txt");
  });

  it("[API-24] [API-25] are found by each parameter", async () => {
    await expectRecorded(await recorded(filterLines), "./campus-lists/parameters.txt");
  }, 240_000);

  it("[API-24] are in the order of each attribute, both ways", async () => {
    await expectRecorded(await recorded(orderLines), "./campus-lists/orders.txt");
  }, 240_000);

  it("[API-26] are joined by each relation", async () => {
    await expectRecorded(await recorded(joinLines), "./campus-lists/joins.txt");
    expect(all.size).toBe(types.length);
  }, 240_000);
});
