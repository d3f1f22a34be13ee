import { isObject, type Json, type Params, type Row } from "#contract/wire/json";
import type { Unit } from "./attacking.ts";
import type { Step } from "./court.ts";
import { JOINS } from "./joins.ts";
import { policyOf } from "./oracle.ts";
import type { Random } from "./random.ts";

/** A step as it is sent in some member of the grammar. */
export interface Way {
  readonly way: string;
  readonly unit: Unit;
}

/** The same step by rows of the call, by an earlier list, by a join that looks at no reference, or by references from other objects. `mark` names helping steps. */
export function wayOf(step: Step, random: Random, mark: string): Way {
  const plain: Way = { way: "plain", unit: [step] };
  if (random.chance(40)) return plain;
  const fn = step.name.slice(step.name.lastIndexOf(".") + 1);
  const makers = fn === "update" || fn === "delete" ? [byTable, byList, byNull, byNoref] : [byNewTable];
  if (!["create", "update", "delete"].includes(fn)) return plain;
  return random.one(makers)?.(step, mark) ?? plain;
}

/** The key stands in a row of the call, and so do new values. */
function byTable(step: Step, mark: string): Way | null {
  const old = paramsOf(step["old"]);
  const table = tableOf(`${mark}-o`, [old]);
  // Rows of the call give `gpk` by its name only.
  const taken: Params =
    "gpk" in old
      ? { old_ref_params: [{ idx: `${mark}-o`, params: { gpk: "gpk" } }] }
      : { old_ref_idx: `${mark}-o` };
  const values = paramsOf(step["new"]);
  if (Object.keys(values).length === 0) return { way: "rows", unit: [table, { name: step.name, ...taken }] };
  const more = tableOf(`${mark}-n`, [values]);
  return {
    way: "rows",
    unit: [table, more, { name: step.name, ...taken, new_ref_idx: `${mark}-n` }],
  };
}

function byNewTable(step: Step, mark: string): Way | null {
  return {
    way: "new rows",
    unit: [tableOf(mark, [paramsOf(step["new"])]), { name: step.name, new_ref_idx: mark }],
  };
}

/** An earlier list gives the row, so only what the account reads is found. */
function byList(step: Step, mark: string): Way | null {
  const list = { name: `${typeOf(step)}.list`, idx: mark, old: paramsOf(step["old"]) };
  const values = step["new"] === undefined ? {} : { new: step["new"] };
  return { way: "list", unit: [list, { name: step.name, old_ref_idx: mark, ...values }] };
}

/** The step for every row of its filter, if an earlier list has any row. */
function byNull(step: Step, mark: string): Way | null {
  if (!step.name.endsWith(".update")) return null;
  const list = { name: "cntl.mgr.list", idx: mark, old: { fetch_limit: 1 } };
  return { way: "null join", unit: [list, { ...inBulk(step), inner_join_ref: { [mark]: null } }] };
}

/** The step for every row of its filter to which other objects refer, or to which none refers. */
function byNoref(step: Step, mark: string): Way | null {
  const join = JOINS.find(({ to }) => to === typeOf(step));
  if (join === undefined || !step.name.endsWith(".update")) return null;
  const member = mark.endsWith("0") ? "anti_join_noref" : "inner_join_noref";
  return { way: member, unit: [{ ...inBulk(step), [member]: { or: [join.reference] } }] };
}

function inBulk(step: Step): Step {
  const { gpk, ...key } = paramsOf(step["old"]);
  const old: Params = gpk === undefined ? key : { gpk_list: [gpk] };
  return { name: `${typeOf(step)}.bulk_update`, old, new: paramsOf(step["new"]) };
}

function tableOf(idx: string, rows: readonly Params[]): Step {
  return { name: "tmp.generic_object.list", idx, old: { _dict_list: rows } };
}

export function typeOf({ name }: Step): string {
  return name.slice(0, name.lastIndexOf("."));
}

function paramsOf(value: Json | undefined): Params {
  return isObject(value) ? value : {};
}

/** A step that names an object by its gpk, in a place where the server must look for it. */
export function namingGpk(type: string, row: Row, random: Random): Unit {
  const gpk = row["gpk"] ?? null;
  const ways: readonly (() => Unit)[] = [
    () => [{ name: `${type}.list`, old: { gpk_list: [gpk] } }],
    () => [{ name: "wapi.object.list", old: { gpk_list: [gpk] } }],
    () => [{ name: "wapi.change_log.list", old: { object_gfk_list: [gpk] } }],
    () => [{ name: "cntl.pin.create", new: { object_gfk: gpk } }],
    () => [{ name: "cntl.recent_object.create", new: { object_gfk: gpk } }],
    () => [tableOf("t", [{ object_gfk: gpk }]), { name: "cntl.pin.create", new_ref_idx: "t" }],
    () => [
      { name: `${type}.list`, idx: "l", old: { gpk_list: [gpk] } },
      { name: "nd.bcd.list", inner_join_ref: { l: null } },
    ],
    ...(policyOf(type).functions?.includes("D") === true
      ? [
          (): Unit => [{ name: `${type}.delete`, old: { gpk } }],
          (): Unit => [
            tableOf("t", [{ gpk }]),
            { name: `${type}.delete`, old_ref_params: [{ idx: "t", params: { gpk: "gpk" } }] },
          ],
        ]
      : []),
  ];
  return random.one(ways)?.() ?? [];
}
