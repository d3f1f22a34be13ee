import { refuse } from "../faults.ts";
import { isForPrimary } from "../sql/sqlstate.ts";
import { createBridge, type Bridge } from "./bridge.ts";
import type { Database, Query } from "./database.ts";
import { repeated, sqlStateOf } from "./pool.ts";

export async function isStandby(query: Query): Promise<boolean> {
  const [row] = await query.query<{ is_standby: boolean }>("select pg_is_in_recovery() as is_standby");
  return row?.is_standby === true;
}

/** The database of a replica: reads are answered, writes refused as in access mode `ro`. */
export function asReplica(db: Database): Database {
  return {
    ...db,
    isReplica: true,
    ...reading(db),
    reserved: reading(db.reserved),
    until: (signal) => reading(db.until(signal)),
    async transaction(options, work) {
      if (options.mode === "read write") throw refused();
      return db.transaction(options, work);
    },
  };
}

/** In ms. A standby that was chosen as primary is promoted within this time. */
const PROMOTED_MS = 3_000;

/**
 * The database of a primary. A standby that was chosen as the next primary refuses writes until it is promoted. Nothing has happened then, so the
 * call waits.
 */
export function asPrimary(db: Database): Database {
  const bridge = createBridge((error) => isForPrimary(sqlStateOf(error) ?? ""), PROMOTED_MS);
  return {
    ...db,
    ...bridged(db, bridge),
    reserved: bridged(db.reserved, bridge),
    transaction: (options, work) =>
      options.mode === "read only"
        ? db.transaction(options, work)
        : bridge(() => db.transaction(options, work)),
  };
}

function bridged(source: Query, bridge: Bridge): Query {
  return {
    query: <R extends object>(sql: string, params?: readonly unknown[], name?: string | true) =>
      bridge(() => source.query<R>(sql, params, name)),
  };
}

function reading(source: Query): Query {
  return {
    query: <R extends object>(sql: string, params?: readonly unknown[], name?: string | true) =>
      repeated(async () => {
        try {
          return await source.query<R>(sql, params, name);
        } catch (error) {
          throw isForPrimary(sqlStateOf(error) ?? "") ? refused() : error;
        }
      }),
  };
}

function refused(): Error {
  return refuse("read_only", { access_mode: "ro" });
}
