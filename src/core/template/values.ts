import { addressTypeOf, variableKind, type Template, type TemplateVariable } from "#contract/template";
import type { ToAscii } from "#contract/values/fqdn";
import { parseAddress } from "#contract/values/ip";
import { hiddenSignIn } from "#contract/values/signs";
import { isList, type Json } from "#contract/wire/json";
import { drawnType } from "../form/data-type.ts";
import type { FieldModel } from "../form/field-plan.ts";
import { convertEach, normaliseValue, type Converted } from "../form/grammar.ts";
import type { FieldProblem } from "../form/plan-change.ts";
import { toWireValue, type FormValues } from "../form/values.ts";
import type { Text } from "../text.ts";
import type { PlannedTemplate } from "../txlist/planned.ts";
import type { TemplateModel } from "./plan.ts";

export type PlannedWorkflow =
  | { readonly kind: "planned"; readonly item: PlannedTemplate }
  | { readonly kind: "invalid"; readonly problems: readonly FieldProblem[] };

/** Problems of the values of a template form. An empty field has its own title and message (TPL-16). */
export function checkVariables(
  plan: TemplateModel,
  values: FormValues,
  toAscii: ToAscii,
): readonly FieldProblem[] {
  return plan.fields.flatMap((field) => {
    const given = givenFor(plan.template, field, values, toAscii);
    if (given.ok) return [];
    const { ok: _, ...problem } = given;
    return [{ name: field.name, ...problem }];
  });
}

/** The one list element of a submitted template form (TPL-23). */
export function planWorkflow(
  plan: TemplateModel,
  values: FormValues,
  use: { readonly uuid: string; readonly toAscii: ToAscii },
): PlannedWorkflow {
  const problems = checkVariables(plan, values, use.toAscii);
  if (problems.length > 0) return { kind: "invalid", problems };
  const { template } = plan;
  const variables: Record<string, Json> = {};
  for (const field of plan.fields) {
    const given = givenFor(template, field, values, use.toAscii);
    if (given.ok && given.value !== undefined) variables[field.name] = given.value;
  }
  return {
    kind: "planned",
    item: { uuid: use.uuid, ta_type: "json_template", variant: null, template, variables },
  };
}

type Given =
  | { readonly ok: true; readonly value: Json | undefined }
  | ({ readonly ok: false } & Pick<FieldProblem, "text" | "title">);

/** The value of a variable; empty ones have none, but a list is then an empty list. */
function givenFor(template: Template, field: FieldModel, values: FormValues, toAscii: ToAscii): Given {
  const variable = template.variables[field.name];
  if (variable === undefined) return { ok: true, value: undefined };
  const typed = values[field.name];
  if (typed === null && variable.nullable) return { ok: true, value: null };
  const converted = toWireValue(field.widget, typed, field.options);
  if (!converted.ok) return converted;
  const { value } = converted;
  if (value === null || (isList(value) && value.length === 0)) return emptied(variable, field);
  const read = (line: Json): Converted => one(variable, field, line, toAscii);
  return variable.list ? convertEach(isList(value) ? value : [value], read) : read(value);
}

function emptied({ optional, nullable, list }: TemplateVariable, { label }: FieldModel): Given {
  if (optional) return { ok: true, value: list ? [] : nullable ? null : undefined };
  return {
    ok: false,
    title: { key: "core.template.emptyTitle" },
    text: { key: "core.template.empty", values: { field: label } },
  };
}

/** One value (of a list one element) in the form that the server stores. */
function one(variable: TemplateVariable, { dataType }: FieldModel, value: Json, toAscii: ToAscii): Converted {
  const kind = variableKind(variable);
  // Choices come from the template or from the server.
  if (kind === "select" || kind === "typeahead") return { ok: true, value };
  const single = { ...dataType, is_array: false, element_data_type: null };
  const sign = hiddenSignIn(value, drawnType(dataType.name).hasLines === true);
  if (sign !== null) return { ok: false, text: { key: "core.form.hiddenSign", values: { ...sign } } };
  const normal = normaliseValue(single, value, toAscii);
  const text = normal.ok && kind === "ip_addr" ? familyProblem(variable, normal.value) : null;
  return text === null ? normal : { ok: false, text };
}

function familyProblem(variable: TemplateVariable, value: Json): Text | null {
  const asked = addressTypeOf(variable);
  const family = typeof value === "string" ? parseAddress(value)?.version : undefined;
  if (asked === "v4+v6" || family === undefined || asked === `v${String(family)}`) return null;
  return { key: asked === "v4" ? "core.template.noV4" : "core.template.noV6" };
}
