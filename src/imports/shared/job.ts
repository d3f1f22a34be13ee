import type { ValueSpec } from "#contract/data-type";
import type { ToAscii } from "#contract/values/fqdn";
import type { Json, Row } from "#contract/wire/json";
import type { Say } from "./texts.ts";

/** The part of the running server that a plan uses to look up existing objects. */
export interface Source {
  /** Rows of one list step; a fault ends the import. */
  readonly list: (name: string, filters: Readonly<Record<string, Json>>) => Promise<readonly Row[]>;
}

/** The context for planning an import. */
export interface ImportJob {
  readonly client: Source;
  readonly toAscii: ToAscii;
  readonly say: Say;
  /** True if an object with this type and name does not exist yet, but is planned before the import. */
  readonly isPlanned?: (type: string, name: string) => boolean;
  /** Description of the values of a data type; undefined for types that only have columns of others. */
  readonly valueSpec: (dataType: string) => ValueSpec | undefined;
}
