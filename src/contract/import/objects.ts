import { isList, isObject, textIn, type Json, type Params, type Row } from "../wire/json.ts";
import { readText } from "../read-text.ts";
import type { ImportJob, Source } from "./job.ts";
import { listIn } from "./dns-present.ts";
import {
  divided,
  onlyNeeded,
  type ImportDraft,
  type ImportStep,
  type Rejected,
  type SourceRow,
} from "./steps.ts";

/** An object that a file asks for. */
export interface Wanted {
  readonly type: string;
  readonly values: Params;
  readonly row: SourceRow;
  /** It comes with another object, as the DHCP setting with its BCD, so it is changed only. */
  readonly isGiven?: true;
  /** What only a new object gets: it is left as it is where the object is there. */
  readonly onlyNew?: readonly string[];
}

/** Values without those that are null: what a file does not tell is left as it is. */
export function given(values: Params): Params {
  return Object.fromEntries(Object.entries(values).filter(([, value]: [string, Json]) => value !== null));
}

/** What the metadata tell of a type. */
export interface TypeFacts {
  readonly name: string;
  readonly key: readonly string[];
  /** Data types of the parameters of its create. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly hasCreate: boolean;
  readonly references: ReadonlyMap<string, string>;
}

export async function typeFacts({ client, say }: ImportJob, name: string): Promise<TypeFacts> {
  const [row] = await client.list("wapi.object_type", { fq_name: name });
  if (row === undefined) throw new Error(say("noSuchType", { type: name }));
  const [create] = await client.list("wapi.function", { fq_name: `${name}.create` });
  const attributes = membersOf(row["attributes"]);
  const parameters = membersOf(create?.["parameters"]).filter(
    ([, one]) => isObject(one) && isObject(one["new"]),
  );
  const source = create === undefined ? attributes : parameters;
  const keys = row["key_attribute_list"];
  return {
    name,
    key: keys !== undefined && isList(keys) ? keys.map((one) => textIn(one)) : [],
    parameters: new Map(source.map(([key, one]) => [key, isObject(one) ? textIn(one["data_type"]) : ""])),
    hasCreate: create !== undefined,
    references: new Map(
      membersOf(row["referencing_by_attribute"]).map(([key, one]) => [
        key,
        isObject(one) ? `${textIn(one["object_fq_name"])} ${textIn(one["attribute"])}` : "",
      ]),
    ),
  };
}

function membersOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return value !== undefined && isObject(value) ? Object.entries(value) : [];
}

/** Creations of what is missing and changes of what differs; what is there as wanted is counted. */
export async function planObjects(wanted: readonly Wanted[], job: ImportJob): Promise<ImportDraft> {
  const { client, say } = job;
  const byType = Map.groupBy(wanted, ({ type }) => type);
  const made = new Map<string, string>();
  const steps: ImportStep[] = [];
  const rejected: Rejected[] = [];
  let present = 0;
  for (const [name, all] of byType) {
    const facts = await typeFacts(job, name);
    const read = divided<Wanted>(all.map((one) => canonical(one, facts, job)));
    const fitting = read.kept;
    rejected.push(...read.rejected);
    const there = await presentOf(fitting, facts, client);
    const first = new Map<string, Wanted>();
    for (const one of fitting) {
      const key = keyOf(one.values, keyNames(one, facts));
      const earlier = first.get(key);
      first.set(key, earlier ?? one);
      if (earlier !== undefined) {
        rejected.push({ ...one.row, reason: say("repeatedObject", { line: earlier.row.line }) });
        continue;
      }
      const step = stepOf(one, { facts, old: there.get(key) ?? null, made, at: steps.length });
      if (step === null) present += 1;
      else steps.push(step);
    }
  }
  return { steps: onlyNeeded(steps), rejected: rejected.toSorted((a, b) => a.line - b.line), present };
}

interface Place {
  readonly facts: TypeFacts;
  readonly old: Row | null;
  /** Steps of this run that make what others refer to. */
  readonly made: Map<string, string>;
  readonly at: number;
}

function stepOf(one: Wanted, { facts, old, made, at }: Place): ImportStep | null {
  const idx = `object-${String(at + 1)}`;
  const needs = [...facts.references].flatMap(([name, target]) =>
    [one.values[name] ?? null].flat().flatMap((value) => made.get(`${target} ${textIn(value)}`) ?? []),
  );
  if (old === null && one.isGiven !== true) {
    for (const [name, value] of Object.entries(one.values))
      made.set(`${one.type} ${name} ${textIn(value)}`, idx);
    return { idx, name: `${one.type}.create`, new: one.values, needs, row: one.row };
  }
  const differing = Object.entries(one.values).filter(
    ([name, value]) =>
      !facts.key.includes(name) &&
      one.onlyNew?.includes(name) !== true &&
      (old === null || JSON.stringify(old[name] ?? null) !== JSON.stringify(value)),
  );
  if (differing.length === 0) return null;
  const key = Object.fromEntries(facts.key.map((name) => [name, one.values[name] ?? old?.[name] ?? null]));
  return {
    idx,
    name: `${one.type}.update`,
    old: key,
    new: Object.fromEntries(differing),
    needs,
    row: one.row,
  };
}

/** A type without a natural key is recognised by all that is told of it. */
function keyNames({ values }: Wanted, { key }: TypeFacts): readonly string[] {
  return key.every((name) => values[name] !== undefined) ? key : Object.keys(values).toSorted();
}

function keyOf(row: Row, names: readonly string[]): string {
  return JSON.stringify(names.map((name) => row[name] ?? null));
}

async function presentOf(
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

function canonical(one: Wanted, facts: TypeFacts, { say, toAscii, valueSpec }: ImportJob): Wanted | Rejected {
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(one.values)) {
    const spec = valueSpec(facts.parameters.get(name) ?? "");
    const read =
      typeof value === "string" && spec?.jsonName === "string" ? readText(spec, value, toAscii) : null;
    if (read?.ok === false)
      return {
        ...one.row,
        reason: say("badValue", { name, value: textIn(value), problem: say(read.fault) }),
      };
    values[name] = read === null ? value : read.value;
  }
  return { ...one, values };
}
