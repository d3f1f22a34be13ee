/** Why a value is refused; the names of the faults -20040/3 to /6 follow from it (wire contract 4.2). */
export type ValueProblem = "wrong_type" | "too_long" | "bad_format" | "out_of_range";

/** A value in its canonical form, or the reason why it has none. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Refused;

/** Why a value has no canonical form; `length` in characters of one that is too long, as it was counted. */
export interface Refused {
  readonly ok: false;
  readonly fault: ValueProblem;
  readonly length?: number;
}

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refused(fault: ValueProblem): Refused {
  return { ok: false, fault };
}

export function refusedLength(length: number): Refused {
  return { ok: false, fault: "too_long", length };
}

/** The value where there is one; a text without canonical form is a bad format. */
export function parsedOr<T>(value: T | null): Parsed<T> {
  return value === null ? refused("bad_format") : parsed(value);
}
