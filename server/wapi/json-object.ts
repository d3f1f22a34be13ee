import type { Json } from "#contract/wire/json";

export type JsonObject = Readonly<Record<string, Json>>;

/** Whether the value is an object with members: neither null nor a list. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
