import type { JoinRef, Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { keyedBy } from "#core/catalogue/keyed";

/** Steps with the objects that rows of these steps name by their keys, in the same call: one step for each type and each of its references. */
export function titleSteps(catalogue: Catalogue, steps: readonly Step[]): readonly Step[] {
  const joins = new Map<string, Record<string, string>[]>();
  for (const step of steps) {
    const { idx = "", name } = step;
    const type = catalogue.objectType(name.slice(0, name.lastIndexOf(".")));
    for (const [target, join] of type === null ? [] : joinsOf(catalogue, type)) {
      if (isListed(steps, step, join, target === type?.name)) continue;
      const taken = joins.get(target) ?? [];
      joins.set(target, taken);
      const free = taken.find((one) => one[idx] === undefined);
      if (free === undefined) taken.push({ [idx]: join });
      else free[idx] = join;
    }
  }
  return [...joins].flatMap(([target, all]) =>
    all.map((join: JoinRef, at): Step => ({
      idx: `title_${target}_${String(at)}`,
      name: `${target}.list`,
      union_join_ref: join,
    })),
  );
}

/** Types that rows of a type name by their keys, each with the reference to it. */
function joinsOf(catalogue: Catalogue, type: ObjectTypeMeta): readonly (readonly [string, string])[] {
  const names = new Map<string, string>();
  for (const attribute of type.attributes) {
    const target = keyedBy(catalogue, type, attribute)?.target.name;
    if (target === undefined || catalogue.fn(target, "list") === null) continue;
    const reference = attribute.refersTo?.referenceName ?? "";
    names.set(target === type.name ? `${reference}_inverse` : reference, target);
  }
  return [...names].map(([join, target]) => [target, join]);
}

/** True if the objects have a step already, or are those that the rows were found by. */
function isListed(steps: readonly Step[], step: Step, join: string, isSelf: boolean): boolean {
  const { idx = "", inner_join_ref: by = {} } = step;
  const isFoundBy = Object.values(by).some((name) => (isSelf ? `${name}_inverse` : name) === join);
  return isFoundBy || steps.some((other) => other.inner_join_ref?.[idx] === join);
}
