import type { FieldModel } from "../form/field-plan.ts";
import type { FormValues } from "../form/values.ts";

/** IP version of addresses that a field accepts; null: both. */
export type Family = 4 | 6 | null;

/** The IP version of addresses that a field accepts with these values; "none" if it accepts no address now. */
export function familyOf(
  { widget, options }: Pick<FieldModel, "widget" | "options">,
  values: FormValues,
): Family | "none" {
  const { addressBy, element } = options;
  if (addressBy !== undefined) {
    const by = values[addressBy.field];
    return addressBy.families[typeof by === "string" ? by : ""] ?? "none";
  }
  // The lines of a list share the options of the list.
  const one = widget === "list" ? element : { widget, options };
  return one?.widget === "ipAddress" ? (one.options.family ?? null) : "none";
}
