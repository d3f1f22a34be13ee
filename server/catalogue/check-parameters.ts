import { checkDataType, checkDefault } from "./check-attributes.ts";
import { checkNarrowing } from "./check-narrowing.ts";
import { dataType } from "./data-types.ts";
import type { ObjectTypeSpec, ParameterSpec, Specs } from "./define.ts";
import { unknownType, type Found } from "./mistakes.ts";

/** What is wrong in the parameters that are no attributes, and in the names of functions of this type only. */
export function* checkParameters(spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  for (const [name, parameter] of parametersIn(spec)) {
    yield* checkParameter(name, parameter, specs);
    yield* checkValue(name, parameter);
  }
  for (const name of Object.keys(spec.functions.more ?? {}))
    if (
      ["list", "create", "update", "delete", "bulk_update", "metadata", "execute", "progress"].includes(name)
    )
      yield { at: `more.${name}`, text: `every type can have ${name} already. Write another name.` };
}

/** All parameters of functions and filters that are no attributes, by name. */
export function parametersIn({
  functions: { create, update, more = {} },
  filters = {},
}: Pick<ObjectTypeSpec, "functions" | "filters">): readonly (readonly [string, ParameterSpec])[] {
  const given = [create?.extra, update?.extra, filters, ...Object.values(more).map((one) => one.new)];
  return given.flatMap((parameters) => Object.entries(parameters ?? {}));
}

/** Parameters refer to known types, and by their key only if it is one value. */
function* checkParameter(at: string, { ref, names }: ParameterSpec, specs: Specs): Iterable<Found> {
  const to = names ?? ref?.to;
  if (to === undefined) return;
  const key = specs.get(to)?.key;
  if (key === undefined) yield { at, text: unknownType(to, specs) };
  else if (ref?.by !== "gpk" && key.length !== 1)
    yield { at, text: `it refers to the key of ${to}, which has parts. Write by: "gpk" in its ref.` };
}

function* checkValue(at: string, parameter: ParameterSpec): Iterable<Found> {
  const unknown = checkDataType(at, parameter.type);
  if (unknown !== null) {
    yield unknown;
    return;
  }
  const type = dataType(parameter.type);
  yield* checkNarrowing(at, parameter, type);
  yield* checkDefault(at, parameter, type);
}
