import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRoot, UNPRIVILEGED } from "./binaries.ts";

/** Files and folders that PostgreSQL has in every data folder. Some are empty, and some copy programs omit these. */
const PARTS = [
  "PG_VERSION",
  "base",
  "global/pg_control",
  "pg_commit_ts",
  "pg_dynshmem",
  "pg_logical/mappings",
  "pg_logical/snapshots",
  "pg_multixact/members",
  "pg_multixact/offsets",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_tblspc",
  "pg_twophase",
  "pg_wal",
  "pg_xact",
  "postgresql.conf",
];

/** Refuses a data folder that is incomplete, or that belongs to another user than the one PostgreSQL will run as. */
export function refuseUnfit(data: string): void {
  const missing = PARTS.filter((part) => !existsSync(join(data, part)));
  if (missing.length > 0)
    throw new Error(
      `The database in ${data} is not whole: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing. Copy the folder again from a stopped server, with empty folders, or restore a backup ("npm run restore").`,
    );
  const user = isRoot ? UNPRIVILEGED : process.getuid?.();
  const { uid } = statSync(data);
  if (user !== undefined && uid !== user)
    throw new Error(
      `The database in ${data} belongs to user ${String(uid)}, and PostgreSQL would run as user ${String(user)}. Run this as the user of the server, or give the folder to that one ("chown -R").`,
    );
}
