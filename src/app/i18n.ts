import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { languageAt } from "#core/locales";
import type { Locale, TextKey } from "#core/text";
import type { LocalFaultName } from "#core/fault/untold";
import { waitForTexts } from "../ui/layout/later.tsx";
import { firstTexts, restOfTexts } from "./text-files.ts";

/** i18next with the texts of the first page in one language; lazy parts wait for the others. Its language is the tag for Intl. */
export async function startTexts(locale: Locale): Promise<i18n> {
  const { tag } = languageAt(locale);
  const started = Promise.withResolvers<void>();
  const complete = new Set<Locale>();
  // Set before the first await, because the opened page is loading meanwhile.
  waitForTexts(async () => {
    const [rest] = await Promise.all([restOfTexts(locale), started.promise]);
    if (complete.has(locale)) return;
    i18next.addResourceBundle(tag, "translation", rest, true);
    complete.add(locale);
  });
  // The first calls, which are sent meanwhile, ask for answers in this language.
  markLanguage(locale);
  const texts = await firstTexts(locale);
  await i18next.use(initReactI18next).init({
    lng: tag,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [tag]: { translation: texts } },
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  i18next.services.formatter?.addCached("number", numbersOf);
  started.resolve();
  return i18next;
}

const UNGROUPED = 1000;

/** Formats numbers for a language. Numbers that look the same everywhere skip Intl, which is slow to start. */
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

/** Sentence for a call without a fault of the server (ERR-25). */
export function sayFault(fault: LocalFaultName, status: number): string {
  return i18next.t(FAULT_TEXTS[fault], { status });
}

export async function chooseLanguage(locale: Locale): Promise<void> {
  const { tag } = languageAt(locale);
  if (!i18next.hasResourceBundle(tag, "translation")) {
    const [first, rest] = await Promise.all([firstTexts(locale), restOfTexts(locale)]);
    i18next.addResourceBundle(tag, "translation", { ...first, ...rest });
  }
  await i18next.changeLanguage(tag);
  markLanguage(locale);
}

function markLanguage(locale: Locale): void {
  document.documentElement.lang = languageAt(locale).tag;
}
