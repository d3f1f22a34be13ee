import { dataTypes, type DataType } from "../../catalogue/data-types.ts";
import { OPERATORS } from "../../catalogue/operators.ts";
import { operatorsOf } from "../list/filter.ts";
import type { MetadataRow } from "./row.ts";

/** A row of `wapi.data_type`. */
export function dataTypeRow(type: DataType): MetadataRow {
  return {
    id: type.name,
    name: type.name,
    json_name: type.jsonName,
    format_literal: type.formatLiteral,
    text_length: type.textLength,
    pattern: type.pattern,
    part_pattern: type.partPattern,
    min: type.min,
    max: type.max,
    is_array: type.isArray,
    element_data_type: type.element,
    language_dict: { name: type.label, description: type.help },
  };
}

/** Rows of `wapi.data_type_operator`: the filters, and the types on both sides. */
export function operatorRows(): readonly MetadataRow[] {
  return OPERATORS.map((name) => ({
    id: name,
    name,
    operand_list: dataTypes()
      .filter((type) => operatorsOf(type).includes(name))
      .map((type) => ({ left: type.name, right: name === "is_null" ? "boolean" : type.name })),
    language_dict: { name: { de: name, en: name } },
  }));
}
