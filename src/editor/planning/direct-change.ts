import type { Catalogue } from "#core/catalogue/catalogue";
import { planChange } from "#core/form/plan-change";
import { planForm } from "#core/form/plan-form";
import type { FormPrefs, FormTarget } from "#core/form/target";
import type { Planned } from "#core/txlist/planned";
import { toAscii } from "../screen/to-ascii.ts";

/** The change of a control without a form; null if a form must ask. */
export function directChange(catalogue: Catalogue, target: FormTarget, prefs: FormPrefs): Planned | null {
  const made = planForm(catalogue, target, prefs);
  if (made === null) return null;
  const change = planChange(made, made.initial, { uuid: crypto.randomUUID(), toAscii });
  return change.kind === "planned" ? change.item : null;
}
