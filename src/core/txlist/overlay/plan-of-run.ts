import { objectIn, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { entriesBy } from "../effects.ts";
import type { Planned } from "../planned.ts";
import type { Run } from "../run.ts";
import { isSameList } from "../run-end.ts";
import { toSteps } from "../to-steps.ts";
import type { Plan } from "./draft.ts";
import { planOfElements, planOfTest, type AnsweredRow } from "./plan.ts";

/** The plan of a list: from its test, or from its elements if the present list has not been tested. */
export function planOf(items: readonly Planned[], run: Run, catalogue: Catalogue): Plan {
  const known = KNOWN.get(items);
  if (known?.run === run && known.catalogue === catalogue) return known.plan;
  const plan = toldPlan(items, run, catalogue) ?? planOfElements(items, catalogue);
  KNOWN.set(items, { run, catalogue, plan });
  return plan;
}

/** Lists are never changed; every change makes another one. */
const KNOWN = new WeakMap<
  readonly Planned[],
  { readonly run: Run; readonly catalogue: Catalogue; readonly plan: Plan }
>();

function toldPlan(items: readonly Planned[], run: Run, catalogue: Catalogue): Plan | null {
  if (run.phase !== "success" || !isSameList(run.sent, items)) return null;
  const entries = entriesBy(run.sent, run.results);
  // Entries beyond those that the test read are unknown.
  if (entries?.size !== items.length) return null;
  const made = madeBy(run.sent, run.results);
  const steps = new Map(made.map(({ idx, row }) => [row["gpk"] ?? null, idx] as const));
  const answers = answersOf(run.sent, run.results);
  return planOfTest({ entries: withOwnership(entries, made), steps, answers }, catalogue);
}

const LOGGED = new Set(["list", "create", "update", "delete", "bulk_update"]);

/** Answers of functions that only one type has, by the uuid of their element. */
function answersOf(sent: readonly Planned[], results: Lists): ReadonlyMap<string, readonly AnsweredRow[]> {
  const answered = sent.map(({ uuid }, at) => {
    const rows = toSteps(sent.slice(at, at + 1)).flatMap(({ idx = "", name }): readonly AnsweredRow[] => {
      const end = name.lastIndexOf(".");
      if (LOGGED.has(name.slice(end + 1))) return [];
      return (results[idx] ?? []).map((row) => ({ object: name.slice(0, end), row }));
    });
    return [uuid, rows] as const;
  });
  return new Map(answered);
}

/** A step that created an object, and the row that it answered with. */
interface Made {
  readonly idx: string;
  readonly row: Row;
}

function madeBy(sent: readonly Planned[], results: Lists): readonly Made[] {
  return toSteps(sent).flatMap(({ idx = "", name }) => {
    const row = name.endsWith(".create") ? results[idx]?.[0] : undefined;
    return row === undefined ? [] : [{ idx, row }];
  });
}

/** Only the answer of its step says whether a new object is an own one; the log does not. */
function withOwnership(
  entries: ReadonlyMap<string, readonly Row[]>,
  made: readonly Made[],
): ReadonlyMap<string, readonly Row[]> {
  const own = new Map(made.map(({ row }) => [row["gpk"], row["is_own"]] as const));
  const told = (entry: Row): Row => {
    const is_own = entry["old"] === null ? own.get(entry["object_gfk"]) : undefined;
    return is_own === undefined ? entry : { ...entry, new: { ...objectIn(entry["new"]), is_own } };
  };
  return new Map([...entries].map(([uuid, rows]) => [uuid, rows.map(told)]));
}
