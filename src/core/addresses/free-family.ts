import type { Json } from "#contract/wire/json";
import type { FieldPlan } from "../form/field-plan.ts";

/** Family of the addresses that a field takes; null: either. */
export type Family = 4 | 6 | null;

/** The family of the addresses that a field takes beside these values; "none": it takes no address now. */
export function familyOf(
  { widget, options }: Pick<FieldPlan, "widget" | "options">,
  values: Readonly<Record<string, Json | undefined>>,
): Family | "none" {
  const { addressBy, element, family } = options;
  if (addressBy !== undefined) {
    const by = values[addressBy.field];
    return addressBy.families[typeof by === "string" ? by : ""] ?? "none";
  }
  const isAddress = widget === "ipAddress" || (widget === "list" && element?.widget === "ipAddress");
  return isAddress ? (family ?? element?.options.family ?? null) : "none";
}
