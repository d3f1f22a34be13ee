import type { Theme } from "../state/settings.ts";

/** Follows the system, or what was chosen (PREF-15). */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
}
