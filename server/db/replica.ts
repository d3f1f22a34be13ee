import { refuse } from "../faults.ts";
import { isForPrimary } from "../sql/sqlstate.ts";
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
