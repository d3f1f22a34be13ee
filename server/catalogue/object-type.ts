import type { ObjectName } from "#contract/wire/step";
import type { AccountsSpec } from "./define-accounts.ts";
import type { AttributeSpec, CompositeReference, ObjectTypeSpec } from "./define.ts";
import type { DataType } from "./data-types.ts";

/** A foreign key (`fkey`, column of the table) or a reference of a computed attribute, usable in joins from both sides. */
export interface Reference {
  /** `api_fkey_nd_ip_subnet_bcd` (wire contract 3.4). */
  readonly name: string;
  readonly from: ObjectName;
  readonly attributes: readonly string[];
  readonly to: ObjectName;
  readonly toAttributes: readonly string[];
  /** SQL over the row alias `t` that yields the id of the target. */
  readonly idSql: string;
  /** The table with a set of references (`row_id`, `target_id`); `idSql` is empty then. */
  readonly links?: string;
  /** False for references of computed attributes, which exist only for joins. */
  readonly isEnforced: boolean;
}

export interface Attribute extends AttributeSpec {
  readonly name: string;
  readonly position: number;
  readonly dataType: DataType;
  /** The data type, narrowed to the values that may be written. */
  readonly written: DataType;
  readonly isKey: boolean;
  /** In `new` of create. */
  readonly isWritable: boolean;
}

/** A definition with everything derived from it, resolved at start. */
export interface ObjectType {
  readonly name: ObjectName;
  readonly system: string;
  readonly object: string;
  readonly spec: ObjectTypeSpec;
  /** Behaviour of the type beyond its definition; only server/wapi/behaviour.ts knows its members. */
  readonly behaviour: object | null;
  /** The file of a type of the site, which only the server checks; null for types of the product. */
  readonly siteFile: string | null;
  /** Quoted and schema-qualified: `"nd"."bcd"`. */
  readonly table: string;
  readonly idType: "bigint" | "text";
  /** All attributes in display order, from `gpk` to `is_own`. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly references: readonly Reference[];
  /** Enforced references of all types to this one. */
  readonly referencedBy: readonly Reference[];
  readonly operations: ReadonlySet<string>;
}

/** Throws on an unknown name. Names come from definitions and from the server. */
export function attributeOf(type: ObjectType, name: string): Attribute {
  const attribute = type.attributes.get(name);
  if (attribute === undefined) throw new Error(`${type.name} has no attribute ${name}`);
  return attribute;
}

/** Names of the attributes that are secrets. */
export function secretNames({ attributes }: ObjectType): readonly string[] {
  return [...attributes.values()].filter(({ secret }) => secret === true).map(({ name }) => name);
}

/** Names of the attributes that are not secrets. */
export function toldNames({ attributes }: ObjectType): readonly string[] {
  return [...attributes.values()].filter(({ secret }) => secret !== true).map(({ name }) => name);
}

/** Throws on an unknown name, like `attributeOf`. */
export function compositeOf({ name, spec }: ObjectType, reference: string | undefined): CompositeReference {
  const composite = spec.composite?.find((one) => one.name === reference);
  if (composite === undefined) throw new Error(`${name} has no reference ${reference ?? ""}`);
  return composite;
}

export interface Catalogue {
  readonly types: ReadonlyMap<string, ObjectType>;
  readonly byGpkPrefix: ReadonlyMap<string, ObjectType>;
  /** The type whose rows translate other objects, or null. */
  readonly translations: ObjectType | null;
  /** Statements of the type of tokens; throws without one. */
  readonly accounts: AccountsSpec;
  /** Folder of the types of this site, or null. */
  readonly siteFolder: string | null;
  /** Throws on an unknown name. Names were written by the server itself. */
  type(name: string): ObjectType;
}
