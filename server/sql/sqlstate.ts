/** What an SQLSTATE of PostgreSQL means for a call. The only place that knows the codes. */

/** The statement was ended from outside or took too long. */
export const CANCELLED = "57014";

const BAD_REGEXP = "2201B";
/** Serialization failure (on a replica also: the primary removed what was being read) and deadlock. */
const UNORDERED: ReadonlySet<string> = new Set(["40001", "40P01"]);
/** A statement that writes, and one that asks for what replicas do not get (unlogged tables). */
const WRITES: ReadonlySet<string> = new Set(["25006", "0A000"]);

/** A regular expression that PostgreSQL does not take. */
export function isBadRegexp(code: string): boolean {
  return code === BAD_REGEXP;
}

/** Statements of others came between: the same work may succeed on its next run. */
export function isUnordered(code: string): boolean {
  return UNORDERED.has(code);
}

/** A replica cannot do it: class 25 and features that need a primary. */
export function isForPrimary(code: string): boolean {
  return WRITES.has(code);
}

/** A constraint does not let the values in: class 23. */
export function isOfConstraint(code: string): boolean {
  return code.startsWith("23");
}

/** The database is away, starting, stopping or full: classes 08, 53 and 57P. */
export function isUnavailable(code: string): boolean {
  return /^(08|53|57P0)/.test(code);
}
