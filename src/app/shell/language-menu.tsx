import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { languageAt, offeredLocales, type Locale } from "#core/locales";
import { useSettings } from "../../editor/portal/stores.ts";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { useLocale, useText } from "../../ui/text.ts";

/** Offered languages by their own names. */
export function useOfferedLanguages(): readonly { readonly locale: Locale; readonly name: string }[] {
  const now = useLocale();
  const { hiddenLanguages } = useSnapshot(useSettings().offers);
  return offeredLocales(now, hiddenLanguages).map((locale) => ({ locale, name: languageAt(locale).name }));
}

/** The language switcher of the bar (SHELL-12). */
export function LanguageMenu(): ReactNode {
  const say = useText();
  const locale = useLocale();
  const settings = useSettings();
  return (
    <MenuButton
      label={`${say("app.settings.language")}: ${locale.toUpperCase()}`}
      items={useOfferedLanguages().map((one) => ({
        id: one.locale,
        label: one.name,
        isChecked: one.locale === locale,
        onChoose: () => settings.set("locale", one.locale),
      }))}
    >
      {locale.toUpperCase()}
    </MenuButton>
  );
}
