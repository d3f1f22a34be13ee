import type { Json, Params } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { refOf, resolveWidget } from "#core/form/field-rules";
import type { Ref } from "#core/form/rules";
import type { Widget, WidgetOptions } from "#core/form/widget";
import { pickText, type Locale } from "#core/text";

/** List parameters that are no filters of the type, or that the table manages. */
const NOT_OFFERED = new Set(["fetch_limit", "fetch_offset", "sorting_params_list", "filter_params_dict"]);

/** Suffixes of filter names, in the order of the filters of one attribute. */
const ENDINGS = ["", "_list", "_regexp_ic", "_regexp"] as const;

/** Filters that a list needs unless it is joined, which the metadata cannot express (wire contract 7). */
const NEEDED: Readonly<Record<string, string>> = { "wapi.object": "gpk_list" };

export interface ListFilter {
  readonly name: string;
  /** In the reader's language. */
  readonly title: string;
  readonly dataType: DataTypeRow;
  readonly ref: Ref | null;
  readonly isRequired: boolean;
}

interface Placed extends ListFilter {
  readonly place: readonly [number, number];
}

/** Filters of a type's list in the order of its attributes, without paging and sorting. */
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
    const ref = refOf(parameter);
    return [{ name, title: scope ?? name, dataType, ref, isRequired, place: placeOf(type, name) }];
  });
  return placed.toSorted((one, other) => one.place[0] - other.place[0] || one.place[1] - other.place[1]);
}

/** The position of the attribute of a filter, and that of the filter among those of the attribute. */
function placeOf(type: ObjectTypeMeta, name: string): Placed["place"] {
  for (const [at, ending] of ENDINGS.entries()) {
    const attribute = name.endsWith(ending)
      ? type.attribute(name.slice(0, name.length - ending.length))
      : null;
    if (attribute !== null) return [attribute.position, at];
  }
  return [Number.MAX_SAFE_INTEGER, 0];
}

/** Input of a filter value: by data type, for references by name; texts on one line. */
export function filterWidget(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  { name, dataType, ref }: ListFilter,
): { readonly widget: Widget; readonly options: WidgetOptions } {
  const attribute = type.attribute(name);
  const place = { object: type.name, name, dataType, attribute, ref, operation: "list" } as const;
  const drawn = resolveWidget({ catalogue, ...place, isExpert: false });
  return drawn.widget === "textarea" ? { ...drawn, widget: "text" } : drawn;
}

/** Filters in the address, each in the form of its data type; unknown ones are dropped. */
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

/** The query with one filter set to these values, or removed without values; paging starts again. */
export function withFilter(search: string, name: string, texts: readonly string[]): string {
  const query = new URLSearchParams(search);
  query.delete(name);
  for (const text of texts) query.append(name, text);
  query.delete("page");
  const rest = query.toString();
  return rest === "" ? "" : `?${rest}`;
}
