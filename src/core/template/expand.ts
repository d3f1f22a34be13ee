import { stepNames } from "#contract/step-names";
import type { Template, TemplateStep } from "#contract/template";
import { filledSteps } from "#contract/template-fill";
import type { Params } from "#contract/wire/json";
import type { RefParams, Step } from "#contract/wire/step";

/** Keys of the results in an answer, in step order (wire contract 3.3). */
export function resultKeys(steps: readonly TemplateStep[]): readonly string[] {
  const names = stepNames(steps);
  return steps.map((_, at) => names.keyOf(at));
}

/** Position of a named step among the first `before` steps: by idx, default name or position; -1 without one. */
export function stepNamed(steps: readonly TemplateStep[], before: number, name: string): number {
  return stepNames(steps).find(name, before) ?? -1;
}

/** Result key of a step of the template in the answer to the sent list (TA-55). */
export function sentKey(uuid: string, template: Pick<Template, "transaction">, name: string): string {
  const { transaction } = template;
  const at = stepNamed(transaction, transaction.length, name);
  return `${uuid}_${resultKeys(transaction)[at] ?? name}`;
}

/** Steps of a template in the form that is sent: each named `<uuid>_<idx>`, with renamed references and replaced markers (TPL-21, TPL-24). */
export function templateSteps(uuid: string, template: Template, variables: Params): readonly Step[] {
  const { transaction } = template;
  const keys = resultKeys(transaction);
  return filledSteps(template, variables).map((step, at) => {
    const rename = (name: string): string => {
      const key = keys[stepNamed(transaction, at, name)];
      return key === undefined ? name : `${uuid}_${key}`;
    };
    return {
      ...step,
      idx: `${uuid}_${keys[at] ?? String(at)}`,
      ...given("inner_join_ref", step.inner_join_ref, (join) => renamedJoin(join, rename)),
      ...given("union_join_ref", step.union_join_ref, (join) => renamedJoin(join, rename)),
      ...given("anti_join_ref", step.anti_join_ref, (join) => renamedJoin(join, rename)),
      ...given("old_ref_params", step.old_ref_params, (taken) => renamedParams(taken, rename)),
      ...given("new_ref_params", step.new_ref_params, (taken) => renamedParams(taken, rename)),
      ...given("old_ref_idx", step.old_ref_idx, rename),
      ...given("new_ref_idx", step.new_ref_idx, rename),
    };
  });
}

function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
  change: (value: Value) => Value,
): { readonly [N in Name]?: Value } {
  // A computed member name widens to string; here it is the given name.
  return value === undefined ? {} : ({ [name]: change(value) } as { readonly [N in Name]: Value });
}

function renamedJoin<Reference extends string | null>(
  join: Readonly<Record<string, Reference>>,
  rename: (name: string) => string,
): Readonly<Record<string, Reference>> {
  return Object.fromEntries(Object.entries(join).map(([name, reference]) => [rename(name), reference]));
}

function renamedParams<Taken extends RefParams>(
  taken: readonly Taken[],
  rename: (name: string) => string,
): readonly Taken[] {
  return taken.map((one) => ({ ...one, idx: rename(one.idx) }));
}
