import { portal as inet } from "#contract/types/inet";
import { allows, type Visitor } from "#contract/rule";
import {
  addressTypeOf,
  isSelect,
  isTypeahead,
  variableKind,
  type Template,
  type TemplateVariable,
} from "#contract/template";
import { inlineText } from "#contract/template-values";
import type { Json, Params } from "#contract/wire/json";
import type { Catalogue, DataTypeMeta } from "../catalogue/catalogue.ts";
import type { FieldModel } from "../form/field-plan.ts";
import { drawnType } from "../form/data-type.ts";
import { typeWidget } from "../form/field-rules.ts";
import { uiSchemaOf, type StartedForm } from "../form/plan-form.ts";
import { objectSchema } from "../form/schema.ts";
import type { FormPrefs } from "../form/target.ts";
import { toFormValue } from "../form/values.ts";
import type { Widget, WidgetOptions } from "../form/widget.ts";
import { pickText } from "../text.ts";

/** The form of a template: the fields of its variables in their order, drawn by the same engine as any form. */
export interface TemplateModel extends StartedForm {
  readonly fields: readonly FieldModel[];
  readonly template: Template;
}

type Kind = Exclude<TemplateVariable["type"], "str">;

interface Drawn {
  readonly dataType: string;
  /** Widget, if it is not the one of the data type. */
  readonly widget?: Widget;
  /** Widget of one line of a list; the same if absent. */
  readonly line?: Widget;
  readonly options?: (variable: TemplateVariable, prefs: FormPrefs) => WidgetOptions;
}

/** Input of each type of variable (TPL-04 to TPL-14). */
const KINDS: Readonly<Record<Kind, Drawn>> = {
  int: {
    dataType: "integer",
    options: ({ min, max }) => ({
      isInteger: true,
      ...(min === undefined ? {} : { minimum: min }),
      ...(max === undefined ? {} : { maximum: max }),
    }),
  },
  datetime: { dataType: "timestamp" },
  date: { dataType: "date" },
  bool: {
    dataType: "boolean",
    options: ({ optional }) => (optional ? { isLeftToServer: true } : {}),
  },
  select: { dataType: "text", widget: "choice", options: choicesOf },
  typeahead: { dataType: "text", widget: "reference", options: queryOf },
  fqdn: { dataType: "fqdn" },
  ip_addr: {
    dataType: "inet",
    options: (variable) => {
      const type = addressTypeOf(variable);
      const expected = ADDRESS_HELP[type];
      return type === "v4+v6" ? { expected } : { expected, family: type === "v4" ? 4 : 6 };
    },
  },
  mac_addr: { dataType: "mac_addr" },
  text: { dataType: "text", line: "text", options: () => ({ isGrowing: true }) },
};

const ADDRESS_HELP = {
  v4: "core.template.expected.v4",
  v6: "core.template.expected.v6",
  "v4+v6": inet.options.expected,
} as const;

/** Plans the form of a template; `given` are values by variable that replace the defaults. */
export function planTemplate(
  catalogue: Catalogue,
  template: Template,
  given: Params,
  prefs: FormPrefs,
): TemplateModel {
  const fields = Object.entries(template.variables).map(([name, variable]): FieldModel => ({
    name,
    label: pickText(variable.friendly_name, prefs.locale) ?? name,
    help: pickText(variable.description, prefs.locale),
    ...inputOf(catalogue, variable, prefs),
    // A checkbox always says yes or no.
    isRequired: !variable.optional && (variable.type !== "bool" || variable.list),
    isNullable: variable.nullable,
    offersNull: variable.nullable && (prefs.isExpert || !variable.optional),
    isLocked: false,
    missing: [],
    start: startOf(variable, given[name]),
    preset: null,
  }));
  return {
    template,
    fields,
    // values.ts checks formats, because it explains them better than a schema could.
    schema: objectSchema(Object.fromEntries(fields.map(({ name, label }) => [name, { title: label }]))),
    uiSchema: uiSchemaOf(fields),
    initial: Object.fromEntries(
      fields.flatMap(({ name, widget, start }) => {
        const value = toFormValue(widget, start);
        // A given null ticks the null checkbox again.
        if (value === undefined) return given[name] === null && isAsked(template, name) ? [[name, null]] : [];
        return [[name, value]];
      }),
    ),
  };
}

