import { useMemo } from "react";
import { useSnapshot } from "valtio";
import type { FormPrefs } from "#core/form/target";
import { useLocale } from "../../ui/text.ts";
import { useSettings } from "./stores.ts";

export function useIsExpert(): boolean {
  return useSnapshot(useSettings().state).expert;
}

/** What a form depends on besides its function. */
export function useFormPrefs(): FormPrefs {
  const locale = useLocale();
  const isExpert = useIsExpert();
  return useMemo(() => ({ locale, isExpert }), [locale, isExpert]);
}
