import type { Json, Row } from "#contract/wire/json";
import { listParameters } from "../../../server/wapi/list/plan.ts";
import { writeParameters } from "../../../server/wapi/write/plan.ts";
import { toldNames, type Catalogue, type ObjectType } from "../../../server/catalogue/object-type.ts";
import type { SentStep } from "../small-world.ts";
import { KEYS, type DrawnEntry, type DrawnJoin, type DrawnStep, type Kind } from "./draw.ts";

/** Member of the tests for a range of rows, whose real spelling is not known. */
export const RANGE_MEMBER = "rows";

const TYPES = { table: "tmp.generic_object", site: "nd.site", bldg: "nd.bldg" } as const satisfies Record<
  Kind,
  string
>;

function nameOf({ rows, fn }: Pick<DrawnStep, "rows" | "fn">): string {
  return `${TYPES[rows]}.${fn}`;
}

/** The step as it is sent in the whole grammar. Steps are named by position. */
export function inShort(drawn: DrawnStep): SentStep {
  const { old, new: now, joins, norefs, entries } = drawn;
  const refs = (scope: "old" | "new"): Readonly<Record<string, Json>> => {
    const own = entries.filter((entry) => entry.scope === scope);
    const [first] = own;
    if (first?.params === "equal names") return { [`${scope}_ref_idx`]: String(first.from) };
    return own.length === 0 ? {} : { [`${scope}_ref_params`]: own.map(entrySent) };
  };
  const joined = (kind: DrawnJoin["kind"]): Json =>
    Object.fromEntries(
      joins.filter((one) => one.kind === kind).map((one) => [String(one.to), one.reference]),
    );
  return {
    name: nameOf(drawn),
    old,
    new: now,
    ...refs("old"),
    ...refs("new"),
    inner_join_ref: joined("inner"),
    union_join_ref: joined("union"),
    anti_join_ref: joined("anti"),
    ...Object.fromEntries(
      norefs.map(({ isAnti, or, and }) => [
        isAnti ? "anti_join_noref" : "inner_join_noref",
        { ...(or.length === 0 ? {} : { or }), ...(and.length === 0 ? {} : { and }) },
      ]),
    ),
  };
}

function entrySent({ from, isCross, range, params }: DrawnEntry): Json {
  return {
    idx: from,
    params: typeof params === "string" ? {} : params,
    ...(isCross ? { join_type: "cross" } : {}),
    [RANGE_MEMBER]: range,
  };
}

/** Rows of an executed step, and its kind. */
export interface Done {
  readonly rows: Kind;
  readonly list: readonly Row[];
}

/** Steps in the old grammar that have the same meaning, by the rows of the steps before. The last ones, one for each execution, are its result. */
export interface Written {
  readonly helpers: readonly SentStep[];
  readonly steps: readonly SentStep[];
}

/** `at` is the number of the step, for names of helper steps. */
export function written(
  drawn: DrawnStep,
  at: number,
  before: readonly Done[],
  catalogue: Catalogue,
): Written {
  const helpers: SentStep[] = [];
  const help = (step: SentStep): string => {
    const idx = `h${String(at)}-${String(helpers.length)}`;
    helpers.push({ ...step, idx });
    return idx;
  };
  const members = { ...joinsWritten(drawn, before, help) };
  const isDropped = drawn.rows === "table" && isNever(drawn, before);
  const runs = runsOf(drawn, before, catalogue);
  if (runs.length === 0) {
    const named = namedWritten(drawn, before, catalogue, help);
    return { helpers: named === null ? helpers : [...helpers, named], steps: [] };
  }
  const steps = runs.map((sides, n): SentStep => {
    const idx = `x${String(at)}-${String(n)}`;
    if (isDropped) return { name: "nd.site.list", idx, old: { name_list: [] } };
    return { name: nameOf(drawn), idx, ...sides, ...members };
  });
  return { helpers, steps };
}

