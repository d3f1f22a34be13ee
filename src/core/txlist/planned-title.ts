import { languageOf } from "../catalogue/languages.ts";
import { readableName } from "../catalogue/readable-name.ts";
import { pickText, type Locale } from "../text.ts";
import type { Planned } from "./planned.ts";

export function plannedTitle(item: Planned, locale: Locale): string {
  switch (item.ta_type) {
    case "unknown":
      return item.named;
    case "json_template":
      return pickText(item.template.name, locale) ?? "";
    default:
      return readableName(item.content.title_dict?.[languageOf(locale)] ?? item.content.object_title);
  }
}
