import { namedSteps, textsIn, type Template, type TemplateStep, type TemplateVariable } from "./template.ts";
import { stepNames } from "./step-names.ts";
import { markersOf } from "./template-text.ts";
import { isEmpty } from "./template-values.ts";
import type { Params } from "./wire/json.ts";

/** Effect of empty variables on a step that changes something, or on which such a step depends. */
export interface StepReach {
  /** Variables because of which the step finds nothing. */
  readonly emptied: readonly string[];
  /** Variables because of which the step may find fewer rows than with values, or nothing. */
  readonly fewer: readonly string[];
}

type Nature = Pick<TemplateVariable, "optional" | "nullable" | "list">;

/** Whether a person may leave the variable empty. Null counts as a value if a person chooses it in a required field. */
export function mayBeEmpty({ optional, nullable, list }: Nature): boolean {
  return optional || (nullable && list);
}

/** Variables that may stay empty. */
export function emptiableIn({ variables }: Pick<Template, "variables">): ReadonlySet<string> {
  return new Set(Object.entries(variables).flatMap(([name, one]) => (mayBeEmpty(one) ? [name] : [])));
}

/** Names of the variables that a person left empty. */
export function emptyNames(variables: Readonly<Record<string, Nature>>, given: Params): ReadonlySet<string> {
  const isChosenNull = (name: string, of: Nature): boolean =>
    given[name] === null && !mayBeEmpty(of) && of.nullable;
  const empty = Object.entries(variables).filter(
    ([name, of]) => isEmpty(given[name]) && !isChosenNull(name, of),
  );
  return new Set(empty.map(([name]) => name));
}

/**
 * The effect of these empty variables on each step (TPL-33). A step finds nothing if a filter has one of them, or if the step leaves out rows of
 * another step that may find fewer, or takes some of the rest. So each step finds a part of what it finds with values, and changes no more.
 */
export function reachOf(
  transaction: Template["transaction"],
  empty: ReadonlySet<string>,
): readonly (StepReach | null)[] {
  const names = stepNames(transaction);
  const earlier = transaction.map((step, at) => positions(namedSteps(step), (name) => names.find(name, at)));
  const feeding = feedingSteps(transaction, earlier);
  const reaches: StepReach[] = [];
  for (const [at, step] of transaction.entries()) {
    const fewerOf = (of: readonly number[]): readonly string[] =>
      of.flatMap((one) => reaches[one]?.fewer ?? []);
    const left = positions(Object.keys(step.anti_join_ref ?? {}), (name) => names.find(name, at));
    const fewer = fewerOf(earlier[at] ?? []);
    const own = markersIn(step).filter((name) => empty.has(name));
    const emptied = [...own, ...fewerOf(left), ...(takesSome(step) ? fewer : [])];
    reaches.push({ emptied: unique(emptied), fewer: unique([...emptied, ...fewer]) });
  }
  return reaches.map((reach, at) => (feeding.has(at) ? reach : null));
}

/** Steps that change something, and those that they depend on. */
function feedingSteps(
  transaction: Template["transaction"],
  earlier: readonly (readonly number[])[],
): ReadonlySet<number> {
  const feeding = new Set<number>();
  for (const [at, step] of [...transaction.entries()].reverse()) {
    if (!feeding.has(at) && !changes(step)) continue;
    for (const one of [at, ...(earlier[at] ?? [])]) feeding.add(one);
  }
  return feeding;
}

function changes({ name }: TemplateStep): boolean {
  return !/\.(list|metadata)$/.test(name);
}

/** Markers in the conditions of a step. */
export function markersIn({ old = {} }: TemplateStep): readonly string[] {
  return unique(textsIn(old).flatMap((text) => markersOf(text) ?? []));
}

/** Which rows come first depends on all other rows. */
function takesSome({ old = {} }: TemplateStep): boolean {
  return "fetch_limit" in old || "fetch_offset" in old;
}

function positions(names: readonly string[], find: (name: string) => number | null): readonly number[] {
  return names.map(find).filter((at) => at !== null);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