/** Whether joins without a reference keep no row. */
function isNever({ joins }: DrawnStep, before: readonly Done[]): boolean {
  const holds = ({ to }: DrawnJoin): boolean => (before[to]?.list.length ?? 0) > 0;
  const of = (kind: DrawnJoin["kind"]) => joins.filter((one) => one.kind === kind && one.reference === null);
  const union = of("union");
  return !of("inner").every(holds) || (union.length > 0 && !union.some(holds));
}

type Help = (step: SentStep) => string;

/** Joins to lists of the same rows. A join without a reference only needs a row. */
function joinsWritten(drawn: DrawnStep, before: readonly Done[], help: Help): Readonly<Record<string, Json>> {
  if (drawn.rows === "table") return {};
  const own = TYPES[drawn.rows];
  const nothing = (): string => help({ name: `${own}.list`, old: { gpk_list: [] } });
  const inner: [string, string][] = [];
  const anti: [string, string][] = [];
  const union: [string, string][] = [];
  const unions = drawn.joins.filter(({ kind }) => kind === "union");
  const isThere = (to: number): boolean => (before[to]?.list.length ?? 0) > 0;
  const isAll = unions.some(({ to, reference }) => reference === null && isThere(to));
  for (const { kind, to, reference } of drawn.joins) {
    if (kind === "union" && isAll) continue;
    if (reference === null && kind === "inner" && isThere(to)) continue;
    const list = { inner, anti, union }[kind];
    list.push(reference === null ? [nothing(), "self"] : [help(sameRows(before[to])), reference]);
  }
  for (const { isAnti, or, and } of drawn.norefs) {
    const keys: Readonly<Record<string, string>> = KEYS[drawn.rows];
    const referring = (key: string): [string, Json] => [help({ name: `${keys[key] ?? ""}.list` }), key];
    const any = or.length === 0 ? {} : { union_join_ref: Object.fromEntries(or.map(referring)) };
    const each = and.length === 0 ? {} : { inner_join_ref: Object.fromEntries(and.map(referring)) };
    (isAnti ? anti : inner).push([help({ name: `${own}.list`, ...any, ...each }), "self"]);
  }
  return {
    inner_join_ref: Object.fromEntries(inner),
    union_join_ref: Object.fromEntries(union),
    anti_join_ref: Object.fromEntries(anti),
  };
}

/** A list of the same rows by their natural keys, because gpks of new rows differ from call to call. */
function sameRows(done: Done | undefined): SentStep {
  const { rows = "table", list = [] } = done ?? {};
  if (rows === "table") return { name: "tmp.generic_object.list", old: { _dict_list: list } };
  const keys = list.map((row) => ({
    _and: keyOf(rows, row).map(([name, value]) => ({ [name]: { eq: value } })),
  }));
  return { name: `${TYPES[rows]}.list`, old: { filter_params_dict: { _or: keys } } };
}

function keyOf(rows: Exclude<Kind, "table">, row: Row): [string, Json][] {
  const names = rows === "site" ? ["name"] : ["site", "number"];
  return names.map((name) => [name, row[name] ?? null]);
}

interface Sides {
  readonly old: Row;
  readonly new: Row;
}

/** The parameters of each execution. */
function runsOf(drawn: DrawnStep, before: readonly Done[], catalogue: Catalogue): readonly Sides[] {
  const { entries, old, new: now } = drawn;
  if (entries.length === 0) return [{ old, new: now }];
  let runs: ReadonlyMap<string, Row>[] = [];
  for (const [n, entry] of entries.entries()) {
    const source = sourceOf(entry);
    if (n > 0 && runs[0]?.has(source) === true) continue;
    const rows = picked(entry.range, before[entry.from]?.list ?? []);
    if (n === 0) runs = rows.map((row) => new Map([[source, row]]));
    else if (entry.isCross) runs = runs.flatMap((run) => rows.map((row) => new Map(run).set(source, row)));
    else if (sameSource(entries, n)) continue;
    else if (rows.length !== runs.length) throw new Unequal();
    else runs = runs.map((run, at) => new Map(run).set(source, rows[at] ?? {}));
  }
  return runs.map((run) => {
    const sides = { old: { ...old }, new: { ...now } };
    for (const entry of entries)
      Object.assign(
        sides[entry.scope],
        valuesOf(entry, run.get(sourceOf(entry)) ?? {}, drawn, before, catalogue),
      );
    return sides;
  });
}

