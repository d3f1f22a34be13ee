import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { Converted } from "#core/form/grammar";
import { toFormValue } from "#core/form/values";
import type { Text } from "#core/text";
import { storedText } from "../cell/cell-text.ts";
import type { RefusedFilter, SetFilter } from "./address-filters.ts";
import { isWhole, type FilterWord } from "./filter-words.ts";
import { filterWidget, type ListFilter } from "./list-filters.ts";

/** Both bounds at once, which are two filters. */
export type Word = FilterWord | "between";

/** A value in the form of its input. */
export interface FilterField {
  readonly value: Json | undefined;
  readonly problem: Text | null;
}

/** A filter of the address that is open in the fields of the bar. */
export interface EditedFilter {
  /** Entries of the filter in the address, which the edited filter replaces. */
  readonly entries: readonly string[];
  readonly of: string;
  readonly word: Word;
  readonly fields: readonly FilterField[];
}

/** A filter that is set, or both bounds of a value. */
export function editedSet(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  chip: readonly [SetFilter, ...SetFilter[]],
): EditedFilter {
  const [{ filter }] = chip;
  return {
    entries: chip.map((one) => one.filter.entry),
    of: filter.of,
    word: chip.length > 1 ? "between" : filter.word,
    fields: isWhole(filter.word)
      ? []
      : chip.map((one) => ({
          value: toFormValue(filterWidget(catalogue, type, one.filter).widget, one.value),
          problem: null,
        })),
  };
}

/** A filter that cannot be used. It keeps its attribute and comparison if they exist, and its values as they are in the address. */
export function editedRefused(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  offered: readonly ListFilter[],
  { entry, filter, of, texts, why }: RefusedFilter,
): EditedFilter {
  const near = filter ?? offered.find((one) => one.of === of) ?? offered[0];
  if (near === undefined) return { entries: [entry], of: "", word: "is", fields: [] };
  const meant = texts.length > 1 ? (severalOf(catalogue, type, offered, near) ?? near) : near;
  const value = heldAs(catalogue, type, meant, texts);
  return { entries: [entry], of: meant.of, word: meant.word, fields: [{ value, problem: why }] };
}

/** The filter of the same attribute that takes several values, if this filter takes only one. */
function severalOf(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  offered: readonly ListFilter[],
  filter: ListFilter,
): ListFilter | undefined {
  return isList(catalogue, type, filter)
    ? undefined
    : offered.find((one) => one.of === filter.of && one.word === "isAny");
}

function isList(catalogue: Catalogue, type: ObjectTypeMeta, filter: ListFilter): boolean {
  const { widget } = filterWidget(catalogue, type, filter);
  return widget === "list" || widget === "checks" || widget === "choiceList";
}

/** Texts in the form of the input of a filter. */
export function heldAs(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  filter: ListFilter,
  texts: readonly string[],
): Json | undefined {
  if (texts.length === 0) return undefined;
  return isList(catalogue, type, filter) ? texts : texts.join(", ");
}

/** Moves typed values from the inputs of one comparison to those of another, so that nothing typed is lost. */
export function carried(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  asked: readonly ListFilter[],
  fields: readonly FilterField[],
): readonly FilterField[] {
  return asked.map((filter, at) => {
    const value = fields[at]?.value;
    const texts = [value ?? []].flat().map((one) => storedText(one));
    return { value: heldAs(catalogue, type, filter, texts), problem: null };
  });
}

/** True if the lower bound is above the upper one. */
export function isTurned([least, most]: readonly Converted[]): boolean {
  if (least?.ok !== true || most?.ok !== true) return false;
  const [from, to] = [least.value, most.value];
  if (typeof from === "number" && typeof to === "number") return from > to;
  return typeof from === "string" && typeof to === "string" && Date.parse(from) > Date.parse(to);
}
