import type { Why, WhyKey } from "./record-why.ts";

/** Why a value is refused; faults -20040/3 to /6 are named after it (wire contract 4.2). */
export type ValueProblem = "wrong_type" | "too_long" | "bad_format" | "out_of_range";

/** A value in canonical form, or the reason why it has none. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Refused;

/** Why a value has no canonical form; `length` is the counted length of a text that is too long, `why` what is wrong with data of a record. */
export interface Refused {
  readonly ok: false;
  readonly fault: ValueProblem;
  readonly length?: number;
  readonly why?: Why;
}

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refused(fault: ValueProblem): Refused {
  return { ok: false, fault };
}

/** Refuses data of a record for a reason that people are told. */
export function refusedFor(key: WhyKey, values: Why["values"] = {}): Refused {
  return { ok: false, fault: "bad_format", why: { key, values } };
}

export function refusedLength(length: number): Refused {
  return { ok: false, fault: "too_long", length };
}

/** The value, or the fault for a wrong format if it is null. */
export function parsedOr<T>(value: T | null): Parsed<T> {
  return value === null ? refused("bad_format") : parsed(value);
}
