import { Validator, type Schema } from "@cfworker/json-schema";
import type { TemplateProblem } from "#contract/template-check/problem";

/** Problems of a document according to a schema of the server, by JSON pointer. */
export function refusedBy(schema: unknown, document: unknown): readonly TemplateProblem[] {
  // Parse boundary: the server serves only JSON Schemas of this draft (wire contract 6.3).
  const { errors } = new Validator(schema as Schema, "2020-12", false).validate(document);
  const innermost = errors.filter(
    ({ instanceLocation: place, keyword }) => !isAround(place, keyword, errors),
  );
  return innermost.map(({ instanceLocation, error }) => ({
    path: instanceLocation.replace(/^#/, ""),
    key: "other",
    values: { message: error },
  }));
}

interface Found {
  readonly instanceLocation: string;
  readonly keyword: string;
}

/** True for an error that only says that something inside of its place is wrong. */
function isAround(place: string, keyword: string, errors: readonly Found[]): boolean {
  const isOuter = ["properties", "additionalProperties", "items", "allOf", "$ref", "if", "then"].includes(
    keyword,
  );
  return isOuter && errors.some((one) => one.instanceLocation.startsWith(place) && one.keyword !== keyword);
}
