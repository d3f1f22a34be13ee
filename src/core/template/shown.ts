import { isSelect, type TemplateVariable } from "#contract/template";
import { inlineText, isEmpty } from "#contract/template-values";
import { isList, type Json } from "#contract/wire/json";
import { readableName } from "../catalogue/readable-name.ts";
import { shownDay } from "../form/shown-time.ts";
import { pickText, type Locale } from "../text.ts";
import type { PlannedTemplate } from "../txlist/planned.ts";

export interface ShownVariable {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** The display of values that differ from the sent ones. */
export interface ValueWords {
  readonly yesNo: (flag: boolean) => string;
  readonly moment: (timestamp: string) => string;
}

/** Filled variables of a workflow in order; empty ones are left out. */
export function shownVariables(
  { template, variables }: PlannedTemplate,
  locale: Locale,
  words: ValueWords,
): readonly ShownVariable[] {
  return Object.entries(template.variables).flatMap(([name, variable]) => {
    const value = variables[name] ?? null;
    if (isEmpty(value)) return [];
    const lines = isList(value) ? value : [value];
    const text = lines.map((line) => lineText(variable, line, locale, words)).join(", ");
    return [{ name, label: pickText(variable.friendly_name, locale) ?? name, text }];
  });
}

function lineText(variable: TemplateVariable, value: Json, locale: Locale, words: ValueWords): string {
  if (isSelect(variable)) {
    const entry = variable.type_params.entries.find((one) => one.value === value);
    if (entry !== undefined) return pickText(entry.display_name, locale) ?? inlineText(value);
  }
  if (typeof value === "boolean") return words.yesNo(value);
  const text = inlineText(value);
  if (variable.type === "datetime") return words.moment(text);
  if (variable.type === "date") return shownDay(text, locale);
  return variable.type === "fqdn" ? readableName(text) : text;
}
