import type pg from "pg";
import type { StatementNames } from "./statement-names.ts";

/** A statement as the driver takes it. `given`: its name, or `true` for a name if it turns out to be frequent. */
export function statement(
  names: StatementNames,
  sql: string,
  params?: readonly unknown[],
  given?: string | true,
): pg.QueryConfig {
  const name = given === true ? names.of(sql) : given;
  if (typeof given === "string") names.given(given, sql);
  return {
    text: sql,
    ...(params === undefined ? {} : { values: [...params] }),
    ...(name === undefined ? {} : { name }),
  };
}

export function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}
