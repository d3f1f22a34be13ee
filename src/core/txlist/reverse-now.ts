import { textIn, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { statementsOf, type Planned, type PlannedStatement } from "./planned.ts";

const LATER = "later";
const THERE = "there";
const LATER_SHOWN = 20;

/** Steps that read later changes of the objects, and whether the objects named by gpk still exist. */
export function nowSteps(rows: readonly Row[], named: readonly string[]): readonly Step[] {
  const objects = [...new Set(rows.flatMap(({ object_gfk: gpk }) => (typeof gpk === "string" ? [gpk] : [])))];
  // All times have one format, so their texts sort correctly.
  const [first = ""] = rows.map(({ ts }) => textIn(ts)).toSorted();
  return [
    {
      idx: LATER,
      name: "wapi.change_log.list",
      old: {
        object_gfk_list: objects,
        filter_params_dict: { ts: { ge: first } },
        sorting_params_list: ["transaction_gfk", "position"],
      },
    },
    ...(named.length === 0
      ? []
      : [{ idx: THERE, name: "wapi.object.list", old: { gpk_list: named } } as const]),
  ];
}

/** The newest entry of later transactions for each of the objects, newest first. */
export function laterChanges(rows: readonly Row[], found: Lists): readonly Row[] {
  const own = new Set(rows.map((row) => row["transaction_gfk"]));
  const entries = found[LATER] ?? [];
  const last = entries.findLastIndex((entry) => own.has(entry["transaction_gfk"]));
  const newest = new Map(entries.slice(last + 1).map((entry) => [entry["object_gfk"], entry]));
  return [...newest.values()].slice(-LATER_SHOWN).toReversed();
}

/** Named objects that do not exist any more. */
export function missingObjects(named: readonly string[], found: Lists): ReadonlySet<string> {
  const there = new Set((found[THERE] ?? []).map((row) => row["gpk"]));
  return new Set(named.filter((gpk) => !there.has(gpk)));
}

/** Gpks of objects in the elements. */
export function namedObjects(items: readonly Planned[], catalogue: Catalogue): readonly string[] {
  const statements = items.flatMap(statementsOf);
  return [...new Set(statements.flatMap(([, one]) => gpksOf(one, catalogue)))];
}

function gpksOf(statement: PlannedStatement, catalogue: Catalogue): readonly string[] {
  const { object_fq_name: object, object_function: fn, parameters } = statement;
  const type = catalogue.objectType(object);
  const isGpk = (name: string): boolean =>
    name === "gpk" ||
    (catalogue.fn(object, fn)?.parameters[name] ?? type?.attribute(name))?.data_type === "gpk";
  return [parameters.old, parameters.new]
    .flatMap((params) => Object.entries(params))
    .flatMap(([name, value]) =>
      typeof value === "string" && !value.startsWith("__") && isGpk(name) ? [value] : [],
    );
}
