import { isSelect, inlineText, type TemplateVariable } from "#contract/template";
import { isList, type Json } from "#contract/wire/json";
import { pickText, type Locale } from "../text.ts";
import type { PlannedTemplate } from "../txlist/planned.ts";

export interface ShownVariable {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** Filled variables of a workflow in order; empty ones are left out. `yesNo` writes a flag in words. */
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
    return [{ name, label: pickText(variable.friendly_name, locale) ?? name, text }];
  });
}

function lineText(
  variable: TemplateVariable,
  value: Json,
  locale: Locale,
  yesNo: (flag: boolean) => string,
): string {
  if (isSelect(variable)) {
    const entry = variable.type_params.entries.find((one) => one.value === value);
    if (entry !== undefined) return pickText(entry.display_name, locale) ?? inlineText(value);
  }
  if (typeof value === "boolean") return yesNo(value);
  return inlineText(value);
}
