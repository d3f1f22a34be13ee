import type { Json, Localised } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";
import type { DataTypeName } from "./data-types.ts";
import type { OwnRule, ReadRule, WriteRule } from "./define-rights.ts";
import type { AccountsSpec } from "./define-accounts.ts";
import type { AsksRow, MakesRow } from "#contract/wire/metadata";
import type { NarrowSpec } from "./define-narrow.ts";
import type { FeedSpec } from "./define-feed.ts";
import type { PageSpec } from "./define-page.ts";
import type { ReverseSpec } from "./define-reverse.ts";
import type { SearchSpec } from "./define-search.ts";
import type { ServiceSpec } from "./define-service.ts";
import type { CompositeReference, RelationSpec } from "./define-relation.ts";
import type { StorageSpec } from "./define-storage.ts";

export * from "./define-relation.ts";
export * from "./define-rights.ts";
export * from "./define-storage.ts";
export type { SearchSpec } from "./define-search.ts";

/** Foreign key behind an attribute: the column holds the id of the target, the wire shows its natural key or its gpk. */
export interface ReferenceSpec {
  readonly to: ObjectName;
  /** The natural key by default. */
  readonly by?: "key" | "gpk";
  /** Column of this table that always holds the key of the target, read instead of a join so that its indexes give the order. */
  readonly copied?: string;
  /** Column that is read if the reference is empty, which is possible only in rows written by the server. So the value is never null. */
  readonly otherwise?: string;
  /** Very many rows refer to few objects (records to their type), so a change of a row does not count as a change of the object. */
  readonly isApart?: true;
}

/** A stored attribute of the object whose id is in a column. */
export interface LookupSpec {
  readonly column: string;
  readonly to: ObjectName;
  readonly attribute: string;
  /** Value without such an object. */
  readonly otherwise?: number;
  /** The attribute that shows the key of the same object by the same column, so that long lists join its table once for both. */
  readonly shares?: string;
}

/** The number of rows of a type that refer to this row by a column. */
export interface CountSpec {
  readonly of: ObjectName;
  readonly by: string;
}

/** One attribute of a row, with the marks of wire contract 7.1. */
export interface AttributeSpec extends NarrowSpec {
  readonly type: DataTypeName;
  readonly label: Localised;
  readonly help?: Localised;
  readonly nullable?: true;
  /** Default on create, in wire form. The database evaluates `{ sql }` at insert. */
  readonly default?: Json | { readonly sql: string };
  /** Mark `+`: only in `new` of create. */
  readonly createOnly?: true;
  readonly secret?: true;
  /** The attribute with the record type that decides the canonical form of this text. */
  readonly formBy?: string;
  /** Number that orders the rows of a small table. A field that refers to them offers all of them in this order. */
  readonly isOrder?: true;
  /** Flag of rows that may be chosen for something new. */
  readonly isOffered?: true;
  /** The value distinguishes one object from others, unlike a kind that many objects share. */
  readonly isDesignation?: true;
  /** A form asks for one line, although the data type allows many. */
  readonly isOneLine?: true;
  /**
   * How the server makes the text of other attributes of a new object. `{attribute}` stands for a value; the first form whose attributes all have
   * values is used.
   */
  readonly madeOf?: readonly string[];
  /** The flag is true exactly while the other attribute has a value. */
  readonly isGiven?: string;
  /** A form of a new object asks for further objects, which are required while this flag is true. */
  readonly asks?: AsksRow;
  /** Unit of the number, written after it: Mbit/s. */
  readonly unit?: string;
  /** The text is an address of this IP version while another attribute has one of these values. */
  readonly addressBy?: { readonly attribute: string; readonly families: Readonly<Record<string, 4 | 6>> };
  /**
   * Mark `!`: SQL over the row alias `t`. Placeholders of the actor: {account} {token} {units} {groups} {bcds} {scopes} {accounts} {roles}
   * {permissions}. With `ref` it yields the id of the target, otherwise the value itself.
   */
  readonly computed?: string;
  /** Mark `!`, instead of `computed`: long lists join the other table once instead of a look-up for each row. */
  readonly lookup?: LookupSpec;
  /** Like `lookup`, for a number of rows. */
  readonly counted?: CountSpec;
  /** SQL over `t` shown instead of the column when the value depends on the time. Writes go to the column. */
  readonly shown?: string;
  /** Mark `!`, but stored in a column that only the server writes. */
  readonly serverWritten?: true;
  /** A column of the table holds the id of the target; see `references` for keys of several attributes. */
  readonly ref?: ReferenceSpec;
  /** With `ref`: an unordered list of references in a table of links. */
  readonly set?: true;
  /** Costly value: null in lists with more rows; `computed` selects `id`, `value` for all ids of `{rows}` at once. */
  readonly upToRows?: number;
  /** Name of the composite reference whose key this attribute is a part of. */
  readonly partOf?: string;
  /** The value depends on the reader, so the change log omits it (wire contract 7.2). */
  readonly perReader?: true;
}

