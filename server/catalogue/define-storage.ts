import type { Json, Localised } from "#contract/wire/json";

/** How a database constraint is told as a fault (wire contract 4.2). */
export type ConstraintFault =
  | {
      readonly kind: "unique";
      readonly attributes: readonly string[];
      /** Values of all rows that the constraint compares. */
      readonly where?: Readonly<Record<string, Json>>;
    }
  | {
      readonly kind: "check";
      readonly rule: string;
      readonly attributes: readonly string[];
      /** What the rule wants; absent where a behaviour refuses by it too, so that its hint stands in `server/faults/rules.ts`. */
      readonly hint?: Localised;
    }
  | {
      readonly kind: "overlap";
      /** Attribute that the refusal names. */
      readonly attribute: string;
      /** SQL over two rows `a` and `b`: their ranges overlap. */
      readonly meets: string;
      /** SQL over `t`: the range as text. */
      readonly shown: string;
    };

export interface ConstraintSpec {
  /** What stands behind `constraint <name>`: `check (…)`, `unique (…)`, `exclude using gist (…)`. */
  readonly sql: string;
  readonly fault: ConstraintFault;
}

export interface StorageSpec {
  /** Columns that are not on the wire: name → SQL type with modifiers. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Bodies of `create index`, after `on <table>`: `using gin (value collate "POSIX" gin_trgm_ops)`; keys become index names. */
  readonly indexes?: Readonly<Record<string, string>>;
  readonly constraints?: Readonly<Record<string, ConstraintSpec>>;
  /** Functions, triggers and tables that others write, each statement repeatable (`create or replace …`), run after all tables exist. */
  readonly statements?: readonly string[];
}
