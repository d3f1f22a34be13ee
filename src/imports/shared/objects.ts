import { isList, textIn, type Json, type Params, type Row } from "#contract/wire/json";
import type { RefParams } from "#contract/wire/step";
import { readText } from "#contract/read-text";
import { withoutBad, type BadValue } from "./bad-values.ts";
import type { ImportJob, Source } from "./job.ts";
import { typeFacts, type TypeFacts } from "./type-facts.ts";
import { listIn } from "./list-in.ts";
import { placeIn, type ImportDraft, type ImportStep, type Rejected, type SourceRow } from "./steps.ts";
import { addAll, onlyNeeded } from "#contract/table/units";

/** An object that a file asks for. */
export interface Wanted {
  readonly type: string;
  readonly values: Params;
  readonly row: SourceRow;
  /** Further rows of the file whose values this object has. */
  readonly also?: readonly SourceRow[];
  /** The object is wanted only for other objects of the run, as a name is for its records. It is left out if these are left out. */
  readonly isHelper?: true;
  /** The object is created with another one, like the DHCP setting with its BCD. It is only changed. */
  readonly isGiven?: true;
  /** Attributes that only a new object gets. An existing object keeps its values. */
  readonly onlyNew?: readonly string[];
  /** Handle by which other objects of the run refer to it, if they name it by gpk. */
  readonly handle?: string;
  /** Attributes that hold the gpk of an earlier object of the run → handle of that object. */
  readonly refs?: Readonly<Record<string, string>>;
  /** Attributes that identify the object; the key if absent. */
  readonly sameBy?: readonly string[];
}

/** Values without null, so that attributes that are missing in a file do not change. */
export function given(values: Params): Params {
  return Object.fromEntries(Object.entries(values).filter(([, value]: [string, Json]) => value !== null));
}

/** An object of the run, as steps that rest on it know it. */
export interface Placed {
  /** The present object; null if a step of this run creates it. */
  readonly old: Row | null;
  /** The step of this run that makes or changes it. */
  readonly idx: string | null;
}

export interface ObjectsDraft extends ImportDraft {
  /** By handle. */
  readonly placed: ReadonlyMap<string, Placed>;
  /** Objects that refer to another object of the run that was not imported. */
  readonly orphans: readonly Wanted[];
}

interface Run {
  readonly job: ImportJob;
  readonly facts: Map<string, TypeFacts>;
  readonly placed: Map<string, Placed>;
  /** Steps of this run that make the objects that others refer to. */
  readonly made: Map<string, string>;
  readonly steps: ImportStep[];
  readonly rejected: Rejected[];
  readonly orphans: Wanted[];
  readonly present: SourceRow[];
}

/** Plans the creation of missing objects and the change of objects that differ. Objects that exist as wanted are counted. */
export async function planObjects(wanted: readonly Wanted[], job: ImportJob): Promise<ObjectsDraft> {
  const run: Run = {
    job,
    facts: new Map(),
    placed: new Map(),
    made: new Map(),
    steps: [],
    rejected: [],
    orphans: [],
    present: [],
  };
  // Objects that are recognised in the same way are looked up together, after those that they name.
  const alike = Map.groupBy(wanted, ({ type, refs = {}, sameBy = [] }) =>
    [type, ...sameBy, "", ...Object.keys(refs)].join(" "),
  );
  for (const group of alike.values()) await planAlike(group, run);
  const { steps, rejected, present, placed, orphans } = run;
  const left = orphans.map(({ row }) => row);
  return { steps: onlyNeeded(steps), rejected, rows: rowsOf(wanted), present, left, placed, orphans };
}

/** Rows of which objects are wanted, each once. */
function rowsOf(wanted: readonly Wanted[]): readonly SourceRow[] {
  const all = wanted.filter(({ isHelper }) => isHelper !== true);
  return [...new Set(all.flatMap(({ row, also = [] }) => [row, ...also]))];
}