/** An attribute as it is written in a definition. A reference has by default the type and label of its target, and a count is an integer. */
export type GivenAttribute =
  | AttributeSpec
  | (Partial<AttributeSpec> & { readonly ref: ReferenceSpec })
  | (Omit<AttributeSpec, "type"> & { readonly type?: "integer"; readonly counted: CountSpec });

/** A parameter that is not an attribute (`ou` of a new group). */
export interface ParameterSpec extends NarrowSpec {
  readonly type: DataTypeName;
  readonly label: Localised;
  readonly help?: Localised;
  readonly nullable?: true;
  readonly required?: true;
  readonly default?: Json;
  readonly ref?: ReferenceSpec;
  /** Type of which the value, or each element of a list, is a key. Unlike `ref` it looks up no object, so the object may be missing. */
  readonly names?: ObjectName;
  /** True if the step makes a new secret. */
  readonly makesSecret?: true;
  /** The value belongs to an object that another parameter refers to: if the object is missing, the step makes it. */
  readonly makes?: MakesRow;
}

/** A filter of this type that replaces the generic one of the same name; `{value}` is the normalised value, `t` the row. */
export interface FilterSpec extends ParameterSpec {
  readonly sql: string;
}

/** An object that rows need without a column for it. It cannot be deleted while such a row exists. */
export interface NeedSpec {
  readonly to: ObjectName;
  /** Attributes that identify the object. */
  readonly attributes: readonly string[];
  readonly id: string;
}

/** Tree by a foreign key of the type to itself; `path` stores the ids from the root to the row. It adds `hierarchy_gfk_list` and its relations. */
export interface HierarchySpec {
  readonly parent: string;
  /** Stored name, joined from the parts of all levels. */
  readonly name?: { readonly attribute: string; readonly part: string; readonly separator: string };
}

export interface ViewSpec {
  /** `select` with a text column `id` and one column for each attribute that is not computed. */
  readonly sql: string;
  /** PostgreSQL reads a page of it in the same way for every search, so the statement of a search is planned once. */
  readonly hasSteadyPlan?: true;
}

/**
 * A writing function of one type: `nd.p_port.connect`. Its metadata, OpenAPI, step schema, single call and checks are derived from the definition. The
 * code is the member of the same name in `functions` of the behaviour; it gets all steps of a batch and sets the answered rows in `work.rows`.
 */
export interface ExtraFunctionSpec {
  /** A verb: `verbinden`, `connect`. */
  readonly label: Localised;
  /**
   * `old` names one row by natural key or gpk, its other members are old values (wire contract 3.9). The locked row is `work.before`. Holders of `rw`, and
   * accounts that `write.more` allows, may call it. Without `row` there is no `old`, and the rights of the steps that `run.perform` executes are needed.
   */
  readonly row?: true;
  /** Parameters in `new`; `work.extras` has the id behind a parameter with `ref`. */
  readonly new?: Readonly<Record<string, ParameterSpec>>;
}

export interface FunctionsSpec {
  readonly create?: { readonly extra?: Readonly<Record<string, ParameterSpec>>; readonly makesSecret?: true };
  readonly update?: { readonly extra?: Readonly<Record<string, ParameterSpec>> };
  readonly delete?: Readonly<Record<never, never>>;
  /** Metadata of one object type in one answer (wire contract 5.1). */
  readonly metadata?: Readonly<Record<never, never>>;
  /** Executes a list of steps (wire contract 3) and is never a step itself. */
  readonly execute?: Readonly<Record<never, never>>;
  /** Progress of a running call (wire contract 3.12). */
  readonly progress?: Readonly<Record<never, never>>;
  /** Functions of this type only, by name. */
  readonly more?: Readonly<Record<string, ExtraFunctionSpec>>;
}

export type Attributes = Readonly<Record<string, AttributeSpec>>;

/** What the system of types is called: the first part of their names. */
export interface SystemSpec {
  readonly label: Localised;
  /** Module of portals that shows objects of the system (wire contract 6.2). Modules stand in the order of their ranks. */
  readonly module?: { readonly name: string; readonly rank: number };
}

