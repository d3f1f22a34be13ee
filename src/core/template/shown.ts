import { textOf, type TemplateVariable } from "#contract/template";
import { isList, type Json, type Localised } from "#contract/wire/json";
import { pickText, type Locale } from "../text.ts";
import type { PlannedTemplate } from "../txlist/planned.ts";

/** A filled variable as the planned list shows it. */
export interface ShownVariable {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** The filled variables of a workflow in their order; empty ones are left out. `yesNo` says a flag in words. */
export function shownVariables(
  { template, variables }: PlannedTemplate,
  locale: Locale,
  yesNo: (flag: boolean) => string,
): readonly ShownVariable[] {
  return Object.entries(template.variables).flatMap(([name, variable]) => {
    const value = variables[name] ?? null;
    if (value === null) return [];
    const lines = isList(value) ? value : [value];
    const text = lines.map((line) => lineText(variable, line, locale, yesNo)).join(", ");
    return [{ name, label: pickText({ ...variable.friendly_name }, locale) ?? name, text }];
  });
}

function lineText(
  { type, type_params: params }: TemplateVariable,
  value: Json,
  locale: Locale,
  yesNo: (flag: boolean) => string,
): string {
  if (type === "select") {
    // The schema has checked the members of type_params.
    const entries = params["entries"] as unknown as readonly {
      readonly value: Json;
      readonly display_name: Localised;
    }[];
    const entry = entries.find((one) => one.value === value);
    if (entry !== undefined) return pickText({ ...entry.display_name }, locale) ?? textOf(value);
  }
  if (typeof value === "boolean") return yesNo(value);
  return textOf(value);
}
