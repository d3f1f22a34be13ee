import type { GrantRule } from "../grant.ts";
import type { Json } from "./json.ts";
import type { SearchRow } from "./search.ts";

type LanguageDict = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What narrows the data type, or each element of a list; named as in `DataTypeRow`. */
export interface NarrowRow {
  readonly min?: number;
  readonly max?: number;
  readonly text_length?: number;
  readonly pattern?: string;
  /** Labels of the values, by value and language tag; only where there are a few known values. */
  readonly value_language_dict?: LanguageDict;
  /** Values other than those of `value_language_dict` are allowed. */
  readonly has_other_values?: boolean;
}

/** An attribute in `wapi.object_type.attributes` (wire contract 5.2). */
export interface AttributeRow extends NarrowRow {
  readonly data_type: string;
  readonly position: number;
  readonly is_key: boolean;
  readonly is_nullable: boolean;
  readonly is_computed: boolean;
  readonly is_create_only: boolean;
  readonly is_secret: boolean;
  /** Number that orders few rows: a field that refers to them offers all of them in this order. */
  readonly is_order?: boolean;
  /** Flag of rows that may be chosen for something new. */
  readonly is_offered?: boolean;
  /** Tells one object from others, unlike a kind that many share. */
  readonly is_designation?: boolean;
  /** A form asks for one line, although the data type allows many. */
  readonly is_one_line?: boolean;
  /** The server makes the text of other attributes of a new object, by the first form whose attributes all have values: `{parent}::{short_name}`. */
  readonly made_of?: readonly string[];
  /** The flag is true exactly while this other attribute has a value. */
  readonly is_given?: string;
  /** The number of objects of this type whose attribute names the row. */
  readonly counts?: { readonly object_fq_name: string; readonly attribute: string };
  /** Objects that the flag of a new object needs; a form asks for them and makes them together with it. */
  readonly asks?: AsksRow;
  /** The value is computed for short lists only, so no filter can use it. */
  readonly is_unfiltered?: boolean;
  /** Unit of the number, written after it. */
  readonly unit?: string;
  /** The attribute whose value is the type of a DNS record that decides the form of the text. */
  readonly form_by?: string;
  /** The text is an address, of this family, while another attribute has one of these values. */
  readonly address_by?: { readonly attribute: string; readonly families: Readonly<Record<string, 4 | 6>> };
  /** `name` and `description`, in metadata of one language. */
  readonly language_dict?: LanguageDict;
}

/** What a flag of a new object asks for: further objects, one for each value of a list (wire contract 5.2). */
export interface AsksRow {
  readonly object_fq_name: string;
  /** Two parameters of these objects: one gets the key of the new object, the other a value of the list. */
  readonly reference: string;
  readonly attribute: string;
  /** Their other parameters. */
  readonly new: Readonly<Record<string, string>>;
  /** What the values refer to. */
  readonly ref: RefRow;
  readonly language_dict: LanguageDict;
}

/** Attribute of an object type whose values are named. */
interface RefRow {
  readonly object_fq_name: string;
  readonly attribute: string;
}

/** What every row of the self-description has. */
interface DescribedRow {
  readonly gpk: string;
  readonly name: string;
  readonly is_own: boolean;
}

/** How changes of a type are taken back, as far as attributes and functions do not tell it (wire contract 5.2). */
export interface ReverseRow {
  /** A create without any of these is refused. */
  readonly one_of?: readonly string[];
  /** Only rows with a value in one of these can be deleted. */
  readonly deletable_with?: readonly string[];
  /** A link that is made and ends with an object that has a value in `where`. */
  readonly linked?: {
    readonly where: string;
    readonly link: string;
    readonly own: string;
    readonly other: string;
    /** The parameter of create with the other end. */
    readonly parameter: string;
  };
  /** Only the server makes rows with this flag. */
  readonly by_server?: string;
  /** For rights that only a holder can give: the turn in the order of giving, and the attribute with the receiver. */
  readonly given?: { readonly turn: number; readonly holder: string };
  /** An object that is created again gets something anew, which `language_dict` tells. */
  readonly is_renewed?: boolean;
}

/** The page of an object of the type (wire contract 5.2). */
export interface PageRow {
  /** Attributes of the head; null for all. */
  readonly head_list: readonly string[] | null;
  readonly tab_list: readonly PageTabRow[];
}

/** Objects that refer to the one of the page. */
export interface PageTabRow {
  readonly object_fq_name: string;
  /** Their attribute that refers to the object, and the name of this reference. */
  readonly attribute: string;
  readonly reference_name: string;
  /** Absent for the attributes that every list of the type has. */
  readonly column_list?: readonly string[];
  /** `name`: the title, if it is not the plural of the type. */
  readonly language_dict?: LanguageDict;
}

