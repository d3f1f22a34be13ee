import type { Grant, ParameterSpec, WriteRule } from "../../catalogue/define.ts";
import { missingPermission } from "../../access/explain.ts";
import {
  actorValues,
  afterSql,
  grantOf,
  grantSql,
  rwPermission,
  type WritingFunction,
} from "../../access/rules.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { together } from "../../db/together.ts";
import { Refusal, refuse } from "../../faults.ts";
import { MOST_FAULTS } from "../faults-together.ts";
import { bind, createParams, quoted, type Params, type SqlValue } from "../../sql/bind.ts";
import { statementOf } from "../plan.ts";
import { columnsOf, PLACE, recordSet, refType, type Column } from "./columns.ts";
import { rowKeyOf, type Allowed, type Found, type Given, type Placed, type WriteRun } from "./stages.ts";
import { refuseEach, firstRefusal } from "./steps-of-error.ts";

/**
 * Permission of a create. The rules are evaluated for the future row (wire contract 1.7, 7.1). The objects on which the right depends must be found
 * first.
 */
export async function permittedNew(run: WriteRun, steps: readonly Placed[]): Promise<readonly Allowed[]> {
  const works = steps.filter(({ way }) => way.isGranted !== true);
  const type = works[0]?.plan.type;
  if (type === undefined) return complete(steps);
  const rules = new Set([grantSql(type, "create", run.actor, []), afterSql(type, run.actor)]);
  const conditions = [...rules].filter((sql) => sql !== null);
  if (conditions.length === 0) return complete(steps);
  refuseMissing(works, grantColumns(type.spec.write, "create"));
  const source = (some: readonly Placed[], params: Params): string =>
    `(select * from ${virtualRows(run, type, some, params)})`;
  await permit(run, works, "create", conditions.join(" and "), source);
  return complete(steps);
}

/** Checks that the row after an update satisfies the rule of the type too. */
export async function permittedAfter<T extends Found & Placed>(
  run: WriteRun,
  steps: readonly T[],
): Promise<readonly (T & Allowed)[]> {
  const type = steps[0]?.plan.type;
  if (type === undefined) return [];
  refuseMissing(steps, grantColumns(type.spec.write, "update"));
  const condition = afterSql(type, run.actor);
  if (condition !== null)
    await permit(run, steps, "update", condition, (some, params) => overlaidRows(run, type, some, params));
  return complete(steps);
}

/** Refuses the first step whose row, from `source`, does not meet the condition. If the call reports all faults, it refuses all such steps together. */
async function permit(
  run: WriteRun,
  works: readonly Placed[],
  fn: "create" | "update",
  condition: string,
  source: (works: readonly Placed[], params: Params) => string,
): Promise<void> {
  const params = createParams();
  const rows = source(works, params);
  const sql = `select t.o
    from ${rows} t
    where (${bind(condition, actorValues(run.actor), params)}) is not true
    order by t.o
    limit ${String(run.context.allFaults ? MOST_FAULTS : 1)}`;
  const found = await run.tx.query<{ o: number }>(sql, params.values, true);
  const refused = await together(
    ...found.flatMap(({ o }) => {
      const work = works[o];
      return work === undefined ? [] : [whyNot(run, work, fn, (more) => source([work], more))];
    }),
  );
  if (refused.length > 0) throw firstRefusal(refused);
}

async function whyNot(
  run: WriteRun,
  work: Placed,
  fn: "create" | "update",
  source: (params: Params) => string,
): Promise<{ readonly plan: Placed["plan"]; readonly refusal: Refusal }> {
  // A step may be barred for every sender. `permissionMissing` then throws that refusal instead of this one.
  const refusal: unknown = await permissionMissing(run, work, fn, source).catch((error: unknown) => error);
  if (refusal instanceof Refusal) return { plan: work.plan, refusal };
  throw refusal;
}

/** Answers the steps if every object exists to which they refer. A function that names no row checks the rights itself. */
export function complete<T extends Placed>(steps: readonly T[]): readonly (T & Allowed)[] {
  refuseMissing(steps, null);
  return steps.map((step) => ({ ...step, isAllowed: true }));
}

/** Refuses a step if the right to do it depends on an object that was not found. */
function refuseMissing(works: readonly Placed[], columns: ReadonlySet<string> | null): void {
  refuseEach(
    works,
    ({ missing }) => missing.find((one) => columns === null || columns.has(one.column))?.refusal() ?? null,
  );
}

