import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { effectiveLocale } from "../../state/settings.ts";
import { chooseLanguage } from "../i18n.ts";
import { usePorts } from "../ports-context.ts";
import { showTheme } from "../theme.ts";

/** Language and theme follow the settings at once. */
export function useFollowedSettings(): void {
  const { settings } = usePorts();
  const { theme, locale } = useSnapshot(settings.state);
  useEffect(() => showTheme(theme), [theme]);
  useEffect(() => {
    void chooseLanguage(effectiveLocale(locale, navigator.languages));
  }, [locale]);
}
