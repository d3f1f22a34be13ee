import type { Field } from "#contract/requests/form";
import type { FieldProblem } from "#contract/requests/problem";
import type { Json } from "#contract/wire/json";
import { formProblem } from "../form/grammar.ts";
import { pickText, type Locale, type Text } from "../text.ts";

/** What is wrong with a field, as a sentence of the portal. */
export function problemText({ fault, details }: Pick<FieldProblem, "fault" | "details">): Text {
  switch (fault) {
    case "required_missing":
    case "null_not_allowed":
      return { key: "core.form.required" };
    case "too_long":
      return { key: "ui.form.tooLong" };
    case "out_of_range":
      return {
        key: "core.form.outOfRange",
        values: { min: shown(details["min"]), max: shown(details["max"]) },
      };
    case "wrong_type":
      return { key: details["data_type"] === "integer" ? "core.form.noNumber" : "core.form.badFormat" };
    case "too_many_values":
      return { key: "views.requests.tooMany", values: { count: Number(details["limit"]) } };
    default:
      return formProblem(shown(details["data_type"])) ?? { key: "core.form.badFormat" };
  }
}

function shown(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Labels on the way to a field: `rule_list.0.source` is `Rule 1: Source`. */
export function pathLabel(fields: readonly Field[], path: string, locale: Locale): string {
  const [name = "", ...rest] = path.split(".");
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return path;
  const number = field.type.kind === "list" ? rest.shift() : undefined;
  const named = number === undefined ? field.label : (field.entry ?? field.label);
  const label = pickText({ ...named }, locale) ?? name;
  const own = number === undefined ? label : `${label} ${String(Number(number) + 1)}`;
  const inner = innerFields(field);
  return rest.length === 0 || inner === null ? own : `${own}: ${pathLabel(inner, rest.join("."), locale)}`;
}

function innerFields({ type }: Field): readonly Field[] | null {
  const holder = type.kind === "list" ? type.of : type;
  return holder.kind === "object" ? holder.fields : null;
}