function countPresent({ row, also = [], isHelper }: Wanted, { present }: Run): void {
  if (isHelper !== true) addAll(present, [row, ...also]);
}

async function planAlike(group: readonly Wanted[], run: Run): Promise<void> {
  const { job, rejected, orphans, placed } = run;
  const facts = await factsOf(group[0]?.type ?? "", run);
  const canonicals = group.map((one) => canonical(one, facts, job));
  const read = await withoutBad<Wanted>(canonicals, job);
  addAll(rejected, read.rejected);
  const fitting = read.good.flatMap((one): readonly Resolved[] => {
    const resolved = resolve(one, placed);
    if (resolved === null) orphans.push(one);
    return resolved ?? [];
  });
  const settled = fitting.filter((one) => isSettled(one, facts));
  const there = await presentOf(settled, facts, job.client);
  const first = new Map<string, Resolved>();
  for (const one of fitting) {
    const key = keyOf({ ...one.values, ...one.refs }, keyNames(one, facts));
    const earlier = first.get(key);
    first.set(key, earlier ?? one);
    if (earlier === undefined) planOne(one, there.get(key) ?? null, facts, run);
    else if (isRepeated(one, earlier, facts)) countPresent(one, run);
    else {
      const place = placeIn(earlier.row, job.say);
      rejected.push({ ...one.row, reason: job.say("repeatedObject", { place }) });
    }
  }
}

async function factsOf(type: string, { job, facts }: Run): Promise<TypeFacts> {
  const known = facts.get(type) ?? (await typeFacts(job, type));
  facts.set(type, known);
  return known;
}

/** A wanted object with its references: existing objects by gpk, others by the steps that make them. */
interface Resolved extends Wanted {
  readonly refs: Readonly<Record<string, string>>;
  readonly newRefs: readonly RefParams[];
}

function resolve(one: Wanted, placed: Run["placed"]): readonly Resolved[] | null {
  const values: Record<string, Json> = { ...one.values };
  const refs: Record<string, string> = {};
  const newRefs: RefParams[] = [];
  for (const [name, handle] of Object.entries(one.refs ?? {})) {
    const target = placed.get(handle);
    if (target === undefined) return null;
    if (target.old !== null) values[name] = target.old["gpk"] ?? null;
    else {
      refs[name] = handle;
      newRefs.push({ idx: target.idx ?? "", params: { [name]: "gpk" } });
    }
  }
  return [{ ...one, values, refs, newRefs }];
}

/** False if the object is identified by another object that this run makes; it cannot exist yet then. */
function isSettled(one: Resolved, facts: TypeFacts): boolean {
  return keyNames(one, facts).every((name) => one.refs[name] === undefined);
}

function planOne(one: Resolved, old: Row | null, facts: TypeFacts, run: Run): void {
  const idx = `object-${String(run.steps.length + 1)}`;
  const step = stepOf(one, idx, { facts, old, made: run.made });
  if (one.handle !== undefined) run.placed.set(one.handle, { old, idx: step === null ? null : idx });
  const also = one.also === undefined || one.isHelper === true ? {} : { also: one.also };
  if (step !== null) run.steps.push({ ...step, ...also, row: one.isHelper === true ? null : step.row });
  else countPresent(one, run);
}

interface Place {
  readonly facts: TypeFacts;
  readonly old: Row | null;
  readonly made: Map<string, string>;
}

