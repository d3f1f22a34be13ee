import type { Json, Params } from "#contract/wire/json";
import type { Catalogue, DataTypeMeta, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { convertEach, normaliseValue, type Converted } from "#core/form/grammar";
import { sameJson, valueOr } from "#core/form/values";
import type { Text } from "#core/text";
import { storedText } from "../cell/cell-text.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { conditionOf, isCondition, isWhole } from "./filter-words.ts";
import { filterWidget, OTHER_ENTRIES, type ListFilter } from "./list-filters.ts";

/** A set filter, with its value in the form of the server. */
export interface SetFilter {
  readonly filter: ListFilter;
  readonly value: Json;
}

/** An entry of the address that cannot be a filter of the list. */
export interface RefusedFilter {
  /** Name in the address. */
  readonly entry: string;
  /** The filter that the entry names; null if there is none. */
  readonly filter: ListFilter | null;
  /** The attribute that the entry names; null if there is none. */
  readonly of: string | null;
  /** Its value in the address. */
  readonly texts: readonly string[];
  readonly why: Text;
}

export interface AddressFilters {
  readonly set: readonly SetFilter[];
  readonly refused: readonly RefusedFilter[];
}

/** The filters of an address: those that can be set, and those that cannot with the reason, each in the order of its list (LIST-56). */
export function filtersOfAddress(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  offered: readonly ListFilter[],
  search: string,
): AddressFilters {
  const query = new URLSearchParams(search);
  const read = offered.flatMap((filter) => {
    const texts = query.getAll(filter.entry);
    return texts.length === 0 ? [] : [{ filter, texts, value: valueIn(catalogue, type, filter, texts) }];
  });
  const set = read.flatMap(({ filter, value }) => (value.ok ? [{ filter, value: value.value }] : []));
  const wrong = read.flatMap(({ filter, texts, value }): readonly RefusedFilter[] =>
    value.ok ? [] : [{ entry: filter.entry, filter, of: filter.of, texts, why: value.text }],
  );
  const known = new Set([...OTHER_ENTRIES, ...read.map(({ filter: { entry } }) => entry)]);
  const unknown = [...new Set(query.keys())].flatMap((entry) =>
    known.has(entry) ? [] : [unknownEntry(offered, entry, query.getAll(entry))],
  );
  return { set, refused: [...wrong, ...unknown] };
}

/** An entry whose attribute, or whose comparison for it, does not exist. */
function unknownEntry(
  offered: readonly ListFilter[],
  entry: string,
  texts: readonly string[],
): RefusedFilter {
  const dot = entry.lastIndexOf(".");
  const [of, word] = dot < 0 ? [entry, ""] : [entry.slice(0, dot), entry.slice(dot + 1)];
  const sibling = offered.find((filter) => filter.of === of);
  const about = { entry, filter: null, texts };
  return sibling === undefined
    ? { ...about, of: null, why: { key: "editor.filter.noAttribute", values: { name: of } } }
    : { ...about, of, why: { key: "editor.filter.noWord", values: { name: sibling.title, word } } };
}

/** The value for a filter from texts of an address, or the reason why they are invalid. */
function valueIn(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  filter: ListFilter,
  texts: readonly string[],
): Converted {
  if (isWhole(filter.word))
    return texts.every((text) => text === "" || text === "true")
      ? { ok: true, value: true }
      : { ok: false, text: { key: "editor.filter.noValue" } };
  const dataType = catalogue.dataType(filter.dataType.name);
  const given = texts.filter((text) => text !== "");
  if (given.length === 0) return { ok: false, text: { key: "core.form.required" } };
  const { element } = dataType;
  if (element !== undefined) return convertEach(given, (text) => oneIn(element, storedText(text)));
  const [text = "", ...more] = given;
  if (more.length > 0) return { ok: false, text: { key: "editor.filter.oneValue" } };
  const read = oneIn(dataType, text);
  return read.ok && !isChoice(catalogue, type, filter, read.value)
    ? { ok: false, text: { key: "core.form.noChoice" } }
    : read;
}

function oneIn(dataType: DataTypeMeta, text: string): Converted {
  const read = typed(dataType, text);
  return read.ok ? normaliseValue(dataType, read.value, toAscii) : read;
}

function typed({ json_name: kind }: DataTypeMeta, text: string): Converted {
  if (kind === "boolean") return valueOr(FLAGS[text], "core.form.noBoolean");
  if (kind !== "number") return { ok: true, value: text };
  const number = Number(text);
  return valueOr(Number.isFinite(number) ? number : undefined, "core.form.noNumber");
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** False for a value that is not among the fixed ones. */
function isChoice(catalogue: Catalogue, type: ObjectTypeMeta, filter: ListFilter, value: Json): boolean {
  const { choices } = filterWidget(catalogue, type, filter).options;
  return choices === undefined || choices.some((one) => sameJson(one.value, value));
}

/** Set filters as parameters of the list: all of them must hold. */
export function filterParams(set: readonly SetFilter[]): Params {
  const parameters = set.flatMap(({ filter, value }) =>
    isCondition(filter.word) ? [] : [[filter.name, value] as const],
  );
  const conditions = set.flatMap(({ filter: { of, word }, value }): readonly Params[] =>
    isCondition(word) ? [{ [of]: conditionOf(word, value) }] : [],
  );
  const [only, ...more] = conditions;
  const dict =
    only === undefined ? {} : { filter_params_dict: more.length === 0 ? only : { _and: conditions } };
  return { ...Object.fromEntries(parameters), ...dict };
}

/** Entries of an address with their new values; without values an entry is removed. */
export type EntryChanges = readonly (readonly [entry: string, texts: readonly string[]])[];

/** The query with these entries; paging starts again. */
export function withEntries(search: string, changes: EntryChanges): string {
  const query = new URLSearchParams(search);
  for (const [entry] of changes) query.delete(entry);
  for (const [entry, texts] of changes) for (const text of texts) query.append(entry, text);
  query.delete("page");
  const rest = query.toString();
  return rest === "" ? "" : `?${rest}`;
}
