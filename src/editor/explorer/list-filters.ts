import type { Json, Params } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { resolveWidget } from "#core/form/field-rules";
import type { Widget, WidgetOptions } from "#core/form/widget";
import { pickText, type Locale } from "#core/text";

/** Members of every list that are no filters of the type, and those the address holds for the table. */
const NOT_OFFERED = new Set(["fetch_limit", "fetch_offset", "sorting_params_list", "filter_params_dict"]);

/** What a filter's name adds to that of its attribute, in the order in which the filters of one attribute stand. */
const ENDINGS = ["", "_list", "_regexp_ic", "_regexp"] as const;

/** Filters a list needs unless it is joined, which the metadata has no word for (wire contract 7). */
const NEEDED: Readonly<Record<string, string>> = { "wapi.object": "gpk_list" };

export interface ListFilter {
  readonly name: string;
  /** In the reader's language. */
  readonly title: string;
  readonly dataType: DataTypeRow;
  readonly isRequired: boolean;
}

interface Placed extends ListFilter {
  readonly place: readonly [number, number];
}

/** The filters of a type's list in the order of its attributes, without paging and sorting. */
export function listFilters(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  locale: Locale,
): readonly ListFilter[] {
  const parameters = Object.entries(catalogue.fn(type.name, "list")?.parameters ?? {});
  const placed = parameters.flatMap(([name, parameter]): readonly Placed[] => {
    const dataType = catalogue.dataType(parameter.data_type);
    const isValue = dataType.json_name !== "object" && dataType.json_name !== "json";
    if (NOT_OFFERED.has(name) || parameter.old === undefined || !isValue) return [];
    const scope = pickText(parameter.language_dict["description_global_scope"], locale);
    const isRequired = parameter.old.isRequired || NEEDED[type.name] === name;
    return [{ name, title: scope ?? name, dataType, isRequired, place: placeOf(type, name) }];
  });
  return placed.toSorted((one, other) => one.place[0] - other.place[0] || one.place[1] - other.place[1]);
}

/** The attribute a filter is about, and which of its filters it is. */
function subjectOf(type: ObjectTypeMeta, name: string): readonly [AttributeMeta | null, number] {
  for (const [at, ending] of ENDINGS.entries()) {
    const attribute = name.endsWith(ending)
      ? type.attribute(name.slice(0, name.length - ending.length))
      : null;
    if (attribute !== null) return [attribute, at];
  }
  return [null, 0];
}

function placeOf(type: ObjectTypeMeta, name: string): Placed["place"] {
  const [attribute, at] = subjectOf(type, name);
  return [attribute?.position ?? Number.MAX_SAFE_INTEGER, at];
}

/** What the value of a filter is given with: by its data type, a reference by what it names; a text on one line. */
export function filterWidget(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  { name, dataType }: ListFilter,
): { readonly widget: Widget; readonly options: WidgetOptions } {
  const attribute = type.attribute(name);
  const context = { catalogue, object: type.name, name, dataType, attribute, operation: "list" } as const;
  const drawn = resolveWidget({ ...context, isExpert: false });
  return drawn.widget === "textarea" ? { ...drawn, widget: "text" } : drawn;
}

/** The filters that stand in the address, each as its data type wants it; what the type does not know is left out. */
export function filtersIn(catalogue: Catalogue, filters: readonly ListFilter[], search: string): Params {
  const query = new URLSearchParams(search);
  const values: Record<string, Json> = {};
  for (const { name, dataType } of filters) {
    const texts = query.getAll(name).filter((text) => text !== "");
    const value = valueOf(catalogue, dataType, texts);
    if (value !== null) values[name] = value;
  }
  return values;
}

function valueOf(catalogue: Catalogue, dataType: DataTypeRow, texts: readonly string[]): Json {
  const [text] = texts;
  if (text === undefined) return null;
  const element = dataType.element_data_type;
  if (element !== null) {
    const elementType = catalogue.dataType(element);
    return texts.flatMap((one) => valueOf(catalogue, elementType, [one]) ?? []);
  }
  if (dataType.json_name === "boolean") return text === "true";
  if (dataType.json_name !== "number") return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** The address with one filter set to its values or, without any, taken out; the page starts again. */
export function withFilter(search: string, name: string, texts: readonly string[]): string {
  const query = new URLSearchParams(search);
  query.delete(name);
  for (const text of texts) query.append(name, text);
  query.delete("page");
  const rest = query.toString();
  return rest === "" ? "" : `?${rest}`;
}