/** A row of `wapi.object_type`. */
export interface ObjectTypeRow extends DescribedRow {
  readonly system: string;
  readonly fq_name: string;
  readonly is_view: boolean;
  /** Personal settings: changes take effect at once, are not planned and have no entry in the change log. */
  readonly is_setting: boolean;
  /** False: nobody has own rows, and `is_own` of a list finds none. */
  readonly has_owners: boolean;
  readonly key_attribute_list: readonly string[];
  readonly title_attribute_list: readonly string[];
  readonly lang_attr_list: readonly string[];
  /** Types whose objects make the rows of a view; null for rows that stand for themselves. Servers of before do not tell. */
  readonly made_from_list?: readonly string[] | null;
  readonly attributes: Readonly<Record<string, AttributeRow>>;
  readonly referencing_by_attribute: Readonly<Record<string, RefRow & { readonly reference_name: string }>>;
  readonly reference_names_by_attribute: Readonly<Record<string, readonly string[]>>;
  /** Null if the global search looks for no rows of the type. */
  readonly search: SearchRow | null;
  /** Null for a type whose page follows from its references. Servers of before do not tell. */
  readonly page?: PageRow | null;
  /** Null for a type without rules of its own. Absent from servers of earlier releases. */
  readonly reverse?: ReverseRow | null;
  readonly language_dict: LanguageDict;
}

export interface ParameterSide {
  readonly isRequired: boolean;
  readonly is_nullable: boolean;
  readonly data_default: Json;
}

/** What a parameter of create says of an object that another one refers to: if it is missing, the step makes it (wire contract 5.3). */
export interface MakesRow {
  /** The parameter that refers to the object. */
  readonly reference: string;
  /** The attribute of the object that has the value. */
  readonly attribute: string;
  /** Values that make the object although the parameter is empty, by the value of another parameter. */
  readonly unasked?: { readonly by: string; readonly values: Readonly<Record<string, string>> };
  /** Value that a form gives if the parameter is empty and the reference matches the pattern. */
  readonly preset?: { readonly pattern: string; readonly value: string };
}

/** A parameter in `wapi.function.parameters` (wire contract 5.3). The limits of an attribute stand at the attribute only. */
export interface ParameterRow extends NarrowRow {
  readonly data_type: string;
  /** The attribute that the value refers to; for a list, each of its elements. */
  readonly ref?: RefRow;
  readonly makes?: MakesRow;
  /** A filter that has the name of an attribute, and finds other rows than those with this value. */
  readonly has_own_meaning?: boolean;
  /** German texts, absent in metadata of one language. */
  readonly description_global_scope?: string;
  readonly description_sys_scope?: string;
  readonly description_obj_type_scope?: string;
  readonly description_detail?: string;
  readonly old?: ParameterSide;
  readonly new?: ParameterSide;
  readonly language_dict: LanguageDict;
}

/** A row of `wapi.function`. */
export interface FunctionRow extends Pick<DescribedRow, "name">, Partial<Omit<DescribedRow, "name">> {
  /** These two, `gpk` and `is_own` are absent in metadata of one language. */
  readonly system?: string;
  readonly object_type?: string;
  readonly fq_name: string;
  readonly object_fq_name: string;
  readonly is_data_manipulating: boolean;
  readonly permission_list: readonly string[];
  /** Who may call the function without the permissions of `permission_list`; null: nobody. */
  readonly grant_rule: GrantRule | null;
  /** Attributes that accounts with the right from `grant_rule` may set in an update. */
  readonly grant_attribute_list: readonly string[] | null;
  readonly parameters: Readonly<Record<string, ParameterRow>>;
  readonly language_dict: LanguageDict;
}

/** A row of `wapi.data_type` (wire contract 5.4). */
export interface DataTypeRow extends DescribedRow {
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
}

/** A row of `wapi.reference`. `ref_object_fq_name` is `*` if it may refer to any type. */
export interface ReferenceRow extends DescribedRow {
  readonly kind: "fkey" | "func";
  readonly object_fq_name: string;
  readonly attribute_list: readonly string[];
  readonly ref_object_fq_name: string;
  readonly ref_attribute_list: readonly string[];
  readonly is_default: boolean;
}

/** Answer row of `GET wapi/object_type/metadata` (wire contract 5.1). */
export interface MetadataRow {
  readonly object_fq_name: string;
  readonly definition: ObjectTypeRow;
  readonly functions: readonly FunctionRow[];
  readonly references: readonly ReferenceRow[];
}
