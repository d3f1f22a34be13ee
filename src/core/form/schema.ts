import type { Json } from "#contract/wire/json";
import type { DataTypeMeta } from "../catalogue/catalogue.ts";
import { isWhole } from "./data-type.ts";
import type { FieldModel } from "./field-plan.ts";

type SchemaType = "string" | "number" | "integer" | "boolean" | "array" | "object";

/** JSON Schema of one property, as far as the metadata describe it; grammar.ts checks the format of values. */
export interface PropertySchema {
  readonly title?: string;
  readonly type?: SchemaType | readonly [SchemaType, "null"];
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly Json[];
  readonly items?: PropertySchema;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
}

export interface FormSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** The label of the field at a path, after the labels of everything that contains it: `rule_list.0.source` is `Rule 1: Source`. */
export function labelAt(schema: PropertySchema, path: string): string {
  const labels: string[] = [];
  let inner: PropertySchema | undefined = schema;
  for (const part of path.split(".")) {
    const entry: PropertySchema | undefined = inner?.items;
    inner = entry ?? inner?.properties?.[part];
    if (entry === undefined) labels.push(inner?.title ?? part);
    else labels.splice(-1, 1, entryName(entry.title ?? "", Number(part)));
  }
  return labels.join(": ");
}

export function entryName(name: string, at: number): string {
  return `${name} ${String(at + 1)}`;
}

export function formSchema(fields: readonly FieldModel[]): FormSchema {
  return objectSchema(
    Object.fromEntries(fields.map((field) => [field.name, { title: field.label, ...propertySchema(field) }])),
    // A text may be given in any language; `checkValues` checks that.
    fields.filter((field) => field.isRequired && field.text === undefined).map((field) => field.name),
  );
}

export function objectSchema(
  properties: FormSchema["properties"],
  required: readonly string[] = [],
): FormSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

function propertySchema(field: FieldModel): PropertySchema {
  const schema = valueSchema(field.dataType, field);
  if (!field.isNullable) return schema;
  const { type, enum: values } = schema;
  return {
    ...schema,
    type: [type, "null"],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
}

function valueSchema(
  dataType: DataTypeMeta,
  field: FieldModel,
): PropertySchema & { readonly type: SchemaType } {
  switch (dataType.json_name) {
    case "string":
      return {
        type: "string",
        minLength: 1,
        ...given("maxLength", dataType.text_length),
        ...choices(dataType),
      };
    case "number":
      return {
        type: isWhole(dataType.name) ? "integer" : "number",
        ...given("minimum", dataType.min),
        ...given("maximum", dataType.max),
      };
    case "boolean":
      return { type: "boolean" };
    case "array":
      return { type: "array", items: elementSchema(field) };
    case "object":
    case "json":
      // Typed as text and read when the action is planned.
      return { type: "string", minLength: 1 };
  }
}

function choices({ narrowing, json_name: kind }: DataTypeMeta): Pick<PropertySchema, "enum"> {
  const values = narrowing?.values ?? null;
  return values === null || kind !== "string" ? {} : { enum: values };
}

function given<Name extends string>(name: Name, value: number | null): { readonly [N in Name]?: number } {
  // A computed member name widens to string; the one member is the named one.
  return value === null ? {} : ({ [name]: value } as { readonly [N in Name]: number });
}

function elementSchema(field: FieldModel): PropertySchema {
  const { element } = field.options;
  if (element === undefined) return choices(field.dataType.element ?? field.dataType);
  switch (element.widget) {
    case "number":
      return { type: element.options.isInteger === false ? "number" : "integer" };
    case "boolean":
      return { type: "boolean" };
    default:
      return { type: "string", minLength: 1, ...given("maxLength", element.options.maxLength ?? null) };
  }
}
