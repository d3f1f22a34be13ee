import type { ValueSpec } from "../data-type.ts";
import { readText } from "../read-text.ts";
import { hiddenSign } from "../values/signs.ts";
import { parseAddress } from "../values/ip.ts";
import type { Json } from "../wire/json.ts";
import * as ASKED from "./asked-types.ts";
import type { FieldType } from "./form.ts";
import type { FieldProblem } from "./problem.ts";

type Problem = Pick<FieldProblem, "fault" | "details">;
export type ScalarType = Exclude<FieldType, { kind: "object" | "list" }>;

/** Data types in request forms. */
export const ASKED_TYPES: Readonly<Record<keyof typeof ASKED, ValueSpec>> = ASKED;

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
      return addressProblem(type, value);
  }
}

function wrongType(dataType: string): Problem {
  return { fault: "wrong_type", details: { data_type: dataType } };
}

function badFormat(dataType: string, pattern: string | null): Problem {
  return { fault: "bad_format", details: { data_type: dataType, pattern } };
}

/** No request form has a domain name, so no text has another ASCII form. */
const NO_ASCII = (): null => null;

function textProblem(dataType: keyof typeof ASKED_TYPES, value: Json): Problem | null {
  if (typeof value !== "string") return wrongType(dataType);
  const spec = ASKED_TYPES[dataType];
  const read = readText(spec, value, NO_ASCII);
  if (read.ok) {
    const found = hiddenSign(read.value, spec.hasLines === true);
    if (found === null) return null;
    return { fault: "bad_format", details: { data_type: dataType, pattern: spec.pattern ?? null, ...found } };
  }
  if (read.fault !== "too_long") return badFormat(dataType, spec.pattern ?? null);
  const details = { data_type: dataType, text_length: spec.textLength ?? null, length: read.length ?? null };
  return { fault: "too_long", details };
}

function addressProblem({ version }: Extract<FieldType, { kind: "address" }>, value: Json): Problem | null {
  if (typeof value !== "string") return wrongType("inet");
  return parseAddress(value.trim())?.version === version ? null : badFormat("inet", null);
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
