import type { TextKey } from "#core/text";
import type { Theme } from "../../state/stored-theme.ts";

type Switch = "expert" | "keepTa" | "developer" | "singleKeys" | "dbEditorCache";

interface SwitchChoice {
  readonly name: Switch;
  readonly title: TextKey;
  readonly help: TextKey | null;
  /** Shown in developer mode only (PREF-04). */
  readonly isForDevelopers?: true;
}

/** In display order. */
export const SWITCHES: readonly SwitchChoice[] = [
  { name: "expert", title: "app.settings.expert", help: "app.settings.expertHelp" },
  { name: "keepTa", title: "app.settings.keepTa", help: null },
  { name: "singleKeys", title: "app.settings.shortcuts", help: "app.settings.shortcutsHelp" },
  { name: "developer", title: "app.settings.developer", help: "app.settings.developerHelp" },
  {
    name: "dbEditorCache",
    title: "app.settings.dbEditorCache",
    help: "app.settings.dbEditorCacheHelp",
    isForDevelopers: true,
  },
];

export const THEMES: readonly { readonly theme: Theme; readonly name: TextKey }[] = [
  { theme: "system", name: "app.settings.themeSystem" },
  { theme: "light", name: "app.settings.themeLight" },
  { theme: "dark", name: "app.settings.themeDark" },
];