/** The refusal, with all rights that would allow the step (wire contract 4.3). `source` is the row for which the rules were evaluated. */
export async function permissionMissing(
  run: WriteRun,
  work: Found | Placed,
  fn: WritingFunction,
  source: (params: Params) => string,
): Promise<Error> {
  const { type } = work.plan;
  await run.barred(work);
  const grants = grantsOf(type.spec.write, fn, setAttributes(work));
  const { of: other, needs = [], columns = {} } = work.way;
  // A step that causes this one succeeds only if both are allowed.
  const told = other ?? work;
  const both = [told.plan.type, type].map(rwPermission).filter((name) => !run.actor.permissions.has(name));
  const permissions = other === undefined ? [rwPermission(type)] : both;
  const details = await missingPermission(run.tx, {
    type: told.plan.type,
    fn: statementOf(told.plan).name,
    key: rowKeyOf(told),
    permissions,
    accounts: run.catalogue.accounts,
    actor: run.actor,
    grants: grants === null ? null : [...grants, ...(permissions.length > 1 ? needs : [])],
    source: (rows) => widened(source(rows), columns, rows),
  });
  if (!run.actor.isImpersonating) return refuse("permission_missing", details);
  return refuse("permission_missing", { ...details, login_name: run.actor.login }).because(
    "otherLacksPermission",
  );
}

/** The rules that allow the function without `rw`, with the rule for the row after it. Null if there are none. */
function grantsOf(rule: WriteRule, fn: WritingFunction, attributes: readonly string[]): Grant[] | null {
  const grant = grantOf(rule, fn, attributes);
  const after = rule !== "nobody" && fn !== "delete" ? rule.after : undefined;
  if (grant === null) return null;
  return after === undefined ? [grant] : [grant, after];
}

function widened(source: string, columns: Readonly<Record<string, SqlValue>>, params: Params): string {
  const more = Object.entries(columns).map(
    ([name, { value, cast }]) => `${params.add(value, cast)} as ${quoted(name)}`,
  );
  return more.length === 0 ? source : `(select t.*, ${more.join(", ")} from ${source} t)`;
}

/** Attributes that a step sets; further parameters (`do_generate`) need no rule of their own. */
export function setAttributes(work: Given): readonly string[] {
  return Object.keys(work.plan.new).filter((name) => work.plan.type.attributes.has(name));
}

/** Columns that the rules of a function read from the future row. */
function grantColumns(rule: WriteRule, fn: WritingFunction): ReadonlySet<string> {
  if (rule === "nobody") return new Set();
  const given = fn === "create" || fn === "delete" ? rule[fn] : rule.more?.[fn];
  return new Set([given, rule.after].flatMap((grant) => (grant === undefined ? [] : columnsIn(grant))));
}

function columnsIn(grant: Grant): readonly string[] {
  if ("all" in grant) return grant.all.flatMap(columnsIn);
  if ("any" in grant) return grant.any.flatMap(columnsIn);
  if ("sql" in grant)
    return [...grant.sql.matchAll(/\bt\."?([a-z_0-9]+)"?/g)].flatMap(([, name]) => name ?? []);
  if ("translated" in grant) return [grant.translated.column];
  if ("by" in grant) return [grant.by];
  if ("isOtherAccount" in grant) return [grant.isOtherAccount];
  return "isAccount" in grant ? [grant.isAccount] : [];
}

/** Rows that are not stored yet, as alias `t`, with their number `o` and the ids behind further parameters. */
function virtualRows(run: WriteRun, type: ObjectType, works: readonly Placed[], params: Params): string {
  const extra = type.spec.functions.create?.extra ?? {};
  const columns: Pick<Column, "name" | "sqlType">[] = [
    PLACE,
    { name: "id", sqlType: type.idType },
    ...columnsOf(type, run.catalogue),
    ...Object.entries(extra).map(([name, spec]) => ({ name, sqlType: parameterType(spec, run) })),
  ];
  const declared = new Set(columns.map((column) => column.name));
  for (const { extras } of works.slice(0, 1))
    for (const name of Object.keys(extras))
      if (!declared.has(name)) columns.push({ name, sqlType: "bigint" });
  const sent = works.map((work, o) => {
    const given = Object.keys(extra).map((name) => [name, work.given[name] ?? null] as const);
    return { ...Object.fromEntries(given), ...work.values, ...work.extras, o };
  });
  return `json_to_recordset(${params.add(JSON.stringify(sent), "json")}) as ${recordSet("t", columns)}`;
}

function parameterType(spec: ParameterSpec, run: WriteRun): string {
  if (spec.type.endsWith("_array")) return "text[]";
  return spec.ref === undefined ? "text" : refType(spec.ref, run.catalogue);
}

/** Stored rows with the values of their update laid over them. */
function overlaidRows(run: WriteRun, type: ObjectType, works: readonly Placed[], params: Params): string {
  const columns = columnsOf(type, run.catalogue);
  const set = columns.filter((column) => works.some((work) => work.values[column.name] !== undefined));
  const names = new Set(set.map((column) => column.name));
  const rows = works.map((work, o) => ({ ...work.values, o, id: work.id }));
  const shape = recordSet("i", [PLACE, { name: "id", sqlType: type.idType }, ...set]);
  const list = columns.map((column) => `${names.has(column.name) ? "i" : "b"}.${quoted(column.name)}`);
  return `(
    select i.o, b.id, ${list.join(", ")}
    from json_to_recordset(${params.add(JSON.stringify(rows), "json")}) ${shape}
      join ${type.table} b on b.id = i.id)`;
}
