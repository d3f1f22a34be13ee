import type { Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { reduceParams } from "../form/reducers.ts";
import { templateSteps } from "../template/expand.ts";
import {
  fromNullText,
  statementsOf,
  type Planned,
  type PlannedContent,
  type PlannedStatement,
} from "./planned.ts";

/**
 * Steps for the executor, in list order. The main action of an element has its uuid as idx, further statements `<uuid>_<number>`, so a fault's step
 * finds its element. '__NULL' becomes null; unknown elements are not sent.
 */
export function toSteps(items: readonly Planned[]): readonly Step[] {
  return items.flatMap(stepsOf);
}

function stepsOf(item: Planned): readonly Step[] {
  if (item.ta_type === "json_template") return templateSteps(item.uuid, item.template, item.variables);
  return statementsOf(item).map(([idx, statement]) => stepOf(idx, statement));
}

function stepOf(idx: string, statement: PlannedStatement | PlannedContent): Step {
  const { old_ref_params: old, new_ref_params: now } = statement;
  const reducer = "input_reducer" in statement ? statement.input_reducer : null;
  const before = withoutNullText(statement.parameters.old);
  const after = reduceParams(reducer, withoutNullText(statement.parameters.new));
  // Thousands of elements become steps with each change of a list, so members are set one by one.
  const step: Writable<Step> = { idx, name: `${statement.object_fq_name}.${statement.object_function}` };
  if (Object.keys(before).length > 0) step.old = before;
  if (Object.keys(after).length > 0) step.new = after;
  if (old !== undefined) step.old_ref_params = old;
  if (now !== undefined) step.new_ref_params = now;
  return step;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function withoutNullText(params: Params): Params {
  if (Object.values(params).every((value) => fromNullText(value) === value)) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, fromNullText(value)]));
}
