import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { effectiveLocale } from "#core/locales";
import { chooseLanguage } from "../i18n.ts";
import { usePorts } from "../ports-context.ts";
import { showTheme } from "../theme.ts";

/** Language, theme and developer mode follow the settings at once. */
export function useFollowedSettings(): void {
  const { settings } = usePorts();
  const { theme, locale, developer } = useSnapshot(settings.state);
  useEffect(() => showTheme(theme), [theme]);
  useEffect(() => {
    // Styles show errors larger to developers (ERR-19).
    document.documentElement.classList.toggle("is-developer", developer);
  }, [developer]);
  useEffect(() => {
    void chooseLanguage(effectiveLocale(locale, navigator.languages));
  }, [locale]);
}