/** Two entries in pairs with different numbers of rows. */
export class Unequal extends Error {}

function sourceOf({ from, range }: DrawnEntry): string {
  return `${String(from)} ${JSON.stringify(range)}`;
}

function sameSource(entries: readonly DrawnEntry[], n: number): boolean {
  return entries.slice(0, n).some((one) => sourceOf(one) === sourceOf(entries[n] ?? one));
}

/** Rows of a range, counted by hand. */
function picked(range: Json, rows: readonly Row[]): readonly Row[] {
  if (range === null || (typeof range !== "string" && !Array.isArray(range))) return rows;
  if (Array.isArray(range)) return range.flatMap((at) => rows.filter((_, n) => n === at));
  const [from = "", to = ""] = range.slice(1, -1).split(":");
  const end = (text: string, otherwise: number): number => {
    if (!/\d/.test(text)) return otherwise;
    return text.startsWith("-") && Number(text) !== 0 ? rows.length + Number(text) : Number(text);
  };
  return rows.filter((_, n) => n >= end(from, 0) && n < end(to, rows.length));
}

function valuesOf(
  { scope, from, params }: DrawnEntry,
  row: Row,
  drawn: DrawnStep,
  before: readonly Done[],
  catalogue: Catalogue,
): Row {
  const listed = (name: string, value: Json): Json => (name.endsWith("_list") ? [value] : value);
  if (params !== "equal names")
    return Object.fromEntries(
      Object.entries(params).map(([own, name]) => [own, listed(own, row[name] ?? null)]),
    );
  const kind = before[from]?.rows ?? "table";
  if (scope === "old" && drawn.fn !== "list" && kind === drawn.rows && kind !== "table")
    return Object.fromEntries(keyOf(kind, row));
  const known = parametersOf(catalogue.type(TYPES[drawn.rows]), drawn.fn, scope);
  const names = Object.keys(row).filter((name) => known.has(name) && !(name in drawn[scope]));
  // The gpk of a new row differs from call to call; its key is among the names.
  return Object.fromEntries(
    names.filter((name) => !["gpk", "is_own"].includes(name)).map((name) => [name, row[name] ?? null]),
  );
}

/** A step without rows that names its parameters. A parameter that nothing gives is refused all the same. */
function namedWritten(
  drawn: DrawnStep,
  before: readonly Done[],
  catalogue: Catalogue,
  help: Help,
): SentStep | null {
  const [entry] = drawn.entries;
  const done = before[entry?.from ?? -1];
  if (entry?.params !== "equal names" || done === undefined || done.rows === "table") return null;
  const row = Object.fromEntries(toldNames(catalogue.type(TYPES[done.rows])).map((name) => [name, null]));
  const names = Object.keys(valuesOf(entry, row, drawn, before, catalogue));
  const params: [string, Json][] = names.map((name) => [name, name]);
  const refs = [{ idx: help(sameRows(done)), params: Object.fromEntries(params) }];
  return { name: nameOf(drawn), old: drawn.old, new: drawn.new, [`${entry.scope}_ref_params`]: refs };
}

function parametersOf(type: ObjectType, fn: string, scope: "old" | "new"): ReadonlySet<string> {
  if (scope === "new" || fn === "update" || fn === "delete")
    return new Set(writeParameters(type, fn, scope).keys());
  return new Set(listParameters(type).keys());
}
