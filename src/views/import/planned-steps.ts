import type { ImportStep } from "#imports/shared/steps";
import type { Params } from "#contract/wire/json";
import type { RefParams } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import { titleOf } from "#core/catalogue/title";
import { toNullText, type Planned, type PlannedFunction, type PlannedStatement } from "#core/txlist/planned";
import { plainContent } from "#core/txlist/make-planned";

/** Steps of an import as elements of the list, in their order. */
export function plannedOf(
  steps: readonly ImportStep[],
  catalogue: Catalogue,
  uuid: () => string,
): readonly Planned[] {
  const uuids = new Map(steps.map(({ idx }) => [idx, uuid()]));
  const renamed = (refs: readonly RefParams[]): readonly RefParams[] =>
    refs.map((ref) => ({ ...ref, idx: uuids.get(ref.idx) ?? ref.idx }));
  return steps.map((step): Planned => {
    const at = step.name.lastIndexOf(".");
    const object = step.name.slice(0, at);
    const type = catalogue.objectType(object);
    const statement: PlannedStatement = {
      object_fq_name: object,
      object_function: functionOf(step.name.slice(at + 1)),
      parameters: { old: nulled(step.old ?? {}), new: nulled(step.new) },
      ...(step.oldRefs === undefined ? {} : { old_ref_params: renamed(step.oldRefs) }),
      ...(step.newRefs === undefined ? {} : { new_ref_params: renamed(step.newRefs) }),
    };
    return {
      uuid: uuids.get(step.idx) ?? uuid(),
      variant: null,
      ta_type: "db_editor_simple",
      content: plainContent(statement, type === null ? object : titleOf(type, { ...step.old, ...step.new })),
    };
  });
}

function functionOf(name: string): PlannedFunction {
  return name === "create" || name === "connect" ? name : "update";
}

function nulled(params: Params): Params {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toNullText(value)]));
}
