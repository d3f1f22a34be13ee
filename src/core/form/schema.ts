import type { DataTypeRow } from "#contract/wire/metadata";
import type { FieldPlan } from "./field-plan.ts";

type SchemaType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/** JSON Schema of one property, as far as metadata can say it; what values look like is checked by grammar.ts. */
export interface PropertySchema {
  readonly title?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: PropertySchema;
}

export interface FormSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** JSON Schema of the values of a form. */
export function formSchema(fields: readonly FieldPlan[]): FormSchema {
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map((field) => [field.name, { title: field.label, ...propertySchema(field) }]),
    ),
    required: fields.filter((field) => field.isRequired).map((field) => field.name),
    additionalProperties: false,
  };
}

function propertySchema(field: FieldPlan): PropertySchema {
  const schema = valueSchema(field.dataType, field);
  if (!field.isNullable || schema.type === undefined) return schema;
  return { ...schema, type: [...[schema.type].flat(), "null"] };
}

function valueSchema(dataType: DataTypeRow, field: FieldPlan): PropertySchema {
  switch (dataType.json_name) {
    case "string":
      return { type: "string", minLength: 1, ...given("maxLength", dataType.text_length) };
    case "number":
      return {
        type: dataType.name === "decimal" ? "number" : "integer",
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

function given<Name extends string>(name: Name, value: number | null): { readonly [N in Name]?: number } {
  // A computed member name widens to string; the one member is the named one.
  return value === null ? {} : ({ [name]: value } as { readonly [N in Name]: number });
}

function elementSchema(field: FieldPlan): PropertySchema {
  const element = field.options.element;
  if (element === undefined) return {};
  switch (element.widget) {
    case "number":
      return { type: element.options.isInteger === false ? "number" : "integer" };
    case "boolean":
      return { type: "boolean" };
    default:
      return {
        type: "string",
        minLength: 1,
        ...(element.options.maxLength === undefined ? {} : { maxLength: element.options.maxLength }),
      };
  }
}
