import type { Field, RequestForm } from "#contract/requests/form";
import { isObject, type Json } from "#contract/wire/json";
import type { FormValues } from "../form/values.ts";
import { listOf } from "./draft.ts";

/** A list whose entries name a place that must fit the variant of the request. */
export interface PlacedList {
  readonly list: Field;
  /** The field of an entry with the place. */
  readonly place: Field;
}

/** The list of a form that the variant restricts, or null. */
export function placedList(
  { fields }: Pick<RequestForm, "fields">,
  variant: string | null,
): PlacedList | null {
  for (const list of fields) {
    const { type } = list;
    if (type.kind !== "list" || type.of.kind !== "object") continue;
    const place = type.of.fields.find(({ refersTo }) => refersTo?.byVariant?.[variant ?? ""] !== undefined);
    if (place !== undefined) return { list, place };
  }
  return null;
}

/** Positions of entries whose place the variant does not offer. */
export function misplaced(
  { list, place }: PlacedList,
  values: FormValues,
  offered: ReadonlySet<Json>,
): readonly number[] {
  return listOf(values[list.name]).flatMap((entry, at) => {
    const named = isObject(entry) ? entry[place.name] : undefined;
    return typeof named === "string" && named.trim() !== "" && !offered.has(named.trim()) ? [at] : [];
  });
}

/** The values without these entries. */
export function withoutEntries(
  { list }: PlacedList,
  values: FormValues,
  gone: readonly number[],
): FormValues {
  return { ...values, [list.name]: listOf(values[list.name]).filter((_, at) => !gone.includes(at)) };
}
