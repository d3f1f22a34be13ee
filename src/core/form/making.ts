import type { Json, Row } from "#contract/wire/json";
import { madeUnasked } from "./made-unasked.ts";
import type { MakesRow } from "#contract/wire/metadata";
import type { Step } from "#contract/wire/step";
import type { ToAscii } from "#contract/values/fqdn";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { FieldModel } from "./field-plan.ts";
import { normaliseValue } from "./grammar.ts";
import type { FormModel } from "./plan-form.ts";
import { toWireValue, type FormValues } from "./values.ts";

/** An object that a new object creates besides itself: the missing object to which one of its parameters refers. */
export interface Making {
  readonly type: ObjectTypeMeta;
  /** Attributes of that object that the form gives, by the parameters that give them. */
  readonly given: readonly Given[];
}

interface Given {
  readonly field: string;
  readonly attribute: string;
  readonly makes: MakesRow;
  /** Value of the attribute if none is given. */
  readonly preset: Json;
}

/** The object that the reference in a field creates; null if its object must exist. */
export function makingOf(catalogue: Catalogue, { target }: FormModel, field: FieldModel): Making | null {
  const object = field.options.reference?.object ?? "";
  const type = catalogue.objectType(object);
  const parameters = Object.entries(catalogue.fn(target.object, target.operation)?.parameters ?? {});
  const presets = catalogue.fn(object, "create")?.parameters ?? {};
  const given = parameters.flatMap(([name, { makes }]): readonly Given[] => {
    if (makes?.reference !== field.name) return [];
    return [
      {
        makes,
        attribute: makes.attribute,
        field: name,
        preset: presets[makes.attribute]?.new?.data_default ?? null,
      },
    ];
  });
  return type === null || given.length === 0 ? null : { type, given };
}

export type Made =
  /** The object exists, so the form refers to it, and the form's values for it have no effect. */
  | { readonly kind: "joined"; readonly values: Row; readonly isSaid: boolean }
  /** The object will be created with these values. */
  | { readonly kind: "made"; readonly values: Row }
  /** The object is missing, and it will not be created. */
  | { readonly kind: "unmade" };

/** State of the object that the form names. `row` is the object in its planned state; null if there is none. */
export function madeBy({ given }: Making, values: FormValues, row: Row | null): Made {
  const said = given.map((one) => [one.attribute, valueOf(one, values)] as const);
  const isSaid = given.some(({ field }) => isFilled(values[field]));
  if (row !== null) {
    const present = given.map(({ attribute }) => [attribute, row[attribute] ?? null] as const);
    return { kind: "joined", values: filled(present), isSaid };
  }
  if (said.every(([, value]) => value === null)) return { kind: "unmade" };
  return {
    kind: "made",
    values: filled(said.map(([name, value], at) => [name, value ?? given[at]?.preset ?? null])),
  };
}

function valueOf(given: Given, values: FormValues): Json {
  const typed = values[given.field];
  if (typed !== undefined && isFilled(typed)) return typed;
  const { value } = madeUnasked(given.makes, values);
  return value;
}

function isFilled(value: Json | undefined): boolean {
  return typeof value === "string" ? value.trim() !== "" : value !== undefined && value !== null;
}

function filled(values: readonly (readonly [string, Json])[]): Row {
  return Object.fromEntries(values.filter(([, value]) => value !== null && value !== ""));
}

/** The step `beside` for the object that a field names; null if the field is empty. */
export function madeStep(
  { type }: Making,
  field: FieldModel,
  values: FormValues,
  toAscii: ToAscii,
): Step | null {
  const value = typedValue(field, values, toAscii);
  const attribute = field.options.reference?.attribute ?? "";
  return value === null
    ? null
    : { idx: BESIDE, name: `${type.name}.list`, old: { [attribute]: value, fetch_limit: 1 } };
}

export const BESIDE = "beside";

/** Rows shown beside a form. */
const MOST = 50;

/** The step `beside` for the objects that differ only in one part of their key; null while another part is unknown. */
export function othersStep(
  { type, fields, target }: FormModel,
  name: string,
  values: FormValues,
  toAscii: ToAscii,
): Step | null {
  const others = othersOf(type, name);
  const parts = others.map((part) => {
    const field = fields.find((one) => one.name === part);
    return [
      part,
      field === undefined
        ? (target.row?.[part] ?? target.set?.[part] ?? null)
        : typedValue(field, values, toAscii),
    ] as const;
  });
  if (parts.length === 0 || parts.some(([, value]) => value === null)) return null;
  return { idx: BESIDE, name: `${type.name}.list`, old: { ...Object.fromEntries(parts), fetch_limit: MOST } };
}

/** The other parts of a key. */
export function othersOf({ key }: ObjectTypeMeta, name: string): readonly string[] {
  return key.includes(name) ? key.filter((part) => part !== name) : [];
}

/** The sent form of a typed value; null while it is empty or wrong. */
function typedValue(
  { widget, options, dataType, name }: FieldModel,
  values: FormValues,
  toAscii: ToAscii,
): Json {
  const wire = toWireValue(widget, values[name], options);
  const said = wire.ok ? normaliseValue(dataType, wire.value, toAscii) : wire;
  return said.ok ? said.value : null;
}
