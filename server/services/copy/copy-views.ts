import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database, Query } from "../../db/database.ts";
import { quoted } from "../../sql/bind.ts";

/** Options of transactions that make a copy. */
export const COPYING = { mode: "read write", statementTimeout: 3_600_000 } as const;

/** Makes the views of all services again, in a copy or in the database itself. Answers missing roles, which cannot read the views yet. */
export async function makeViews(db: Database, catalogue: Catalogue): Promise<readonly string[]> {
  const missing: string[] = [];
  await db.transaction(COPYING, async (tx) => {
    for (const { spec } of catalogue.types.values()) {
      const { reader, views = [] } = spec.service ?? {};
      if (reader === undefined) continue;
      await tx.query(`drop schema if exists ${quoted(reader)} cascade`);
      await tx.query(`create schema ${quoted(reader)}`);
      for (const sql of views) await tx.query(sql);
      if (!(await grantTo(tx, reader))) missing.push(reader);
    }
  });
  return missing;
}

/** The role of a service can read only its views, which read the tables. */
async function grantTo(tx: Query, role: string): Promise<boolean> {
  const found = await tx.query("select from pg_roles where rolname = $1", [role]);
  if (found.length === 0) return false;
  const name = quoted(role);
  await tx.query(`grant usage on schema ${name} to ${name}`);
  await tx.query(`grant select on all tables in schema ${name} to ${name}`);
  return true;
}
