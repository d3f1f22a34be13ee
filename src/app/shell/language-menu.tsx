import type { ReactNode } from "react";
import type { Locale, TextKey } from "#core/text";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { usePorts } from "../ports-context.ts";

/** The languages on offer; Swabian is hidden until it has been chosen (I18N-03). */
export const LANGUAGES: readonly { readonly locale: Locale; readonly name: TextKey }[] = [
  { locale: "de", name: "app.language.de" },
  { locale: "en", name: "app.language.en" },
];

/** The language switcher of the bar (SHELL-12). */
export function LanguageMenu(): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { settings } = usePorts();
  return (
    <MenuButton
      label={`${say("app.settings.language")}: ${locale.toUpperCase()}`}
      items={LANGUAGES.map((one) => ({
        id: one.locale,
        label: say(one.name),
        isChecked: one.locale === locale,
        onChoose: () => settings.set("locale", one.locale),
      }))}
    >
      {locale.toUpperCase()}
    </MenuButton>
  );
}
