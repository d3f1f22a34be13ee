import { proxy } from "valtio";
import { objectIn, type Json } from "#contract/wire/json";
import { chainOf, languageAt, localeIn, LOCALES, type Locale } from "#core/locales";
import { themeIn } from "./stored-theme.ts";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

export type Settings = ReturnType<typeof readSettings>;

/** Reads each setting; outdated values fall back to the default (PREF-14). */
function readSettings(stored: (name: keyof typeof STORAGE_KEYS) => Json) {
  const flag = (name: keyof typeof STORAGE_KEYS, otherwise: boolean): boolean => {
    const value = stored(name);
    return typeof value === "boolean" ? value : otherwise;
  };
  const page = stored("defaultLoginPage");
  const ownLists: Readonly<Record<string, unknown>> = objectIn(stored("ownLists")) ?? {};
  return {
    locale: localeIn(stored("locale")),
    expert: flag("expert", false),
    developer: flag("developer", false),
    keepTa: flag("keepTa", false),
    theme: themeIn(stored("theme")),
    defaultLoginPage: typeof page === "string" && canBeDefaultPage(page) ? page : null,
    homeGrid: flag("homeGrid", false),
    /** Lists that show own objects only, by account and type (LIST-42). */
    ownLists,
    dbEditorCache: flag("dbEditorCache", true),
    /** Single-key shortcuts (PREF-16). */
    singleKeys: flag("singleKeys", true),
    /** The hints of the demo were closed. */
    tourSeen: flag("tourSeen", false),
  };
}

/** True if metadata come from the cache, a switch of developer mode (PREF-04, OBJ-10). */
export function keepsMetadata(settings: Pick<Settings, "developer" | "dbEditorCache">): boolean {
  return settings.dbEditorCache || !settings.developer;
}

/** False for sign-in and launch addresses, which cannot be the default page (PREF-06). */
export function canBeDefaultPage(path: string): boolean {
  return path.startsWith("/") && !/^\/(\/|login$|login[/?]|oic_login|launch(\/|$))/.test(path);
}

export type SettingsStore = ReturnType<typeof createSettings>;

export function createSettings({ storage }: { readonly storage: KeyStorage }) {
  const state = proxy(readSettings((name) => readStored(storage, STORAGE_KEYS[name].key)));
  const set = <Name extends keyof Settings>(name: Name, value: Settings[Name]): void => {
    state[name] = value;
    writeStored(storage, STORAGE_KEYS[name].key, value);
  };
  return { state, set, ...hiddenLanguages(state, (locale) => set("locale", locale)) };
}

function hiddenLanguages(state: Readonly<Settings>, speak: (locale: Locale | null) => void) {
  const isHidden = (locale: Locale): boolean => languageAt(locale).isHidden === true;
  const offers = proxy({ hiddenLanguages: false });
  let before: Locale | null | undefined;
  return {
    /** True while the switcher offers hidden languages; a reload resets it (I18N-04, EGG-10). */
    offers,
    /** Offers the hidden languages and chooses the first, or returns to the language before (EGG-08). */
    switchHiddenLanguage: () => {
      const { locale } = state;
      const isOn = locale !== null && isHidden(locale);
      offers.hiddenLanguages = !isOn;
      if (isOn) {
        speak(before === undefined ? (chainOf(locale).find((one) => !isHidden(one)) ?? null) : before);
      } else {
        before = locale;
        speak(LOCALES.find(isHidden) ?? null);
      }
    },
  };
}

/** Address of the counterpart instance with the current path: production leads to test, others to production (PREF-09). Null without one. */
export function counterpartHref(
  hosts: { readonly production: string | null; readonly test: string | null },
  mode: "devel" | "test" | "production",
  path: string,
): string | null {
  const host = mode === "production" ? hosts.test : hosts.production;
  return host === null ? null : host.replace(/\/$/, "") + path;
}
