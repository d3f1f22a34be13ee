import type { Json } from "#contract/wire/json";
import type { FieldPlan } from "../form/field-plan.ts";

/** Family of the addresses that a field takes; null: either. */
export type Family = 4 | 6 | null;

/** The family of the addresses that a field takes beside these values; "none": it takes no address now. */
export function familyOf(
  { widget, options }: Pick<FieldPlan, "widget" | "options">,
  values: Readonly<Record<string, Json | undefined>>,
): Family | "none" {
  const { addressBy, element } = options;
  if (addressBy !== undefined) {
    const by = values[addressBy.field];
    return addressBy.families[typeof by === "string" ? by : ""] ?? "none";
  }
  // What a list says of its addresses, its lines say.
  const one = widget === "list" ? element : { widget, options };
  return one?.widget === "ipAddress" ? (one.options.family ?? null) : "none";
}
