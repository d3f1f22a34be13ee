import type { ErrorObject } from "ajv";
import { isList, isObject, type Json } from "#contract/wire/json";
import type { FormSchema, PropertySchema } from "./schema.ts";
import { validateValue } from "./value.validator.ts";

/** A schema of a form or of one of its properties. */
export type ValueSchema = PropertySchema & Partial<Pick<FormSchema, "required" | "additionalProperties">>;

/** Everything that the schema refuses in a value, each with its place in the value. The errors are those of ajv, without sentences. */
export function refusedValues(schema: ValueSchema, value: Json, place = ""): readonly ErrorObject[] {
  const isValid = validateValue({ bounds: schema, value, [kindOf(schema, value)]: value });
  const own = isValid ? [] : (validateValue.errors ?? []);
  return [...own.map((error) => ({ ...error, instancePath: place })), ...refusedWithin(schema, value, place)];
}

/** The kind that the value has to be; `any` is checked for nothing. */
function kindOf({ type }: ValueSchema, value: Json): string {
  const [kind, orNull] = [type].flat();
  return value === null && orNull === "null" ? orNull : (kind ?? "any");
}

function refusedWithin(schema: ValueSchema, value: Json, place: string): readonly ErrorObject[] {
  const { items, properties = {} } = schema;
  if (isList(value))
    return items === undefined
      ? []
      : value.flatMap((one, at) => refusedValues(items, one, `${place}/${String(at)}`));
  if (!isObject(value)) return [];
  // Values of a form have undefined members, which are fields without a value.
  return Object.entries<Json | undefined>(value).flatMap(([name, one]) => {
    if (one === undefined) return [];
    const inner = properties[name];
    if (inner !== undefined) return refusedValues(inner, one, `${place}/${name}`);
    return schema.additionalProperties === false ? [unknownAt(`${place}/${name}`)] : [];
  });
}

function unknownAt(instancePath: string): ErrorObject {
  return { keyword: "additionalProperties", instancePath, schemaPath: "", params: {} };
}
