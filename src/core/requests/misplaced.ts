import type { Field, RequestForm } from "#contract/requests/form";
import { isObject, type Json } from "#contract/wire/json";
import { listOf, type Draft } from "./draft.ts";

/** A list whose entries name a place that has to fit the variant of the request. */
export interface PlacedList {
  readonly list: Field;
  /** The field of an entry that names the place. */
  readonly place: Field;
}

/** The list of a form whose entries the variant narrows; null where it narrows none. */
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

/** Which entries name a place that the variant does not offer, by their places in the list. */
export function misplaced(
  { list, place }: PlacedList,
  draft: Draft,
  offered: ReadonlySet<Json>,
): readonly number[] {
  return listOf(draft[list.name]).flatMap((entry, at) => {
    const named = isObject(entry) ? entry[place.name] : undefined;
    return typeof named === "string" && named.trim() !== "" && !offered.has(named.trim()) ? [at] : [];
  });
}

/** The draft without these entries. */
export function withoutEntries({ list }: PlacedList, draft: Draft, gone: readonly number[]): Draft {
  return { ...draft, [list.name]: listOf(draft[list.name]).filter((_, at) => !gone.includes(at)) };
}
