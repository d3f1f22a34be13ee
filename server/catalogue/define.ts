import type { Json, Localised } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";
import type { DataTypeName } from "./data-types.ts";
import type { OwnRule, ReadRule, WriteRule } from "./define-rights.ts";
import type { RelationSpec } from "./define-relation.ts";
import type { AccountsSpec } from "./define-accounts.ts";
import type { FeedSpec } from "./define-feed.ts";
import type { StorageSpec } from "./define-storage.ts";

export { linkSql } from "./define-rights.ts";
export type {
  ActorSet,
  Assignable,
  Grant,
  NamedAssignment,
  OwnRule,
  ReadRule,
  TranslatedObject,
  WriteRule,
} from "./define-rights.ts";
export type { RelationSpec, RelationSql } from "./define-relation.ts";
export type { ConstraintFault, ConstraintSpec, StorageSpec } from "./define-storage.ts";

/** Foreign key behind an attribute: the column holds the id of the target, the wire shows its natural key or its gpk. */
export interface ReferenceSpec {
  readonly to: ObjectName;
  readonly by: "key" | "gpk";
  /** Column of this table that always holds the key of the target: read instead of a join, so that its indexes give the order. */
  readonly copied?: string;
  /** Only rows that the server writes refer to nothing: the column of this table that is read then, so that there is always a value. */
  readonly otherwise?: string;
  /** Very many rows refer to few objects (records to their type): a change of one is no news of the other. */
  readonly isApart?: true;
}

/** The value of an attribute (a stored one) of the object whose id stands in a column. */
export interface LookupSpec {
  readonly column: string;
  readonly to: ObjectName;
  readonly attribute: string;
  /** Value where there is none. */
  readonly otherwise?: number;
}

/** The number of rows of a type that refer to this row by a column. */
export interface CountSpec {
  readonly of: ObjectName;
  readonly by: string;
}

/** Least and greatest value of a number, where they are narrower than those of its data type. */
export interface BoundsSpec {
  readonly min: number;
  readonly max?: number;
}

/** One attribute of a row, marks as in wire contract 7.1. */
export interface AttributeSpec {
  readonly type: DataTypeName;
  readonly label: Localised;
  readonly help?: Localised;
  readonly nullable?: true;
  /** All values there are, each with what people read instead of it; the wire keeps the values. */
  readonly values?: Readonly<Record<string, Localised>>;
  /** Further values may be written; those of `values` are offered. */
  readonly hasOtherValues?: true;
  /** Numbers that may be written. */
  readonly bounds?: BoundsSpec;
  /** Default on create, in wire form. `{ sql }` is evaluated by the database at insert. */
  readonly default?: Json | { readonly sql: string };
  /** Mark `+`: in `new` of create only. */
  readonly createOnly?: true;
  readonly secret?: true;
  /** The canonical form of the text follows from this attribute, a record type. */
  readonly formBy?: string;
  /**
   * Mark `!`: SQL expression over the row alias `t`. Placeholders of the actor: {account} {token} {units} {groups} {bcds} {scopes}
   * {accounts} {roles} {permissions}. With `ref` it yields the id of the target, otherwise the value itself.
   */
  readonly computed?: string;
  /** Mark `!`, instead of `computed`: long lists join the other table once instead of asking it for each row. */
  readonly lookup?: LookupSpec;
  /** The same for a number of rows. */
  readonly counted?: CountSpec;
  /** SQL over `t` that is read instead of the column, where time alone changes what it says; written is the column. */
  readonly shown?: string;
  /** Mark `!`, but kept in a column of its own that only the server writes. */
  readonly serverWritten?: true;
  /** Column of the table holds the target's id; see `references` for keys of several attributes. */
  readonly ref?: ReferenceSpec;
  /** With `ref`: a list of references without order, kept in a table of its own. */
  readonly set?: true;
  /** Costly: null in lists of more rows; `computed` selects `id`, `value` for all ids of `{rows}` at once. */
  readonly upToRows?: number;
  /** Attribute shows a part of the key of the composite reference with this name. */
  readonly partOf?: string;
  /** The value depends on the reader: left out of the change log (wire contract 7.2). */
  readonly perReader?: true;
}

/** A parameter that is no attribute (`ou` of a new group). */
export interface ParameterSpec {
  readonly type: DataTypeName;
  readonly label: Localised;
  readonly help?: Localised;
  readonly nullable?: true;
  readonly required?: true;
  readonly default?: Json;
  readonly ref?: ReferenceSpec;
  /** True: the step makes a new secret. */
  readonly makesSecret?: true;
}

/** A filter with a meaning of its own; `{value}` stands for the normalised value, `t` for the row. Replaces the generic one of the same name. */
export interface FilterSpec extends ParameterSpec {
  readonly sql: string;
}

/** A reference of several attributes: `column` holds the id, the attributes show the parts of the target's key. */
export interface CompositeReference {
  readonly name: string;
  readonly column: string;
  readonly attributes: readonly string[];
  readonly to: ObjectName;
}

/** An object that rows need though no column holds it: it cannot be deleted while one of them is there. */
export interface NeedSpec {
  readonly to: ObjectName;
  /** Attributes that say which object it is. */
  readonly attributes: readonly string[];
  /** SQL over `t` that yields its id. */
  readonly id: string;
}

/** Tree over one foreign key to the type itself: a stored `path` of ids, root first, itself last. */
export interface HierarchySpec {
  readonly parent: string;
  /** Stored name made of the parts from the root. */
  readonly name?: { readonly attribute: string; readonly part: string; readonly separator: string };
}

export interface ViewSpec {
  /** `select` with a text column `id` and one column per attribute that is not computed. */
  readonly sql: string;
}

