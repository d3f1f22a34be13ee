import type { Params } from "#contract/wire/json";
import type { Planned, PlannedBase, PlannedContent, PlannedStatement } from "./planned.ts";

export function deletionOf(object: string, old: Params): PlannedStatement {
  return { object_fq_name: object, object_function: "delete", parameters: { old, new: {} } };
}

/** The content of an action that shows what it sets, and asks for nothing else. */
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

/** An element with further statements before or after its main action; a simple one without any. */
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
