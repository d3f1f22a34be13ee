import { contentOf, type Planned } from "../txlist/planned.ts";

/** True for a deletion whose dependents can be looked for. */
export function isRemoval(item: Planned): boolean {
  return item.ta_type !== "db_editor_bundle_append" && contentOf(item)?.object_function === "delete";
}
