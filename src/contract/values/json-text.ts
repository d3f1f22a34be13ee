import type { Json } from "../wire/json.ts";

/** The value of a JSON text, with or without a byte order mark; undefined for any other text. */
export function parsedJson(text: string): Json | undefined {
  try {
    // Parse boundary: JSON.parse yields nothing but JSON.
    return JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
