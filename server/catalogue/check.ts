import type { ObjectTypeSpec } from "./define.ts";
import { dataTypes } from "./data-types.ts";

/** What is wrong with a set of definitions, one sentence each; empty when they fit together. */
export function faultsOf(specs: ReadonlyMap<string, ObjectTypeSpec>): readonly string[] {
  return [...doubleNames(specs), ...[...specs.values()].flatMap((spec) => faultsOfSpec(spec, specs))];
}

function doubleNames(specs: ReadonlyMap<string, ObjectTypeSpec>): readonly string[] {
  const prefixes = new Map<string, string>();
  return [...specs.values()].flatMap((spec) => {
    const other = prefixes.get(spec.gpk);
    prefixes.set(spec.gpk, spec.name);
    return other === undefined ? [] : [`${spec.name}: the gpk prefix ${spec.gpk} belongs to ${other}`];
  });
}

function faultsOfSpec(spec: ObjectTypeSpec, specs: ReadonlyMap<string, ObjectTypeSpec>): readonly string[] {
  const faults: string[] = [];
  const say = (fault: string): void => void faults.push(`${spec.name}: ${fault}`);
  const known = new Set(["gpk", "is_own", ...Object.keys(spec.attributes)]);
  if (!/^[a-z]+\.[a-z0-9_]+$/.test(spec.name)) say("the name must be system.object");
  if (!/^[a-z]+$/.test(spec.gpk)) say(`the gpk prefix ${spec.gpk} must be letters`);
  for (const name of [
    ...spec.key,
    ...spec.title,
    ...(spec.languageAttributes ?? []),
    ...(spec.unique ?? []).flat(),
  ])
    if (!known.has(name)) say(`${name} is named as key, title or unique, but is no attribute`);
  for (const [name, attribute] of Object.entries(spec.attributes)) {
    if (!dataTypes().some(({ name: known }) => known === attribute.type))
      say(`${name} has the unknown data type ${attribute.type}`);
    if (attribute.ref !== undefined && !specs.has(attribute.ref.to))
      say(`${name} refers to the unknown ${attribute.ref.to}`);
    if (
      attribute.partOf !== undefined &&
      !(spec.composite ?? []).some((one) => one.name === attribute.partOf)
    )
      say(`${name} is a part of ${attribute.partOf}, which is no composite reference`);
  }
  for (const one of spec.composite ?? [])
    if (specs.get(one.to)?.key.length !== one.attributes.length)
      say(`${one.name} does not have the parts of the key of ${one.to}`);
  return faults;
}
