import { textOf, type Template, type TemplateVariable } from "#contract/template";
import type { Json, Localised, Params } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { FieldPlan } from "../form/field-plan.ts";
import { FORMED_TYPES } from "../form/formed-types.ts";
import { uiSchemaOf, type DrawnForm } from "../form/plan-form.ts";
import type { FormPrefs } from "../form/target.ts";
import { toFormValue } from "../form/values.ts";
import type { Widget, WidgetOptions } from "../form/widget.ts";
import { pickText } from "../text.ts";

/** The form of a template: the fields of its variables in their order, drawn by the same engine as any form. */
export interface TemplatePlan extends DrawnForm {
  readonly template: Template;
}

type Kind = Exclude<TemplateVariable["type"], "str">;

interface Drawn {
  readonly dataType: string;
  readonly widget: Widget;
  /** What a line of a list is drawn by; the widget itself if absent. */
  readonly line?: Widget;
  readonly options?: (variable: TemplateVariable, prefs: FormPrefs) => WidgetOptions;
}

/** How each type of variable is asked for (TPL-04 to TPL-14). */
const KINDS: Readonly<Record<Kind, Drawn>> = {
  int: { dataType: "integer", widget: "number", options: () => ({ isInteger: true }) },
  datetime: formed("timestamp"),
  date: formed("date"),
  bool: {
    dataType: "boolean",
    widget: "boolean",
    options: ({ optional }) => (optional ? { isLeftToServer: true } : {}),
  },
  select: { dataType: "text", widget: "choice", options: choicesOf },
  typeahead: { dataType: "text", widget: "reference", options: queryOf },
  fqdn: formed("fqdn"),
  ip_addr: {
    ...formed("inet"),
    options: (variable) => {
      const type = addressType(variable);
      const expected = ADDRESS_HELP[type];
      return type === "v4+v6" ? { expected } : { expected, family: type === "v4" ? 4 : 6 };
    },
  },
  mac_addr: formed("mac_addr"),
  text: { dataType: "text", widget: "textarea", line: "text", options: () => ({ isGrowing: true }) },
};

const ADDRESS_HELP = {
  v4: "core.template.expected.v4",
  v6: "core.template.expected.v6",
  "v4+v6": FORMED_TYPES.inet.options.expected,
} as const;

/** Families of addresses that a variable takes (TPL-12). */
export function addressType({ type_params: params }: TemplateVariable): keyof typeof ADDRESS_HELP {
  const asked = params["address_type"];
  return asked === "v4" || asked === "v6" ? asked : "v4+v6";
}

/** `str` is read as `text` (wire contract 6.3). */
export function kindOf({ type }: TemplateVariable): Kind {
  return type === "str" ? "text" : type;
}

/** Plans the form of a template; `given` are values by variable, taken instead of the defaults. */
export function planTemplate(
  catalogue: Catalogue,
  template: Template,
  given: Params,
  prefs: FormPrefs,
): TemplatePlan {
  const fields = Object.entries(template.variables).map(([name, variable]) =>
    fieldOf(catalogue, name, variable, given[name], prefs),
  );
  return {
    template,
    fields,
    // What values look like is checked by values.ts, which tells more than a schema could.
    schema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, label }) => [name, { title: label }])),
      required: [],
      additionalProperties: false,
    },
    uiSchema: uiSchemaOf(fields),
    initial: Object.fromEntries(
      fields.flatMap(({ name, widget, start }) => {
        const value = toFormValue(widget, start);
        // Given as null: the null checkbox is ticked again.
        if (value === undefined) return given[name] === null && isAsked(template, name) ? [[name, null]] : [];
        return [[name, value]];
      }),
    ),
  };
}

/** What a planned workflow was filled in with: what was left empty stays so, whatever its default. */
export function keptValues({ variables }: Template, given: Params): Params {
  return Object.fromEntries(Object.keys(variables).map((name) => [name, given[name] ?? null]));
}

function isAsked(template: Template, name: string): boolean {
  const variable = template.variables[name];
  return variable !== undefined && variable.nullable && !variable.optional;
}

function fieldOf(
  catalogue: Catalogue,
  name: string,
  variable: TemplateVariable,
  given: Json | undefined,
  prefs: FormPrefs,
): FieldPlan {
  const kind = KINDS[kindOf(variable)];
  const dataType = catalogue.dataType(kind.dataType);
  const options = kind.options?.(variable, prefs) ?? {};
  return {
    name,
    label: textIn(variable.friendly_name, prefs) ?? name,
    help: textIn(variable.description, prefs),
    form: pickText(dataType.language_dict["description"], prefs.locale),
    ...(variable.list
      ? { dataType: listOf(dataType), widget: "list", options: lineOptions(kind, options) }
      : { dataType, widget: kind.widget, options }),
    // A tick always says yes or no.
    isRequired: !variable.optional && (variable.type !== "bool" || variable.list),
    isNullable: variable.nullable,
    offersNull: variable.nullable && (prefs.isExpert || !variable.optional),
    isLocked: false,
    missing: [],
    start: given === undefined ? startOf(variable) : given,
    preset: null,
  };
}

/** A tick that is not set says no; without a default there is nothing else to say. */
function startOf({ type, optional, list, default: start }: TemplateVariable): Json {
  return type === "bool" && !optional && !list && start === null ? false : start;
}

function lineOptions({ widget, line = widget }: Drawn, options: WidgetOptions): WidgetOptions {
  const { isLeftToServer: _, isGrowing: _growing, ...inner } = options;
  return {
    element: { widget: line, options: inner },
    ...(options.expected === undefined ? {} : { expected: options.expected }),
  };
}

function listOf(dataType: DataTypeRow): DataTypeRow {
  return { ...dataType, json_name: "array", is_array: true, element_data_type: dataType.name };
}

function formed(dataType: keyof typeof FORMED_TYPES): Drawn {
  const { widget, options } = FORMED_TYPES[dataType];
  return { dataType, widget, options: () => options };
}

/** Entries of a select by their display_name (TPL-08). */
function choicesOf({ type_params: params }: TemplateVariable, prefs: FormPrefs): WidgetOptions {
  // The schema has checked the members of type_params.
  const { entries } = params as unknown as {
    readonly entries: readonly { readonly value: Json; readonly display_name: Localised }[];
  };
  return {
    choices: entries.map(({ value, display_name: name }) => ({
      value,
      label: textIn(name, prefs) ?? textOf(value),
    })),
  };
}

/** The query of a typeahead (TPL-09, TPL-10). */
function queryOf({ type_params: params }: TemplateVariable): WidgetOptions {
  // The schema has checked the members of type_params.
  const { query, query_path, display_value, return_value } = params as unknown as {
    readonly query: Template["transaction"];
    readonly query_path: string;
    readonly display_value: string;
    readonly return_value: string;
  };
  return { query: { steps: query, read: query_path, shown: display_value, stored: return_value } };
}

function textIn(texts: Localised, { locale }: FormPrefs): string | null {
  return pickText({ ...texts }, locale);
}
