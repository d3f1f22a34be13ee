import type { Row } from "#contract/wire/json";
import { str, type Facts } from "./facts.ts";
import type { Rights } from "./rights.ts";

/** Decides about one row. For create this is the future row, with the further parameters of the step beside its attributes. */
export type Rule = (who: Rights, row: Row, facts: Facts) => boolean;

/** The rights to one object type by wire contract 7. */
export interface Policy {
  /** Natural key. */
  readonly key: readonly string[];
  /** `meta`: every token; `all`: every account; `own`: own rows; a rule: own rows and those that it adds. */
  readonly read: "meta" | "all" | "own" | Rule;
  readonly own: Rule;
  /** Permissions besides `ro` and `rw` of the type that allow reading every row. */
  readonly readers?: readonly string[];
  /** Permission that replaces `rw`. */
  readonly writer?: string;
  /** Functions besides list. */
  readonly functions?: string;
  /** Nobody may write, not even holders of `rw`. */
  readonly isReadOnly?: true;
  readonly create?: Rule;
  readonly update?: { readonly may: Rule; readonly of: readonly string[] };
  readonly delete?: Rule;
  /** Checked on the row as it will be after an update or create. */
  readonly after?: Rule;
}

/** Permissions that show every row of a type, for types that are read like that type. */
export const readersOf = (type: string): readonly string[] =>
  ["ro", "rw"].map((word) => type.replace(".", `.${word}:`));

export const never: Rule = () => false;

export const either =
  (...rules: readonly Rule[]): Rule =>
  (who, row, facts) =>
    rules.some((rule) => rule(who, row, facts));

export const both =
  (...rules: readonly Rule[]): Rule =>
  (who, row, facts) =>
    rules.every((rule) => rule(who, row, facts));

/** The attribute contains the account in effect. */
export const isMe =
  (attribute: string): Rule =>
  ({ login }, row) =>
    row[attribute] === login;

/** The attribute contains one of the caller's own accounts. */
export const isMine =
  (attribute: string): Rule =>
  ({ accounts }, row) =>
    accounts.has(str(row, attribute));

export const administersUnit =
  (attribute: string): Rule =>
  ({ units }, row) =>
    units.has(str(row, attribute));

export const administersGroup =
  (attribute: string): Rule =>
  ({ groups }, row) =>
    groups.has(str(row, attribute));

export const ownsBcd =
  (attribute: string): Rule =>
  (who, row) =>
    who.ownsBcd(str(row, attribute));

export const ownsName =
  (attribute: string): Rule =>
  (who, row) =>
    row[attribute] !== null && who.ownsName(str(row, attribute));

/** A type whose rows belong to the owners of a BCD, which the attribute names. */
export const byBcd = (key: readonly string[], functions: string, attribute = "bcd"): Policy => ({
  key,
  own: ownsBcd(attribute),
  read: "own",
  functions,
});

/** A type that everybody reads and only holders of its `rw` write. */
export function common(key: readonly string[], functions = "CUD"): Policy {
  return { key, read: "all", own: never, functions };
}

/** A type about the server itself. */
export function meta(...key: readonly string[]): Policy {
  return { key, read: "meta", own: never, isReadOnly: true };
}
