import type { Json } from "#contract/wire/json";

/** The text of a value that is one; empty for anything else. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
