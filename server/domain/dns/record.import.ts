import { textIn, type Json, type Params } from "#contract/wire/json";
import { actorValues, grantSql } from "../../access/rules.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { OUTSIDE } from "./fqdn.sql.ts";
import { refuse } from "../../faults.ts";
import { bind, createParams } from "../../sql/bind.ts";
import { statementOf, type WritePlan } from "../../wapi/plan.ts";
import { idsByKey } from "../../wapi/write/ids-by-key.ts";
import { permissionMissing } from "../../wapi/write/permission.ts";
import { readRows } from "../../wapi/write/rows.ts";
import { idOf, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import type { FunctionBehaviour } from "../../wapi/behaviour.ts";
import { SINGLETONS } from "./record.places.ts";
import { recordsOf, type ImportedRecord } from "./record.import-data.ts";

/**
 * Creates the name if it is missing and one record for each element, or keeps existing records (wire contract 7.6). Answers a row for each element.
 */
export const imp: FunctionBehaviour = {
  async run(run, works) {
    const made = await makeNames(run, works);
    const parts = works.flatMap((work) =>
      recordsOf(work.plan).map((record, number) => ({ work, record, number, id: "" })),
    );
    for (const round of roundsOf(parts)) await doRound(run, round, made);
    const type = run.catalogue.type("dns.record");
    const rows = await readRows(run, type, [...new Set(parts.map(({ id }) => id))]);
    const byWork = Map.groupBy(parts, ({ work }) => work);
    return works.map((work) => (byWork.get(work) ?? []).flatMap(({ id }) => rows.get(id)?.text ?? []));
  },
};

/** One record of one step, with its number in the step, and its id once it exists. */
interface Part {
  readonly work: Placed;
  readonly record: ImportedRecord;
  readonly number: number;
  id: string;
}

function isReference({ type }: ImportedRecord): boolean {
  return type === "REF-FQDN";
}

/** Creates missing names; answers the steps whose name was created. */
async function makeNames(run: WriteRun, works: readonly Placed[]): Promise<ReadonlySet<Placed>> {
  const type = run.catalogue.type("dns.fqdn");
  const names = works.map(({ given }) => [given["fqdn"] ?? null]);
  const found = await idsByKey(run, type, names);
  const missing = works.filter((_, at) => found[at] === null);
  const [only] = missing;
  if (only === undefined) return new Set();
  const plans = missing.map((work) => {
    const { fqdn: value = null, fqdn_type: named } = work.given;
    return creating(work.plan, type, { value, type: named ?? "domain" });
  });
  // A bare reference only creates its name, so the right to create the name suffices.
  const isBare = recordsOf(only.plan).every(isReference);
  await run.perform(type, plans, isBare || missing.length > 1 ? {} : { of: only });
  return new Set(missing);
}

function creating(plan: WritePlan, type: ObjectType, values: Params): WritePlan {
  const { key, position } = plan;
  return { kind: "create", type, key, position, old: {}, new: values, statement: statementOf(plan) };
}

/** Groups records that cannot conflict: records of one entry are written together, and a record whose type must be single at a name is written separately. */
function roundsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const place = (number: number): string => String(number).padStart(6, "0");
  const rounds = Map.groupBy(parts, ({ record: { entry, type }, number }) =>
    SINGLETONS.has(type) ? `${place(entry)} ${place(number)}` : place(entry),
  );
  return [...rounds].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, round]) => round);
}

/** Keeps existing records and creates the others. */
async function doRound(run: WriteRun, round: readonly Part[], made: ReadonlySet<Placed>): Promise<void> {
  const type = run.catalogue.type("dns.record");
  const ids = await idsByKey(run, type, round.map(keyOf));
  const wanted = new Map<string, Part>();
  for (const [at, part] of round.entries()) {
    const name = JSON.stringify(keyOf(part));
    part.id = ids[at] ?? "";
    if (part.id === "" && !wanted.has(name)) wanted.set(name, part);
    else if (isStrict(part))
      throw refuse("unique_violation", {
        object_fq_name: type.name,
        attribute_list: type.spec.key,
        value_list: keyOf(part),
      });
  }
  await refuseForeign(run, type, round);
  await create(run, type, [...wanted.values()], made);
  for (const part of round) if (part.id === "") part.id = wanted.get(JSON.stringify(keyOf(part)))?.id ?? "";
}

function isStrict({ work, record }: Part): boolean {
  return work.given["strict_mode"] === true && !isReference(record);
}

function keyOf({ work, record }: Part): readonly Json[] {
  return [work.given["fqdn"] ?? null, record.type, record.data];
}

async function create(
  run: WriteRun,
  type: ObjectType,
  parts: readonly Part[],
  made: ReadonlySet<Placed>,
): Promise<void> {
  const isBare = ({ work, record }: Part): boolean =>
    isReference(record) && made.has(work) && OUTSIDE.has(textIn(work.given["fqdn_type"]));
  for (const isGranted of [true, false]) {
    const some = parts.filter((part) => isBare(part) === isGranted);
    if (some.length === 0) continue;
    const plans = some.map(({ work, record }) => creating(work.plan, type, valuesOf(work, record)));
    const done = await run.perform(type, plans, isGranted ? { isGranted } : {});
    for (const [at, part] of some.entries()) {
      const made = done[at];
      if (made !== undefined) part.id = idOf(made);
    }
  }
}

function valuesOf({ given }: Placed, { type, data, ttl }: ImportedRecord): Params {
  return { fqdn: given["fqdn"] ?? null, type, data, ...(ttl === undefined ? {} : { ttl }) };
}

/** The step answers existing records, so it is refused without the right to create them. Bare references are exempt. */
async function refuseForeign(run: WriteRun, type: ObjectType, round: readonly Part[]): Promise<void> {
  const kept = round.filter(({ id, record }) => id !== "" && !isReference(record));
  const grant = grantSql(type, "create", run.actor, []);
  if (kept.length === 0 || grant === null) return;
  const params = createParams();
  const may = bind(grant, actorValues(run.actor), params);
  const ids = params.add(
    kept.map(({ id }) => id),
    "bigint[]",
  );
  const sql = `select t.id::text as id
    from ${type.table} t
    where t.id = any(${ids}) and (${may}) is not true
    order by t.id
    limit 1`;
  const [refused] = await run.tx.query<{ id: string }>(sql, params.values);
  const part = kept.find(({ id }) => id === refused?.id);
  if (part !== undefined)
    throw await permissionMissing(
      run,
      { ...part.work, before: valuesOf(part.work, part.record) },
      "create",
      (rows) => `(select * from ${type.table} where id = ${rows.add(part.id, "bigint")})`,
    );
}
