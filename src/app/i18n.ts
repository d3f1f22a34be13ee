import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Locale, TextKey } from "#core/text";
import type { LocalFaultName } from "#core/fault/untold";

type Texts = Readonly<Record<string, string>>;

// Swabian texts are a joke command away; until it is told, they are German (I18N-04).
const LOADERS: Readonly<Record<Locale, () => Promise<{ default: Texts }>>> = {
  de: () => import("../../locales/de.json"),
  en: () => import("../../locales/en.json"),
  swg: () => import("../../locales/de.json"),
};

/** i18next with the texts of one language; others are loaded when they are chosen. Both languages have every key. */
export async function startTexts(locale: Locale): Promise<i18n> {
  // The first calls go out meanwhile and ask for answers in this language.
  markLanguage(locale);
  const { default: texts } = await LOADERS[locale]();
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [locale]: { translation: texts } },
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  i18next.services.formatter?.addCached("number", numbersOf);
  return i18next;
}

const UNGROUPED = 1000;

/** Writes numbers as the language does. What reads the same everywhere needs no Intl, which is slow to start and wanted by the first page. */
function numbersOf(language: string | undefined): (value: unknown) => string {
  let written: Intl.NumberFormat | null = null;
  return (value) => {
    if (typeof value !== "number") return String(value);
    if (Number.isInteger(value) && value >= 0 && value < UNGROUPED) return String(value);
    written ??= new Intl.NumberFormat(language);
    return written.format(value);
  };
}

const FAULT_TEXTS = {
  network: "app.init.network",
  incomplete_answer: "app.fault.incomplete",
  http_status: "app.fault.status",
} as const satisfies Readonly<Record<LocalFaultName, TextKey>>;

/** Sentence for a call that brought no fault of the server (ERR-25). */
export function sayFault(fault: LocalFaultName, status: number): string {
  return i18next.t(FAULT_TEXTS[fault], { status });
}

/** Switches the language of the interface. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  if (!i18next.hasResourceBundle(locale, "translation")) {
    i18next.addResourceBundle(locale, "translation", (await LOADERS[locale]()).default);
  }
  await i18next.changeLanguage(locale);
  markLanguage(locale);
}

function markLanguage(locale: Locale): void {
  document.documentElement.lang = locale === "swg" ? "de-x-swg" : locale;
}