/**
 * A writing function that only this type has: `nd.p_port.connect`, `dns.record.imp`. From it follow its row of `wapi.function`, the parameters,
 * OpenAPI, the schema of a step, the single call and the checks of parameters, row, old values and rights. What it does stands under its name in
 * `functions` of the behaviour of the type (`<object>.behaviour.ts`), which gets all steps of a batch and puts the answered rows, none to
 * many, into `work.rows`. Two kinds:
 * - `row: true`: `old` names one row by natural key or gpk, every further member of it is an old value (wire contract 3.9). The row is locked and
 *   in `work.before`; who may is holders of `rw`, and whom `write.more` of the type names.
 * - without `row`: no `old`. Rights are those of the steps that it does on the way with `run.perform`; of its own it asks nothing.
 */
export interface ExtraFunctionSpec {
  /** The verb: `verbinden`, `connect`. */
  readonly label: Localised;
  readonly row?: true;
  /** Parameters in `new`; the id behind one with `ref` comes in `work.extras`. */
  readonly new?: Readonly<Record<string, ParameterSpec>>;
}

export interface FunctionsSpec {
  readonly create?: { readonly extra?: Readonly<Record<string, ParameterSpec>>; readonly makesSecret?: true };
  readonly update?: { readonly extra?: Readonly<Record<string, ParameterSpec>> };
  readonly delete?: Readonly<Record<never, never>>;
  /** Everything about one object type at once (wire contract 5.1). */
  readonly metadata?: Readonly<Record<never, never>>;
  /** Does a list of steps (wire contract 3); it is no step itself. */
  readonly execute?: Readonly<Record<never, never>>;
  /** How far a running call is (wire contract 3.12). */
  readonly progress?: Readonly<Record<never, never>>;
  /** Functions that only this type has, by name. */
  readonly more?: Readonly<Record<string, ExtraFunctionSpec>>;
}

export type Attributes = Readonly<Record<string, AttributeSpec>>;

/** Everything the product knows of one object type. Pure data; table, functions, filters, metadata, forms follow from it. */
export interface ObjectTypeSpec<A extends Attributes = Attributes> {
  readonly name: ObjectName;
  /** Prefix of the gpk: `bcd` in `bcd-9`. Unique over all types, letters only. */
  readonly gpk: string;
  readonly label: Localised;
  readonly description: Localised;
  /** In the order of display; `gpk` and `is_own` are added. */
  readonly attributes: A;
  readonly key: readonly ((keyof A & string) | "gpk")[];
  /** Values of an attribute in the order in which their rows come where no other is wanted. */
  readonly ranking?: { readonly attribute: keyof A & string; readonly values: readonly string[] };
  readonly title: readonly (keyof A & string)[];
  readonly languageAttributes?: readonly (keyof A & string)[];
  /**
   * Rows are translations of the object whose gpk stands in this attribute: own with it, and written by who may update it. What `own` and
   * `write` say of that follows from the types with `languageAttributes`.
   */
  readonly translates?: keyof A & string;
  readonly composite?: readonly CompositeReference[];
  readonly relations?: readonly RelationSpec[];
  readonly hierarchy?: HierarchySpec;
  /** Further unique sets of attributes besides the key. */
  readonly unique?: readonly (readonly (keyof A & string)[])[];
  readonly functions: FunctionsSpec;
  readonly filters?: Readonly<Record<string, FilterSpec>>;
  readonly own: OwnRule | null;
  readonly read: ReadRule;
  /** SQL over `t`: rows that every token reads, whatever the rule says. */
  readonly metaRows?: string;
  readonly write: WriteRule;
  /** Dependent row: goes with the objects these attributes refer to, each with a log entry, and never blocks. */
  readonly vanishesWith?: (keyof A & string) | readonly (keyof A & string)[];
  /** SQL over `t`: the row vanishes only while this holds; otherwise it keeps the object. */
  readonly vanishesWhile?: string;
  readonly needs?: readonly NeedSpec[];
  /** What a person keeps for the own comfort: the change log has nothing of it. */
  readonly isUnlogged?: true;
  /** Made together with the object this attribute refers to. */
  readonly madeWith?: keyof A & string;
  /**
   * Rights are computed from this table: a write raises `rights_epoch` and ends a batch. Steps that change permissions never share a batch, because
   * the next step may be decided by them.
   */
  readonly givesRights?: "objects" | "permissions";
  /**
   * `table` (default), `metadata` (a table written from the catalogue at start, text id), a view, rows the executor makes itself, `literal`: the
   * rows are those of the parameter `_dict_list`, or `generated`: networks found free for the parameters.
   */
  readonly source?: "table" | "metadata" | "objects" | "literal" | "generated" | ViewSpec;
  readonly storage?: StorageSpec;
  readonly feed?: FeedSpec;
  /** Statement that removes some of what is over; it runs every minute, in several processes at once. */
  readonly sweep?: string;
  /** Rows belong to one instance: a copy of its database begins without them. */
  readonly isOfInstance?: true;
  /** Rows are the tokens that calls are sent with. */
  readonly accounts?: AccountsSpec;
  /** All rows of a metadata type: the permissions that definitions bring with them, or the attributes that have translations. */
  readonly describes?: "permissions" | "translated attributes";
  /** All rows of a metadata type that does not follow from other definitions; `id` is the text behind the gpk, a language attribute has `{de, en}`. */
  readonly rows?: readonly Readonly<Record<string, Json>>[];
}

/** Checks a definition against its own attributes: a key or title that names none of them does not compile. */
export function defineObjectType<const A extends Attributes>(spec: ObjectTypeSpec<A>): ObjectTypeSpec;
export function defineObjectType(spec: ObjectTypeSpec): ObjectTypeSpec {
  return spec;
}