/** All facts about one object type, as data. Table, functions, filters, metadata and forms are derived from it. */
export interface ObjectTypeSpec<A extends Readonly<Record<string, GivenAttribute>> = Attributes> {
  readonly name: ObjectName;
  /** Prefix of the gpk: `bcd` in `bcd-9`. Unique, letters only. */
  readonly gpk: string;
  readonly label: Localised;
  /** One type of a system says this for all types of the system. */
  readonly system?: SystemSpec;
  /** Name of several objects: `DNS records`. */
  readonly plural?: Localised;
  readonly description: Localised;
  /** In display order, without `gpk` and `is_own`, which are added. */
  readonly attributes: A;
  readonly key: readonly ((keyof A & string) | "gpk")[];
  /** Default order of rows by the values of an attribute. */
  readonly ranking?: { readonly attribute: keyof A & string; readonly values: readonly string[] };
  readonly title: readonly (keyof A & string)[];
  readonly languageAttributes?: readonly (keyof A & string)[];
  /** The attribute with the gpk of the object that a row translates. `own` and `write` follow from the types with `languageAttributes`. */
  readonly translates?: keyof A & string;
  readonly composite?: readonly CompositeReference[];
  readonly relations?: readonly RelationSpec[];
  readonly hierarchy?: HierarchySpec;
  /** Unique sets of attributes besides the key. */
  readonly unique?: readonly (readonly (keyof A & string)[])[];
  readonly functions: FunctionsSpec;
  readonly filters?: Readonly<Record<string, FilterSpec>>;
  readonly own: OwnRule | null;
  readonly read: ReadRule;
  /** SQL over `t`: rows that every token may read. */
  readonly metaRows?: string;
  readonly write: WriteRule;
  /** The row is deleted together with the objects that these attributes refer to, with a log entry, and never blocks their deletion. */
  readonly vanishesWith?: (keyof A & string) | readonly (keyof A & string)[];
  /** SQL over `t`: `vanishesWith` applies only to rows that satisfy it, and all other rows block the deletion. */
  readonly vanishesWhile?: string;
  readonly needs?: readonly NeedSpec[];
  /** Personal settings: the portal applies them at once, and the change log omits them. */
  readonly isUnlogged?: true;
  /** The attribute with the object that this row is created together with. */
  readonly madeWith?: keyof A & string;
  /**
   * Rights are computed from this table, so a write to it raises `rights_epoch` and ends a batch. Steps that change permissions never share a batch,
   * because they may decide the next step.
   */
  readonly givesRights?: "objects" | "permissions";
  /**
   * Steps that remove access and that every call reads again: updates of these attributes alone, and deletions. They need no lock on the rights, and
   * other calls yield to them.
   */
  readonly takesAccess?: { readonly update?: readonly (keyof A & string)[]; readonly delete?: true };
  /**
   * Where rows come from. `table` (default); `metadata`: a table that is filled from the catalogue at the start, with text ids; a view; `objects`:
   * rows that the executor makes; `literal`: the parameter `_dict_list`; `generated`: free networks for the parameters.
   */
  readonly source?: "table" | "metadata" | "objects" | "literal" | "generated" | ViewSpec;
  readonly storage?: StorageSpec;
  readonly feed?: FeedSpec;
  readonly search?: SearchSpec;
  readonly page?: PageSpec;
  readonly reverse?: ReverseSpec;
  readonly service?: ServiceSpec;
  /** Statement that deletes some expired rows or recounts some. Several processes execute it every minute. */
  readonly sweep?: string;
  /** In a copy of the database the table is empty. */
  readonly isOfInstance?: true;
  /** Set only for the type of tokens. */
  readonly accounts?: AccountsSpec;
  /** A metadata type whose rows are the permissions, or the translatable attributes, of all definitions. */
  readonly describes?: "permissions" | "translated attributes";
  /** All rows of a metadata type that come from no definition. `id` is the text behind the gpk, and a language attribute has `{de, en}`. */
  readonly rows?: readonly Readonly<Record<string, Json>>[];
  /**
   * Pattern of the ids of further rows of a metadata type, which are created together with objects. They are kept when the metadata are written
   * again.
   */
  readonly broughtRows?: string;
}

export type Specs = ReadonlyMap<string, ObjectTypeSpec>;

type Defaulted = "title" | "functions" | "own" | "write";

/**
 * An object type as its file defines it. Without `title` the key is the title. Without `own` no account has own rows. Without `functions` rows of a
 * table can be created and deleted, and also updated unless all attributes are given at the creation. Only holders of `rw` write rows unless `write`
 * allows others. An attribute that no function writes is written by the server only.
 */
export type Definition<
  A extends Readonly<Record<string, GivenAttribute>> = Readonly<Record<string, GivenAttribute>>,
> = Omit<ObjectTypeSpec<A>, Defaulted> & Partial<Pick<ObjectTypeSpec<A>, Defaulted>>;

/** Checks a definition against its own attributes: a key or title with an unknown name does not compile. */
export function defineObjectType<const A extends Readonly<Record<string, GivenAttribute>>>(
  definition: Definition<A>,
): Definition;
export function defineObjectType(definition: Definition): Definition {
  return definition;
}
