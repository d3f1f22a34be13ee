import { proxy } from "valtio";
import { chainOf, isLocale, languageAt, LOCALES, type Locale } from "#core/locales";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

export type Theme = "system" | "light" | "dark";

/** Local settings of a person in this browser. */
export interface Settings {
  /** Null: the language of the browser. */
  locale: Locale | null;
  expert: boolean;
  developer: boolean;
  keepTa: boolean;
  theme: Theme;
  defaultLoginPage: string | null;
  homeGrid: boolean;
  dbEditorCache: boolean;
  /** Single-key shortcuts (PREF-16). */
  singleKeys: boolean;
  /** The hints of a demo were closed. */
  tourSeen: boolean;
}

type Reader<Value> = (stored: unknown) => Value;

const flag =
  (otherwise: boolean): Reader<boolean> =>
  (stored) =>
    typeof stored === "boolean" ? stored : otherwise;

/** How each setting is read; anything outdated falls back to its default (PREF-14). */
const READERS: { readonly [Name in keyof Settings]: Reader<Settings[Name]> } = {
  locale: (stored) => (isLocale(stored) ? stored : null),
  expert: flag(false),
  developer: flag(false),
  keepTa: flag(false),
  theme: (stored) => (stored === "light" || stored === "dark" ? stored : "system"),
  defaultLoginPage: (stored) => (typeof stored === "string" && canBeDefaultPage(stored) ? stored : null),
  homeGrid: flag(false),
  dbEditorCache: flag(true),
  singleKeys: flag(true),
  tourSeen: flag(false),
};

/** Whether descriptions of objects are taken from the cache: its switch is one of developer mode (PREF-04, OBJ-10). */
export function keepsMetadata({
  developer,
  dbEditorCache,
}: Pick<Settings, "developer" | "dbEditorCache">): boolean {
  return dbEditorCache || !developer;
}

/** Sign-in and launch addresses cannot become the default page (PREF-06). */
export function canBeDefaultPage(path: string): boolean {
  return path.startsWith("/") && !/^\/(\/|login$|login[/?]|oic_login|launch(\/|$))/.test(path);
}

export interface SettingsStore {
  readonly state: Settings;
  /** Whether the switcher offers hidden languages; forgotten by a reload (I18N-04, EGG-10). */
  readonly offers: { hiddenLanguages: boolean };
  /** Offers the hidden languages and speaks the first, or goes back to the language before (EGG-08). */
  switchHiddenLanguage(): void;
  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void;
}

/** Settings kept in the local storage. */
export function createSettings({ storage }: { readonly storage: KeyStorage }): SettingsStore {
  const read = <Name extends keyof Settings>(name: Name): Settings[Name] =>
    READERS[name](readStored(storage, STORAGE_KEYS[name].key));
  const state = proxy<Settings>({
    locale: read("locale"),
    expert: read("expert"),
    developer: read("developer"),
    keepTa: read("keepTa"),
    theme: read("theme"),
    defaultLoginPage: read("defaultLoginPage"),
    homeGrid: read("homeGrid"),
    dbEditorCache: read("dbEditorCache"),
    singleKeys: read("singleKeys"),
    tourSeen: read("tourSeen"),
  });
  const set: SettingsStore["set"] = (name, value) => {
    state[name] = value;
    writeStored(storage, STORAGE_KEYS[name].key, value);
  };
  return { state, set, ...hiddenLanguages(state, (locale) => set("locale", locale)) };
}

function hiddenLanguages(
  state: Readonly<Settings>,
  speak: (locale: Locale | null) => void,
): Pick<SettingsStore, "offers" | "switchHiddenLanguage"> {
  const isHidden = (locale: Locale): boolean => languageAt(locale).isHidden === true;
  const offers = proxy({ hiddenLanguages: false });
  let before: Locale | null | undefined;
  return {
    offers,
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

/** Address of the counterpart instance with the current path: production leads to test, the others to production (PREF-09). Null: there is none. */
export function counterpartHref(
  hosts: { readonly production: string | null; readonly test: string | null },
  mode: "devel" | "test" | "production",
  path: string,
): string | null {
  const host = mode === "production" ? hosts.test : hosts.production;
  return host === null ? null : host.replace(/\/$/, "") + path;
}
