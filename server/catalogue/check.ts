import type { ObjectTypeSpec, Specs } from "./define.ts";
import { dataTypes } from "./data-types.ts";

/** Faults in a set of definitions, one sentence each. */
export function faultsOf(specs: Specs): readonly string[] {
  return [...doubleNames(specs), ...[...specs.values()].flatMap((spec) => faultsOfSpec(spec, specs))];
}

function doubleNames(specs: Specs): readonly string[] {
  const prefixes = new Map<string, string>();
  return [...specs.values()].flatMap((spec) => {
    const other = prefixes.get(spec.gpk);
    prefixes.set(spec.gpk, spec.name);
    return other === undefined ? [] : [`${spec.name}: the gpk prefix ${spec.gpk} belongs to ${other}`];
  });
}

function faultsOfSpec(spec: ObjectTypeSpec, specs: Specs): readonly string[] {
  const faults = [
    ...faultsOfNames(spec),
    ...faultsOfAttributes(spec, specs),
    ...faultsOfParameters(spec, specs),
    ...faultsOfComposites(spec, specs),
  ];
  return faults.map((fault) => `${spec.name}: ${fault}`);
}

function faultsOfNames(spec: ObjectTypeSpec): readonly string[] {
  const known = new Set(["gpk", "is_own", ...Object.keys(spec.attributes)]);
  const named = [
    ...spec.key,
    ...spec.title,
    ...(spec.languageAttributes ?? []),
    ...(spec.unique ?? []).flat(),
  ];
  return [
    ...(/^[a-z]+\.[a-z0-9_]+$/.test(spec.name) ? [] : ["the name must be system.object"]),
    ...(/^[a-z]+$/.test(spec.gpk) ? [] : [`the gpk prefix ${spec.gpk} must be letters`]),
    ...named
      .filter((name) => !known.has(name))
      .map((name) => `${name} is named as key, title or unique, but is no attribute`),
  ];
}

function faultsOfAttributes(spec: ObjectTypeSpec, specs: Specs): readonly string[] {
  const types = new Set<string>(dataTypes().map(({ name }) => name));
  const composites = new Set((spec.composite ?? []).map(({ name }) => name));
  return Object.entries(spec.attributes).flatMap(([name, { type, ref, partOf, addressBy }]) => [
    ...(types.has(type) ? [] : [`${name} has the unknown data type ${type}`]),
    ...(ref === undefined || specs.has(ref.to) ? [] : [`${name} refers to the unknown ${ref.to}`]),
    ...(partOf === undefined || composites.has(partOf)
      ? []
      : [`${name} is a part of ${partOf}, which is no composite reference`]),
    ...(addressBy === undefined || addressBy.attribute in spec.attributes
      ? []
      : [`${name} is an address by ${addressBy.attribute}, which is no attribute`]),
  ]);
}

/** Parameters that are no attributes refer to known types, and by their key only if it is one value. */
function faultsOfParameters(
  { functions: { create, update, more = {} }, filters = {} }: ObjectTypeSpec,
  specs: Specs,
): readonly string[] {
  const given = [create?.extra, update?.extra, filters, ...Object.values(more).map((one) => one.new)];
  return given.flatMap((parameters) =>
    Object.entries(parameters ?? {}).flatMap(([name, { ref, names }]) => {
      const to = names ?? ref?.to;
      if (to === undefined) return [];
      const key = specs.get(to)?.key;
      if (key === undefined) return [`${name} refers to the unknown ${to}`];
      return ref?.by === "gpk" || key.length === 1
        ? []
        : [`${name} refers to the key of ${to}, which has parts`];
    }),
  );
}

function faultsOfComposites(spec: ObjectTypeSpec, specs: Specs): readonly string[] {
  return (spec.composite ?? [])
    .filter(({ to, attributes }) => specs.get(to)?.key.length !== attributes.length)
    .map(({ name, to }) => `${name} does not have the parts of the key of ${to}`);
}
