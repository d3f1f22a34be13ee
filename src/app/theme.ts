import type { Theme } from "../state/stored-theme.ts";

/** Applies the theme of the system or the chosen theme (PREF-15). */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
}
