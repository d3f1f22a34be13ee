import type { Params } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { Screen } from "#core/screen/screen";

/** The step of a type's list; other screens and tests find its rows under this name. */
export const LIST = "row";

/** The list of any object type with the filters of the address (`/object/:fq_name`). */
export function listScreen(type: ObjectTypeMeta, filters: Params): Screen {
  return {
    path: "/object/:fq_name",
    steps: () => [{ idx: LIST, name: `${type.name}.list`, old: filters }],
    sections: [{ kind: "table", of: LIST, isLong: true }],
  };
}
