import { join } from "node:path";
import { wrongSql } from "./access/prove.ts";
import { loadCatalogue } from "./catalogue/load.ts";
import type { Catalogue } from "./catalogue/object-type.ts";
import type { Prove } from "./db/apply.ts";
import type { Database } from "./db/database.ts";
import { openDatabase, type DatabaseSettings } from "./db/open.ts";
import { readPlace, type Place } from "./http/settings.ts";
import { wrongViews } from "./services/copy/prove-views.ts";
import { describe } from "./wapi/describe/metadata.ts";
import { recordCreated } from "./wapi/write/by-system.ts";

export const ROOT = join(import.meta.dirname, "..");

/** The location of the database, from the settings of the environment. */
export function placeIn(env: Readonly<Record<string, string | undefined>>): Place {
  return readPlace(env, ROOT);
}

/** Mistakes in the SQL texts of these types. */
export const prove: Prove = async (tx, catalogue, types) => [
  ...(await wrongSql(tx, catalogue, types)),
  ...(await wrongViews(tx, catalogue, types)),
];

export interface Opened {
  readonly db: Database;
  readonly catalogue: Catalogue;
}

export interface OpenOptions extends Pick<DatabaseSettings, "onProgress" | "patience" | "beside" | "signal"> {
  /** Creates a trial for this catalogue that commits nothing. */
  readonly trialOf?: (catalogue: Catalogue) => DatabaseSettings["trial"];
}

/** Loads the object types and opens their database, with all checks of a start. Every command opens it in this way. */
export async function openProduct(
  { databaseUrl, dataFolder }: Place,
  { trialOf, ...options }: OpenOptions = {},
): Promise<Opened> {
  const catalogue = await loadCatalogue();
  const trial = trialOf?.(catalogue);
  const db = await openDatabase({
    ...(databaseUrl === null ? { folder: dataFolder } : { url: databaseUrl }),
    catalogue,
    metadata: describe(catalogue),
    prove,
    record: recordCreated,
    ...options,
    ...(trial === undefined ? {} : { trial }),
  });
  return { db, catalogue };
}
