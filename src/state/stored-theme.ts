import type { Json } from "#contract/wire/json";

export type Theme = "system" | "light" | "dark";

export function themeIn(stored: Json): Theme {
  return stored === "light" || stored === "dark" ? stored : "system";
}
