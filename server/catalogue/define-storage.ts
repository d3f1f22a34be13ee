import type { Json, Localised } from "#contract/wire/json";

/** The fault of a database constraint (wire contract 4.2). */
export type ConstraintFault =
  | {
      readonly kind: "unique";
      readonly attributes: readonly string[];
      readonly where?: Readonly<Record<string, Json>>;
    }
  | {
      readonly kind: "check";
      readonly rule: string;
      readonly attributes: readonly string[];
      /** Requirement of the rule; absent if a behaviour refuses by the same rule, whose hint is in `server/faults/rules.json`. */
      readonly hint?: Localised;
    }
  | {
      readonly kind: "overlap";
      readonly attribute: string;
      /** SQL over two rows `a` and `b`: their ranges overlap. */
      readonly meets: string;
      /** SQL over `t`: the range as text. */
      readonly shown: string;
    };

export interface ConstraintSpec {
  /** The text after `constraint <name>`: `check (…)`, `unique (…)`, `exclude using gist (…)`. */
  readonly sql: string;
  readonly fault: ConstraintFault;
}

export interface StorageSpec {
  /** Columns that the API does not show: name → SQL type with modifiers. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Columns with texts in which parts are searched: an index finds every part of three characters, `10.1` as well as `web`. */
  readonly searched?: readonly string[];
  /** Indexes: name → the text after `on <table>` in `create index`, `(zone, value, id)`. */
  readonly indexes?: Readonly<Record<string, string>>;
  readonly constraints?: Readonly<Record<string, ConstraintSpec>>;
  /** Functions, triggers and tables for other writers. Each statement is repeatable (`create or replace …`) and runs when all tables exist. */
  readonly statements?: readonly string[];
  /** Schemas of tables that `statements` make beside the object types. */
  readonly schemas?: readonly string[];
  /** Tables made by `statements` that are empty in a copy of the database, like types with `isOfInstance`. */
  readonly emptied?: readonly string[];
}

/**
 * A constraint whose violation is reported as the rule of this name; `sql` is its text. Without `hint`, the hint of the rule in
 * `server/faults/rules.json` is used.
 */
export function rule(
  name: string,
  attributes: readonly string[],
  sql: string,
  hint?: Localised,
): ConstraintSpec {
  return { sql, fault: { kind: "check", rule: name, attributes, ...(hint === undefined ? {} : { hint }) } };
}
