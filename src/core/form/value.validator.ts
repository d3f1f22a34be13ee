import { Ajv } from "ajv";

/** Keywords whose values are members of `bounds`. */
function bounded(...keywords: readonly string[]): object {
  return Object.fromEntries(keywords.map((keyword) => [keyword, { $data: `1/bounds/${keyword}` }]));
}

/** What each kind of value has to be. */
const KINDS = {
  null: { type: "null" },
  boolean: { type: "boolean" },
  integer: { type: "integer", ...bounded("minimum", "maximum") },
  number: { type: "number", ...bounded("minimum", "maximum") },
  string: { type: "string", ...bounded("minLength", "maxLength") },
  array: { type: "array" },
  object: { type: "object", ...bounded("required") },
};

const ajv = new Ajv({ $data: true, allErrors: true, messages: false, code: { source: true } });

/**
 * Checks `{ bounds: schema, value, [kind]: value }`. Schemas of forms are made from metadata, and a policy without `unsafe-eval` lets nobody compile
 * them, so their bounds are data.
 */
export const validateValue = ajv.compile({
  type: "object",
  properties: { value: bounded("enum"), ...KINDS },
});
