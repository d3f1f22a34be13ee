import { checkWritten, unknownDataType } from "./check-attributes.ts";
import type { ObjectTypeSpec, ParameterSpec, Specs } from "./define.ts";
import { foundAt, knownNames, unknownType, type Found } from "./mistakes.ts";

/** Mistakes in parameters that are not attributes, and in names of functions that only this type has. */
export function* checkParameters(spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  for (const [name, parameter] of parametersIn(spec))
    yield* foundAt(name, [...checkParameter(name, parameter, specs), ...checkMade(parameter, spec, specs)]);
  for (const name of Object.keys(spec.functions.more ?? {}))
    if (COMMON.includes(name))
      yield { at: `more.${name}`, text: `every type can have ${name} already. Write another name.` };
}

const COMMON = ["list", "create", "update", "delete", "bulk_update", "metadata", "execute", "progress"];

/** All parameters of functions and filters that are not attributes, by name. */
export function parametersIn({
  functions: { create, update, more = {} },
  filters = {},
}: Pick<ObjectTypeSpec, "functions" | "filters">): readonly (readonly [string, ParameterSpec])[] {
  const given = [create?.extra, update?.extra, filters, ...Object.values(more).map((one) => one.new)];
  return given.flatMap((parameters) => Object.entries(parameters ?? {}));
}

/** Parameters refer to known types, and by their key only if the key is one value. */
function* checkReference({ ref, names: to = ref?.to }: ParameterSpec, specs: Specs): Iterable<string> {
  const target = to === undefined ? undefined : specs.get(to);
  if (to !== undefined && target === undefined) yield unknownType(to, specs);
  if (target !== undefined && ref?.by !== "gpk" && target.key.length !== 1)
    yield `it refers to the key of ${target.name}, which has parts. Write by: "gpk" in its ref.`;
}

/** An attribute of the type must refer to an object that a parameter creates. */
function* checkMade(
  { makes }: ParameterSpec,
  { attributes }: ObjectTypeSpec,
  specs: Specs,
): Iterable<string> {
  if (makes === undefined) return;
  const { reference, attribute, unasked } = makes;
  const to = attributes[reference]?.ref?.to;
  const target = to === undefined ? undefined : specs.get(to);
  if (target === undefined) {
    const known = Object.keys(attributes).filter((name) => attributes[name]?.ref !== undefined);
    yield `makes names ${reference}, which is no reference. ${knownNames(reference, known)}`;
  } else if (target.attributes[attribute] === undefined)
    yield `makes names ${attribute}, which ${target.name} does not have. ${knownNames(attribute, Object.keys(target.attributes))}`;
  if (unasked !== undefined && attributes[unasked.by] === undefined)
    yield `makes names ${unasked.by}, which is no attribute. ${knownNames(unasked.by, Object.keys(attributes))}`;
}

function* checkParameter(name: string, parameter: ParameterSpec, specs: Specs): Iterable<string> {
  yield* checkReference(parameter, specs);
  const unknown = unknownDataType(parameter.type);
  if (unknown === null) yield* checkWritten(name, parameter);
  else yield unknown;
}
