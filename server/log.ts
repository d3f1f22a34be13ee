import { toldError, type ToldError } from "./log/told-error.ts";

export type Level = "info" | "warn" | "error";

/** Members of a log line besides its sentence. Only these members exist, so no caller can log a value of a call. */
export interface Facts {
  /** `error` with an error, `info` without. */
  readonly level?: Level;
  /** It is logged without values (`toldError`). */
  readonly error?: unknown;
  /** An error that another thread has already described. */
  readonly told?: ToldError | null;
  /** Number of a bug, which the person sees too. */
  readonly incident?: string;
}

/** Writes a line for the operator: a sentence in English without any token, password, key or value of a call. */
export type Log = (text: string, facts?: Facts) => void;

/** A line in written form, or in the form in which a thread sends it to the writing one. */
export interface Line {
  readonly level: Level;
  readonly text: string;
  readonly incident: string | null;
  readonly error: ToldError | null;
}

/** Arguments of a call of `Log`, as plain data. */
export function lineOf(text: string, facts: Facts = {}): Line {
  const { error, told = error === undefined ? null : toldError(error), level, incident = null } = facts;
  return { level: level ?? (told === null ? "info" : "error"), text, incident, error: told };
}

/** A log whose lines go to `write`. */
export function createLog(write: (line: Line) => void): Log {
  return (text, facts) => {
    write(lineOf(text, facts));
  };
}

/** An error of PostgreSQL with only its SQLSTATE. */
export function ofDatabase(code: string): ToldError {
  return { name: "error", code, message: "", about: "", stack: [] };
}

/** Writes a line of another thread. */
export function forward(log: Log, { text, level, error, incident }: Line): void {
  log(text, { level, told: error, ...(incident === null ? {} : { incident }) });
}

/** A line for people: its sentence, then a description of the error. */
export function readable({ text, error, incident }: Line): string {
  const named = incident === null ? text : `incident ${incident}: ${text}`;
  if (error === null) return named;
  const { name, code, message, about, stack } = error;
  const words = [name, code ?? "", message, about].filter((part) => part !== "").join(" ");
  return [`${named}: ${words}`, ...stack].join("\n    ");
}
