import type { GrantRule } from "../grant.ts";
import type { Json } from "./json.ts";

type LanguageDict = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** An attribute in `wapi.object_type.attributes` (wire contract 5.2). */
export interface AttributeRow {
  readonly data_type: string;
  readonly position: number;
  readonly is_key: boolean;
  readonly is_nullable: boolean;
  readonly is_computed: boolean;
  readonly is_create_only: boolean;
  readonly is_secret: boolean;
  /** What people read instead of each value, by value and language tag; only of attributes with few, known values. */
  readonly value_language_dict?: LanguageDict;
  /** There may be values besides those of `value_language_dict`. */
  readonly has_other_values?: boolean;
}

/** A row of `wapi.object_type`. */
export interface ObjectTypeRow {
  readonly gpk: string;
  readonly system: string;
  readonly name: string;
  readonly fq_name: string;
  readonly is_view: boolean;
  readonly key_attribute_list: readonly string[];
  readonly title_attribute_list: readonly string[];
  readonly lang_attr_list: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeRow>>;
  readonly referencing_by_attribute: Readonly<
    Record<
      string,
      { readonly object_fq_name: string; readonly attribute: string; readonly reference_name: string }
    >
  >;
  readonly reference_names_by_attribute: Readonly<Record<string, readonly string[]>>;
  readonly language_dict: LanguageDict;
  readonly is_own: boolean;
}

export interface ParameterSide {
  readonly isRequired: boolean;
  readonly is_nullable: boolean;
  readonly data_default: Json;
}

/** A parameter in `wapi.function.parameters` (wire contract 5.3). */
export interface ParameterRow {
  readonly data_type: string;
  readonly description_global_scope: string;
  readonly description_sys_scope: string;
  readonly description_obj_type_scope: string;
  readonly description_detail: string;
  readonly old?: ParameterSide;
  readonly new?: ParameterSide;
  readonly language_dict: LanguageDict;
}

/** A row of `wapi.function`. */
export interface FunctionRow {
  readonly gpk: string;
  readonly system: string;
  readonly object_type: string;
  readonly name: string;
  readonly fq_name: string;
  readonly object_fq_name: string;
  readonly is_data_manipulating: boolean;
  readonly permission_list: readonly string[];
  /** Who besides holders of these permissions may; null: nobody. */
  readonly grant_rule: GrantRule | null;
  /** What those may set in an update. */
  readonly grant_attribute_list: readonly string[] | null;
  readonly parameters: Readonly<Record<string, ParameterRow>>;
  readonly language_dict: LanguageDict;
  readonly is_own: boolean;
}

/** A row of `wapi.data_type` (wire contract 5.4). */
export interface DataTypeRow {
  readonly gpk: string;
  readonly name: string;
  readonly json_name: "string" | "number" | "boolean" | "array" | "object" | "json";
  readonly format_literal: string | null;
  readonly text_length: number | null;
  readonly pattern: string | null;
  readonly part_pattern: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly is_array: boolean;
  readonly element_data_type: string | null;
  readonly language_dict: LanguageDict;
  readonly is_own: boolean;
}

/** A row of `wapi.reference`. `ref_object_fq_name` is `*` where any type can be meant. */
export interface ReferenceRow {
  readonly gpk: string;
  readonly name: string;
  readonly kind: "fkey" | "func";
  readonly object_fq_name: string;
  readonly attribute_list: readonly string[];
  readonly ref_object_fq_name: string;
  readonly ref_attribute_list: readonly string[];
  readonly is_default: boolean;
  readonly is_own: boolean;
}

/** Answer row of `GET wapi/object_type/metadata` (wire contract 5.1). */
export interface MetadataRow {
  readonly object_fq_name: string;
  readonly definition: ObjectTypeRow;
  readonly functions: readonly FunctionRow[];
  readonly references: readonly ReferenceRow[];
}