/** Permissions of which the account would need one to use a function on any row; empty if it may use it on some rows. */
export function missingFor(catalogue: Catalogue, visitor: Visitor, name: string): readonly string[] {
  const at = name.lastIndexOf(".");
  const fn = catalogue.fn(name.slice(0, at), name.slice(at + 1));
  // Unknown functions are reported elsewhere, as mistakes of the template.
  if (fn === null || fn.grant_rule !== null) return [];
  if (fn.permission_list.some((permission) => allows({ permission }, visitor))) return [];
  // A function that names no row needs the permissions of the steps that it runs.
  const isOfRow = Object.values(fn.parameters).some(({ old }) => old !== undefined);
  return isOfRow || fn.name === "create" ? fn.permission_list : [];
}

/** Values of a planned workflow; an empty variable stays empty whatever its default. */
export function keptValues({ variables }: Template, given: Params): Params {
  return Object.fromEntries(Object.keys(variables).map((name) => [name, given[name] ?? null]));
}

function isAsked({ variables }: Template, name: string): boolean {
  return variables[name]?.nullable === true && !variables[name].optional;
}

function inputOf(
  catalogue: Catalogue,
  variable: TemplateVariable,
  prefs: FormPrefs,
): Pick<FieldModel, "form" | "dataType" | "widget" | "options"> {
  const kind = KINDS[variableKind(variable)];
  const dataType = narrowed(catalogue.dataType(kind.dataType), variable);
  const widget = kind.widget ?? typeWidget(catalogue, dataType);
  const options = kind.options?.(variable, prefs) ?? drawnType(kind.dataType).options ?? {};
  const form = pickText(dataType.language_dict["description"], prefs.locale);
  return variable.list
    ? { form, dataType: listOf(dataType), widget: "list", options: lineOptions(kind.line ?? widget, options) }
    : { form, dataType, widget, options };
}

/** The data type with the limits of the variable. */
function narrowed(dataType: DataTypeMeta, { min, max, pattern }: TemplateVariable): DataTypeMeta {
  return {
    ...dataType,
    min: min ?? dataType.min,
    max: max ?? dataType.max,
    ...(pattern === undefined ? {} : { narrowing: { pattern, values: null } }),
  };
}

/** The given value, else the default; an unticked checkbox says no. */
function startOf({ type, optional, list, default: preset }: TemplateVariable, given = preset): Json {
  return type === "bool" && !optional && !list && given === null ? false : given;
}

function lineOptions(widget: Widget, options: WidgetOptions): WidgetOptions {
  const { isLeftToServer: _, isGrowing: _growing, ...inner } = options;
  return {
    element: { widget, options: inner },
    ...(options.expected === undefined ? {} : { expected: options.expected }),
  };
}

function listOf(dataType: DataTypeMeta): DataTypeMeta {
  return { ...dataType, json_name: "array", is_array: true, element_data_type: dataType.name };
}

/** Entries of a select by their display_name (TPL-08). */
function choicesOf(variable: TemplateVariable, { locale }: FormPrefs): WidgetOptions {
  if (!isSelect(variable)) return {};
  return {
    choices: variable.type_params.entries.map(({ value, display_name: name }) => ({
      value,
      label: pickText(name, locale) ?? inlineText(value),
    })),
  };
}

/** The query of a typeahead (TPL-09, TPL-10). */
function queryOf(variable: TemplateVariable): WidgetOptions {
  if (!isTypeahead(variable)) return {};
  const { query, query_path, display_value, return_value } = variable.type_params;
  return { query: { steps: query, read: query_path, shown: display_value, stored: return_value } };
}
