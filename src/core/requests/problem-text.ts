import type { FieldProblem } from "#contract/requests/problem";
import type { Json } from "#contract/wire/json";
import { formProblem } from "../form/grammar.ts";
import type { Text } from "../text.ts";

/** The problem of a field as a sentence. */
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
