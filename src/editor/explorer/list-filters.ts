import type { DataTypeRow, ParameterRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { refOf, resolveWidget } from "#core/form/field-rules";
import type { Ref } from "#core/form/rules";
import type { Widget, WidgetOptions } from "#core/form/widget";
import { OPENED_VIEW } from "#core/route/object-routes";
import { FOUND_BY } from "#core/search/search-steps";
import { DEFAULT_VIEW } from "#core/table/view-state";
import { pickText, type Locale } from "#core/text";
import { OWN_ENTRY } from "../screen/complete-steps.ts";
import {
  CODES,
  ENDINGS,
  isCondition,
  isPart,
  PARAMETER_WORDS,
  WORDS,
  wordsFor,
  type FilterWord,
} from "./filter-words.ts";

/** List parameters that are no filters of the type, or that the table and the switch above it manage. */
const NOT_OFFERED = new Set([
  "fetch_limit",
  "fetch_offset",
  "sorting_params_list",
  "filter_params_dict",
  OWN_ENTRY,
]);

/** Filters that a list needs unless it is joined, which the metadata cannot express (wire contract 7). */
const NEEDED: Readonly<Record<string, string>> = { "wapi.object": "gpk_list" };

/** Query parameter of a list that opens its form for a new object (LAUNCH-08). */
export const CREATE = "create";

/** Entries of an address that are about the list or the page, and no filters. */
export const OTHER_ENTRIES: ReadonlySet<string> = new Set([
  ...Object.keys(DEFAULT_VIEW),
  OPENED_VIEW,
  FOUND_BY,
  OWN_ENTRY,
  CREATE,
]);

export interface ListFilter {
  /** Name of a parameter, or `attribute.code` of a condition. */
  readonly name: string;
  /** Name in the address. An attribute with the name of the paging parameter is `page.is`. */
  readonly entry: string;
  /** The attribute, or the parameter that belongs to none. */
  readonly of: string;
  readonly word: FilterWord;
  /** Name of the attribute or parameter in the reader's language. */
  readonly title: string;
  readonly dataType: DataTypeRow;
  readonly ref: Ref | null;
  readonly isRequired: boolean;
  /** The filter that a search of the type makes, which belongs to no attribute (SRCH-57). */
  readonly isSearch?: true;
}

/** Filters of a type's list in the order of its attributes, without paging and sorting: for each attribute the words that its data type allows (LIST-48). */
export function listFilters(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  locale: Locale,
): readonly ListFilter[] {
  const parameters = catalogue.fn(type.name, "list")?.parameters ?? {};
  const filters = [
    ...Object.entries(parameters).flatMap(([name, parameter]) =>
      parameterFilter({ catalogue, type, locale, parameters }, name, parameter),
    ),
    ...(parameters["filter_params_dict"] === undefined
      ? []
      : type.attributes.flatMap((attribute) =>
          conditionFilters({ catalogue, type, locale, parameters }, attribute),
        )),
  ];
  const place = ({ of }: ListFilter): number => type.attribute(of)?.position ?? Number.MAX_SAFE_INTEGER;
  return filters.toSorted(
    (one, other) =>
      place(one) - place(other) || one.of.localeCompare(other.of) || rank(one.word) - rank(other.word),
  );
}

interface Ground {
  readonly catalogue: Catalogue;
  readonly type: ObjectTypeMeta;
  readonly locale: Locale;
  readonly parameters: Readonly<Record<string, ParameterRow>>;
}

function rank(word: FilterWord): number {
  return WORDS.indexOf(word);
}

function parameterFilter(
  { catalogue, type, locale, parameters }: Ground,
  name: string,
  parameter: ParameterRow,
): readonly ListFilter[] {
  const dataType = catalogue.dataType(parameter.data_type);
  const isValue = dataType.json_name !== "object" && dataType.json_name !== "json";
  if (NOT_OFFERED.has(name) || parameter.old === undefined || !isValue) return [];
  const [of, word] = wordOf(name, parameters);
  const scope = pickText((parameters[of] ?? parameter).language_dict["description_global_scope"], locale);
  const isRequired = parameter.old.isRequired || NEEDED[type.name] === name;
  const entry = OTHER_ENTRIES.has(name) ? `${name}.is` : name;
  return [{ name, entry, of, word, title: scope ?? of, dataType, ref: refOf(parameter), isRequired }];
}

/**
 * The subject of a parameter: the attribute that it compares, or the parameter itself. A parameter with a list of values that belongs to no attribute
 * is compared with one of them.
 */
function wordOf(name: string, parameters: Ground["parameters"]): readonly [of: string, word: FilterWord] {
  for (const [word, ending] of PARAMETER_WORDS) {
    const of = name.slice(0, name.length - ending.length);
    if (name.endsWith(ending) && parameters[of] !== undefined) return [of, word];
  }
  return [name, "is"];
}

function conditionFilters(
  { catalogue, type, locale, parameters }: Ground,
  attribute: AttributeMeta,
): readonly ListFilter[] {
  const { name: of } = attribute;
  // A parameter with the name of the attribute may have another meaning for this type.
  const title = catalogue.attributeName(type.name, of, locale);
  const isText = parameters[`${of}${ENDINGS.matches}`] !== undefined;
  return wordsFor(catalogue, attribute, isText).map(({ word, dataType }) => ({
    name: `${of}.${CODES[word]}`,
    entry: `${of}.${CODES[word]}`,
    of,
    word,
    title,
    dataType,
    ref: refOfValue(attribute, dataType),
    isRequired: false,
  }));
}

/** The value of a filter is a reference if the attribute, or each of its elements, is one. */
function refOfValue({ refersTo, dataType }: AttributeMeta, { name }: DataTypeRow): Ref | null {
  const isOwn = name === (dataType.element ?? dataType).name;
  return isOwn && refersTo !== null ? { object: refersTo.object, attribute: refersTo.attribute } : null;
}

/** Input of a filter value: by data type, for references by name; texts on one line. */
export function filterWidget(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  { name, of, word, dataType, ref }: ListFilter,
): { readonly widget: Widget; readonly options: WidgetOptions } {
  // A part of a text is not a value of its attribute.
  const attribute = isPart(word) ? null : type.attribute(isCondition(word) ? of : name);
  const place = { object: type.name, name, dataType, attribute, ref, operation: "list" } as const;
  const drawn = resolveWidget({ catalogue, ...place, isExpert: false });
  return drawn.widget === "textarea" ? { ...drawn, widget: "text" } : drawn;
}
