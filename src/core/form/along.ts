import { isList, type Json, type Params } from "#contract/wire/json";
import type { AsksRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue } from "../catalogue/catalogue.ts";
import { pickText } from "../text.ts";
import type { PlannedStatement } from "../txlist/planned.ts";
import { resolveWidget } from "./field-rules.ts";
import type { FormPrefs, FormTarget } from "./target.ts";

/** Objects that are created together with a new one, one for each value of a list. */
export interface Along extends AsksRow {
  /** The field of the flag that needs them. */
  readonly flag: string;
}

/** A field that may be such a list. */
interface MayBeAlong {
  readonly along?: Along;
}

/** The list that a form requires with a flag, only for a new object, which is created first. */
export function asksIn(
  { operation, bundle, ask }: FormTarget,
  attribute: AttributeMeta | null,
): AsksRow | null {
  const isNew = operation === "create" && ask === undefined && bundle?.at !== "prepend";
  return isNew ? (attribute?.asks ?? null) : null;
}

/** Members of the field for this list instead of those of the flag. */
export function alongField(
  catalogue: Catalogue,
  { bundle }: FormTarget,
  flag: string,
  asks: AsksRow,
  { locale, isExpert }: FormPrefs,
) {
  const { object_fq_name: object, attribute: name, ref: to, language_dict: texts } = asks;
  const element = catalogue.objectType(to.object_fq_name)?.attribute(to.attribute)?.data_type;
  const dataType = catalogue.dataType(`${element ?? ""}_array`);
  const ref = { object: to.object_fq_name, attribute: to.attribute };
  const along: Along = { ...asks, flag };
  const values = (bundle?.statements ?? []).flatMap((one) => valueIn(along, one) ?? []);
  return {
    ...resolveWidget({
      catalogue,
      object,
      name,
      dataType,
      attribute: null,
      ref,
      isExpert,
      operation: "update",
    }),
    name: `${flag}@along`,
    label: pickText(texts["name"], locale) ?? name,
    help: pickText(texts["description"], locale),
    form: null,
    dataType,
    isRequired: false,
    start: values.length === 0 ? null : values,
    preset: null,
    along,
  };
}

/** The value of a statement that makes such an object; null for any other one. */
function valueIn(
  along: Along,
  { object_fq_name: object, object_function: fn, parameters }: PlannedStatement,
) {
  const { [along.attribute]: value = null, [along.reference]: _, ...others } = parameters.new;
  const isSame = JSON.stringify(others) === JSON.stringify(along.new);
  return object === along.object_fq_name && fn === "create" && isSame ? value : null;
}

/** Statements without those that a list of the form creates again. */
export function withoutAlong(
  statements: readonly PlannedStatement[],
  fields: readonly MayBeAlong[],
): readonly PlannedStatement[] {
  const lists = fields.flatMap(({ along }) => along ?? []);
  return statements.filter((one) => lists.every((along) => valueIn(along, one) === null));
}

/** The statements that create the objects named in lists of a form; `key` is that of the new object. */
export function alongStatements({ along }: MayBeAlong, values: Json, key: Json): readonly PlannedStatement[] {
  if (along === undefined || !isList(values)) return [];
  return values.map((value) => {
    const now: Params = { [along.reference]: key, ...along.new, [along.attribute]: value };
    return {
      object_fq_name: along.object_fq_name,
      object_function: "create",
      parameters: { old: {}, new: now },
    };
  });
}

/** True if the flag is set and its list is empty. */
export function lacksAlong(
  { along }: MayBeAlong,
  values: Json,
  form: Readonly<Record<string, Json | undefined>>,
): boolean {
  return along !== undefined && form[along.flag] === true && (!isList(values) || values.length === 0);
}
