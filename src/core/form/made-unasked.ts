import type { MakesRow } from "#contract/wire/metadata";
import type { FormValues } from "./values.ts";

/**
 * The value of an empty parameter with which the object of another one is created, or null if it is not created; and whether the form has to send the
 * value.
 */
export function madeUnasked(
  { reference, unasked, preset }: MakesRow,
  values: FormValues,
): { readonly value: string | null; readonly isSent: boolean } {
  const [by, named] = [unasked === undefined ? null : values[unasked.by], values[reference]];
  const made = typeof by === "string" ? unasked?.values[by] : undefined;
  if (made !== undefined) return { value: made, isSent: false };
  const isPreset =
    preset !== undefined && typeof named === "string" && new RegExp(preset.pattern, "u").test(named);
  return { value: isPreset ? preset.value : null, isSent: isPreset };
}
