import { parseAddress, parseNetwork } from "../values/ip.ts";
import { parseMac } from "../values/mac.ts";
import { TEXT_TYPES } from "../values/text-types.ts";
import { parseDate } from "../values/timestamp.ts";
import type { Json } from "../wire/json.ts";
import type { FieldType } from "./form.ts";
import type { FieldProblem } from "./problem.ts";

type Problem = Pick<FieldProblem, "fault" | "details">;
type ScalarType = Exclude<FieldType, { kind: "object" | "list" }>;
type TextType = Extract<FieldType, { kind: "text" }>["dataType"];

/** Values with a form of their own. */
const FORMS = {
  network: { dataType: "cidr", fits: (text: string) => parseNetwork(text) !== null },
  mac: { dataType: "mac_addr", fits: (text: string) => parseMac(text) !== null },
  date: { dataType: "date", fits: (text: string) => parseDate(text) !== null },
} as const;

/** What is wrong with one value, or null. `max` is the upper bound of a number. */
export function checkScalar(type: ScalarType, value: Json, max: number | null): Problem | null {
  switch (type.kind) {
    case "text":
      return textProblem(type.dataType, value);
    case "integer":
      return integerProblem(value, type.min, max ?? Number.MAX_SAFE_INTEGER);
    case "boolean":
      return typeof value === "boolean" ? null : wrongType("boolean");
    case "choice":
      return choiceProblem(type, value);
    case "address":
      return formProblem("inet", value, (text) => parseAddress(text)?.version === type.version);
    default:
      return formProblem(FORMS[type.kind].dataType, value, FORMS[type.kind].fits);
  }
}

function wrongType(dataType: string): Problem {
  return { fault: "wrong_type", details: { data_type: dataType } };
}

function badFormat(dataType: string, pattern: string | null): Problem {
  return { fault: "bad_format", details: { data_type: dataType, pattern } };
}

function textProblem(dataType: TextType, value: Json): Problem | null {
  if (typeof value !== "string") return wrongType(dataType);
  const { length: limit, pattern } = TEXT_TYPES[dataType];
  // PostgreSQL keeps no NUL, and half a surrogate pair has no UTF-8.
  if (value.includes("\0") || !value.isWellFormed()) return badFormat(dataType, pattern);
  const text = dataType === "text" ? value : value.trim();
  const length = Array.from(text).length;
  if (length > limit)
    return { fault: "too_long", details: { data_type: dataType, text_length: limit, length } };
  const fits = pattern === null || new RegExp(pattern, "u").test(text);
  return fits ? null : badFormat(dataType, pattern);
}

function integerProblem(value: Json, min: number, max: number): Problem | null {
  if (typeof value !== "number" || !Number.isInteger(value)) return wrongType("integer");
  if (value >= min && value <= max) return null;
  return { fault: "out_of_range", details: { data_type: "integer", min, max } };
}

function choiceProblem({ choices }: Extract<FieldType, { kind: "choice" }>, value: Json): Problem | null {
  const values = choices.map((choice) => choice.value);
  if (values.some((one) => one === value)) return null;
  const numbers = values.filter((one) => typeof one === "number");
  if (numbers.length === 0)
    return typeof value === "string" ? badFormat("text_id", `^(${values.join("|")})$`) : wrongType("text_id");
  if (typeof value !== "number" || !Number.isInteger(value)) return wrongType("integer");
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  return { fault: "out_of_range", details: { data_type: "integer", min, max } };
}

function formProblem(dataType: string, value: Json, fits: (text: string) => boolean): Problem | null {
  if (typeof value !== "string") return wrongType(dataType);
  return fits(value.trim()) ? null : badFormat(dataType, null);
}
