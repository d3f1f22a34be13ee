import type { ValueSpec } from "../data-type.ts";
import type { ToAscii } from "../values/fqdn.ts";
import type { Json, Row } from "../wire/json.ts";
import type { Say } from "./texts.ts";

/** The running server, as far as a plan has to know what is there. */
export interface Source {
  /** Rows of one list step; a fault ends the import. */
  readonly list: (name: string, filters: Readonly<Record<string, Json>>) => Promise<readonly Row[]>;
}

/** What every import is planned with. */
export interface ImportJob {
  readonly client: Source;
  readonly toAscii: ToAscii;
  readonly say: Say;
  /** Whether what is not there yet is planned before the import, by its type and name. */
  readonly isPlanned?: (type: string, name: string) => boolean;
  /** What values of a data type look like; undefined for types that only have columns of others. */
  readonly valueSpec: (dataType: string) => ValueSpec | undefined;
}
