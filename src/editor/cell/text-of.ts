import type { Json } from "#contract/wire/json";

/** A plain value as text; null is empty, objects and lists are JSON. */
export function textOf(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
