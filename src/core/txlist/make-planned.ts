import type { Params } from "#contract/wire/json";
import type { RefParams, Step } from "#contract/wire/step";
import { creatingStep, plannedGpk } from "../catalogue/planned-gpk.ts";
import {
  isGpkAlone,
  type Planned,
  type PlannedBase,
  type PlannedContent,
  type PlannedStatement,
} from "./planned.ts";

export function deletionOf(object: string, old: Params): PlannedStatement {
  return { object_fq_name: object, object_function: "delete", parameters: { old, new: {} } };
}

/** The content of an action that shows the values it sets, and has no other options. */
export function plainContent(statement: PlannedStatement, title: string): PlannedContent {
  return {
    ...statement,
    preview_fields: Object.keys(statement.parameters.new),
    object_title: title,
    show_result: false,
    non_optionals: [],
    input_reducer: null,
  };
}

/** An element with further statements before or after its main action; a simple one if there are none. */
export function elementOf(
  base: PlannedBase,
  content: PlannedContent,
  at: "prepend" | "append",
  bundle: readonly PlannedStatement[],
): Planned {
  return bundle.length === 0
    ? { ...base, ta_type: "db_editor_simple", content }
    : { ...base, ta_type: `db_editor_bundle_${at}`, content, bundle };
}

/** The statement in the form that is sent: gpks of planned objects come from the steps that create them (wire contract 3.5). */
export function withTakenGpks<Statement extends PlannedStatement>(statement: Statement): Statement {
  const { old, new: now } = statement.parameters;
  const given = Object.entries(now);
  const taken = given.flatMap(([name, value]): readonly RefParams[] => {
    const idx = creatingStep(value);
    return idx === null ? [] : [{ idx, params: { [name]: GPK } }];
  });
  if (taken.length === 0) return statement;
  const kept = Object.fromEntries(given.filter(([, value]) => creatingStep(value) === null));
  return { ...statement, parameters: { old, new: kept }, new_ref_params: taken };
}

const GPK = "gpk";

/** The new values of a statement, with the gpks that it takes from other steps. */
export function plannedValues({ parameters, new_ref_params: taken }: PlannedStatement): Params {
  return newValuesOf({ new: parameters.new, ...(taken === undefined ? {} : { new_ref_params: taken }) });
}

/** The new values of a step, with the gpks that it takes from other steps. */
export function newValuesOf({ new: now = {}, new_ref_params: taken }: Omit<Step, "name">): Params {
  if (taken === undefined) return now;
  const gpks = taken
    .filter(isGpkAlone)
    .flatMap(({ idx, params = {} }) => Object.keys(params).map((name) => [name, plannedGpk(idx)] as const));
  return gpks.length === 0 ? now : { ...now, ...Object.fromEntries(gpks) };
}
