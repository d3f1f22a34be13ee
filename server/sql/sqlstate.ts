/** Meanings of PostgreSQL's SQLSTATEs for a call. Only this file knows the codes. */

/** The statement was cancelled or took too long. */
export const CANCELLED = "57014";

/** A lock was not granted within the time limit of the connection. */
export const NOT_LOCKED = "55P03";

/** Whether the transaction took effect is unknown. */
export const UNRESOLVED = "08007";

/** Other transactions waited for its locks. PostgreSQL has no code for that. */
export const YIELDED = "NP001";

/** An invalid argument; for the number of a transaction: it was not used yet. */
export const IN_FUTURE = "22023";

/** The role lacks a right. */
export const FORBIDDEN = "42501";

const BAD_REGEXP = "2201B";
/** Serialization failure (on a replica also: the primary removed rows that were being read) and deadlock. */
const UNORDERED: ReadonlySet<string> = new Set(["40001", "40P01"]);
/** Writes, and features that replicas lack (unlogged tables). */
const WRITES: ReadonlySet<string> = new Set(["25006", "0A000"]);

/** The snapshot of another transaction is unknown: its server is another one, or the transaction has ended. */
const OTHER_MOMENTS: ReadonlySet<string> = new Set(["22023", "55000", "0A000"]);

/** The text of this member of a PostgreSQL error; empty if there is none, and for other errors. */
export function toldBy(error: unknown, member: "code" | "constraint" | "detail"): string {
  const told: unknown = error instanceof Error ? Reflect.get(error, member) : undefined;
  return typeof told === "string" ? told : "";
}

export function isBadRegexp(code: string): boolean {
  return code === BAD_REGEXP;
}

/** Other statements interfered, so a repetition may succeed. */
export function isUnordered(code: string): boolean {
  return UNORDERED.has(code);
}

/** The transaction could not begin with the snapshot of another one. */
export function isOfOtherMoment(code: string): boolean {
  return OTHER_MOMENTS.has(code);
}

/** Only a primary can execute it: class 25 and missing features. */
export function isForPrimary(code: string): boolean {
  return WRITES.has(code);
}

/** A constraint refused the values: class 23. */
export function isOfConstraint(code: string): boolean {
  return code.startsWith("23");
}

/** The statement took too long, or waited too long for a lock. */
export function isGivenUp(code: string): boolean {
  return code === CANCELLED || code === NOT_LOCKED;
}

/** The database works, but all its connections are in use. */
export function isUsedUp(code: string): boolean {
  return code === "53300";
}

/** Troubles of the machine below the database. */
export type Trouble = "disk_full" | "out_of_memory" | "system_error";

/** The trouble of a code: classes 53 and 58, without used-up connections. */
export function troubleOf(code: string): Trouble | null {
  if (code === "53100") return "disk_full";
  if (code === "53200") return "out_of_memory";
  return /^(53|58)...$/.test(code) && !isUsedUp(code) ? "system_error" : null;
}

/** The database answers but lacks connections, memory or disk, or the system below it fails (classes 53 and 58). */
export function isTroubled(code: string): boolean {
  return /^(53|58)/.test(code);
}

/** The database is unreachable, starting, stopping or in trouble (classes 08, 53, 57P and 58), or a former primary that no longer writes. */
export function isUnavailable(code: string): boolean {
  return /^(08|53|57P0|58|25006)/.test(code);
}
