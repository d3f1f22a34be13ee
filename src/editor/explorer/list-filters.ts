import type { Json, Params } from "#contract/wire/json";
import type { DataTypeRow, ParameterRow } from "#contract/wire/metadata";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";

/** Members of every list that are no filters of the type, and those the address holds for the table. */
const NOT_OFFERED = new Set([
  "fetch_limit",
  "fetch_offset",
  "sorting_params_list",
  "filter_params_dict",
  "gpk_list",
]);

export interface ListFilter {
  readonly name: string;
  readonly parameter: ParameterRow;
  readonly dataType: DataTypeRow;
}

/** The filters of a type's list, without paging, sorting and lists of values. */
export function listFilters(catalogue: Catalogue, type: ObjectTypeMeta): readonly ListFilter[] {
  const parameters = Object.entries(catalogue.fn(type.name, "list")?.parameters ?? {});
  return parameters.flatMap(([name, parameter]) => {
    const dataType = catalogue.dataType(parameter.data_type);
    if (NOT_OFFERED.has(name) || parameter.old === undefined || dataType.is_array) return [];
    return [{ name, parameter, dataType }];
  });
}

/** The filters that stand in the address, each as its data type wants it; what the type does not know is left out. */
export function filtersIn(catalogue: Catalogue, type: ObjectTypeMeta, search: string): Params {
  const query = new URLSearchParams(search);
  const values: Record<string, Json> = {};
  for (const filter of listFilters(catalogue, type)) {
    const text = query.get(filter.name);
    const value = text === null || text === "" ? null : valueOf(filter.dataType, text);
    if (value !== null) values[filter.name] = value;
  }
  return values;
}

function valueOf(dataType: DataTypeRow, text: string): Json {
  if (dataType.json_name === "boolean") return text === "true";
  if (dataType.json_name !== "number") return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** The address with one filter set or taken out; the page starts again. */
export function withFilter(search: string, name: string, text: string): string {
  const query = new URLSearchParams(search);
  if (text === "") query.delete(name);
  else query.set(name, text);
  query.delete("page");
  const rest = query.toString();
  return rest === "" ? "" : `?${rest}`;
}