function stepOf(one: Resolved, idx: string, { facts, old, made }: Place): ImportStep | null {
  const needs = [...facts.references].flatMap(([name, target]) =>
    [one.values[name] ?? null].flat().flatMap((value) => made.get(`${target} ${textIn(value)}`) ?? []),
  );
  needs.push(...one.newRefs.map((ref) => ref.idx));
  const more = one.newRefs.length === 0 ? {} : { newRefs: one.newRefs };
  if (old === null && one.isGiven !== true) {
    for (const [name, value] of Object.entries(one.values))
      made.set(`${one.type} ${name} ${textIn(value)}`, idx);
    return { idx, name: `${one.type}.create`, new: one.values, ...more, needs, row: one.row };
  }
  const differing = Object.entries(one.values).filter(
    ([name, value]) =>
      !facts.key.includes(name) &&
      one.onlyNew?.includes(name) !== true &&
      (old === null || !isSame(old[name] ?? null, value, facts.references.has(name))),
  );
  if (differing.length + one.newRefs.length === 0) return null;
  const key = Object.fromEntries(facts.key.map((name) => [name, one.values[name] ?? old?.[name] ?? null]));
  const changed = Object.fromEntries(differing);
  return { idx, name: `${one.type}.update`, old: key, new: changed, ...more, needs, row: one.row };
}

/** True if two wanted objects have the same values, references and handle. */
function isRepeated(one: Resolved, earlier: Resolved, { references }: TypeFacts): boolean {
  const [now, before] = [one, earlier].map(({ values, refs }) => ({ ...values, ...refs }));
  const names = Object.keys({ ...before, ...now });
  return (
    one.handle === earlier.handle &&
    names.every((name) => isSame(before?.[name] ?? null, now?.[name] ?? null, references.has(name)))
  );
}

/** The order of a set of references does not count. */
function isSame(old: Json, wanted: Json, isReference: boolean): boolean {
  const sorted = (value: Json): Json =>
    isReference && isList(value) ? value.toSorted((a, b) => (textIn(a) < textIn(b) ? -1 : 1)) : value;
  return JSON.stringify(sorted(old)) === JSON.stringify(sorted(wanted));
}

/** Attributes that identify an object. For a type without a natural key these are all given attributes. */
function keyNames({ values, refs = {}, sameBy }: Wanted, { key }: TypeFacts): readonly string[] {
  if (sameBy !== undefined) return sameBy;
  const names = { ...values, ...refs };
  return key.every((name) => names[name] !== undefined) ? key : Object.keys(names).toSorted();
}

function keyOf(row: Row, names: readonly string[]): string {
  return JSON.stringify(names.map((name) => [name, row[name] ?? null]));
}

/** Rows that leave different cells empty are recognised by different attributes. */
async function presentOf(
  wanted: readonly Wanted[],
  facts: TypeFacts,
  client: Source,
): Promise<ReadonlyMap<string, Row>> {
  const there = new Map<string, Row>();
  const alike = Map.groupBy(wanted, (one) => keyNames(one, facts).join(" "));
  for (const group of alike.values())
    for (const [key, row] of await presentBy(group, facts, client)) there.set(key, row);
  return there;
}

async function presentBy(
  wanted: readonly Wanted[],
  facts: TypeFacts,
  client: Source,
): Promise<ReadonlyMap<string, Row>> {
  const [first] = wanted;
  if (first === undefined) return new Map();
  const names = keyNames(first, facts);
  const texts = names.map((name) => ({
    name,
    values: new Set(wanted.map(({ values }) => values[name]).filter((value) => typeof value === "string")),
  }));
  const best = texts.toSorted((a, b) => b.values.size - a.values.size)[0];
  const rows =
    best === undefined || best.values.size === 0
      ? await client.list(facts.name, {})
      : await listIn(client, facts.name, `${best.name}_list`, best.values);
  return new Map(rows.map((row) => [keyOf(row, names), row]));
}

function canonical(one: Wanted, facts: TypeFacts, { toAscii, valueSpec }: ImportJob): Wanted | BadValue {
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(one.values)) {
    const dataType = facts.parameters.get(name)?.form.dataType ?? "";
    const spec = valueSpec(dataType);
    const read =
      typeof value === "string" && spec?.jsonName === "string" ? readText(spec, value, toAscii) : null;
    if (read?.ok === false)
      return { row: one.row, name, value: textIn(value), problem: { key: read.fault }, dataType };
    values[name] = read === null ? value : read.value;
  }
  return { ...one, values };
}
