import { createHash } from "node:crypto";
import type { Json } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import { LOCKS } from "../catalogue/locks.ts";
import { definitionOf } from "../sql/ddl.ts";
import type { Definition } from "../sql/ddl.ts";
import { changeOf } from "../sql/ddl-change.ts";
import type { Database, Query } from "./database.ts";
import { writeMetadata } from "./metadata.ts";
import { readMigrations, withChanges } from "./migrations.ts";
import type { Migration } from "./migrations.ts";
import { TOOL_TABLES } from "./tool-tables.ts";

/** Rows of the types that describe the catalogue itself, by object type, and what tells that they changed. */
export interface Metadata {
  readonly hash: string;
  readonly rows: Rows;
  /** Rows that tell the number of the metadata: it grows with each of their changes. */
  readonly numbered: (number: number) => Rows;
}

type Rows = Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>;

/**
 * Kept beside the object types: what was applied, passwords of the demo modes, the counter of rights, progress of calls,
 * counted attempts, sign-ins under way.
 */
const OWN_TABLES = [
  "create extension if not exists pg_trgm",
  "create extension if not exists btree_gist",
  "create schema if not exists netportal",
  `create table if not exists netportal.definition (one boolean primary key default true check (one), hash text not null,
     definition json not null, metadata_hash text)`,
  "alter table netportal.definition add column if not exists metadata_number int not null default 0",
  `create table if not exists netportal.migration (number int primary key, name text not null, applied timestamptz not null default now())`,
  "create schema if not exists cntl",
  "create table if not exists cntl.password (login_name text primary key, password_hash text not null)",
  "create schema if not exists wapi",
  `create table if not exists wapi.rights_epoch (one boolean primary key default true check (one), epoch bigint not null default 1)`,
  "insert into wapi.rights_epoch default values on conflict do nothing",
  `create table if not exists netportal.progress (token bigint not null, call_id text not null, state text not null,
     step_count int not null, step_done int not null, kept_until timestamptz not null, primary key (token, call_id))`,
  "alter table netportal.progress add column if not exists runner bigint",
  `create table if not exists netportal.attempt (kind text not null, subject text not null, times timestamptz[] not null,
     kept_until timestamptz not null, primary key (kind, subject))`,
  // Of versions that forgot both when the database was killed.
  "alter table netportal.progress set logged",
  "alter table netportal.attempt set logged",
  "create index if not exists progress_kept_until_idx on netportal.progress (kept_until)",
  "create index if not exists attempt_kept_until_idx on netportal.attempt (kept_until)",
  `create table if not exists netportal.sign_in (state_hash text primary key, nonce text not null, code_verifier text not null,
     stays_logged_in boolean not null, binding_hash text, kept_until timestamptz not null)`,
  "create index if not exists sign_in_kept_until_idx on netportal.sign_in (kept_until)",
  ...TOOL_TABLES,
];

interface Applied {
  readonly hash: string;
  readonly definition: Definition;
  readonly metadata_hash: string | null;
  readonly metadata_number: number;
}

/** Brings the database to the present definitions in one transaction, or refuses with what stands in the way and changes nothing. */
export async function applyDefinition(
  db: Database,
  catalogue: Catalogue,
  metadata: Metadata,
  onProgress: (text: string) => void,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const present = definitionOf(catalogue);
  const hash = hashOf(present);
  const options = { mode: "read write", statementTimeout: 3_600_000, dryRun: false } as const;
  await db.transaction(options, async (tx) => {
    // Of two processes that start at once the second waits and finds all done.
    await tx.query("select pg_advisory_xact_lock($1)", [LOCKS.start]);
    const applied = await readApplied(tx);
    const isCurrent = applied?.hash === hash;
    const pending = applied === null ? [] : await pendingMigrations(tx, migrations);
    if (!isCurrent || pending.length > 0) {
      onProgress(
        applied === null ? "Creating the tables …" : "Bringing the tables to the present definitions …",
      );
      for (const sql of OWN_TABLES) await tx.query(sql);
      await changeTables(tx, applied, present, pending);
      await noteMigrations(tx, applied === null ? migrations : pending);
    }
    const number = numberOf(metadata, applied);
    if (!isCurrent || number !== applied.metadata_number)
      await writeMetadata(tx, catalogue, { ...metadata.rows, ...metadata.numbered(number) });
    await tx.query(NOTE, [hash, JSON.stringify(present), metadata.hash, number]);
  });
}

/** That of the rows that are there, or the next one; 0 counts as none. */
function numberOf({ hash }: Metadata, applied: Applied | null): number {
  if (applied === null) return 1;
  const { metadata_hash: there, metadata_number: number } = applied;
  return there === hash && number > 0 ? number : number + 1;
}

/** Refuses a database that cannot be changed and was made from other definitions. */
export async function refuseOtherDefinition(
  query: Query,
  catalogue: Catalogue,
  metadata: Metadata,
): Promise<void> {
  const applied = await readApplied(query);
  if (applied?.hash === hashOf(definitionOf(catalogue)) && applied.metadata_hash === metadata.hash) return;
  throw new Error(
    "The database is a replica and was made from other definitions. Start this version on its primary first.",
  );
}

function hashOf(present: Definition): string {
  return createHash("sha256")
    .update(JSON.stringify([present, OWN_TABLES]))
    .digest("hex");
}

const NOTE = `insert into netportal.definition (hash, definition, metadata_hash, metadata_number) values ($1, $2, $3, $4)
  on conflict (one) do update set hash = $1, definition = $2, metadata_hash = $3, metadata_number = $4`;

async function readApplied(query: Query): Promise<Applied | null> {
  const [there] = await query.query<{ found: boolean }>(
    "select to_regclass('netportal.definition') is not null as found",
  );
  if (there?.found !== true) return null;
  const [applied] = await query.query<Applied>(
    // The number is younger than the table.
    `select hash, definition, metadata_hash, coalesce((to_jsonb(d) ->> 'metadata_number')::int, 0) metadata_number
       from netportal.definition d`,
  );
  return applied ?? null;
}

async function pendingMigrations(
  query: Query,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const rows = await query.query<{ number: number }>("select number from netportal.migration");
  const done = new Set(rows.map(({ number }) => number));
  return migrations.filter(({ number }) => !done.has(number));
}

async function changeTables(
  query: Query,
  applied: Applied | null,
  present: Definition,
  pending: readonly Migration[],
): Promise<void> {
  let known = applied?.definition ?? null;
  for (const migration of pending) {
    await query.query(migration.sql);
    if (known !== null) known = withChanges(known, present, migration.changes);
  }
  const { statements, refused } = changeOf(known, present);
  if (refused.length > 0) {
    throw new Error(
      `The database was made from other definitions, and this start would have to change more than it may. Nothing was changed. ` +
        `Write a migration (server/db/migrations) for:\n  ${refused.join("\n  ")}`,
    );
  }
  for (const sql of statements) await run(query, sql);
}

async function run(query: Query, sql: string): Promise<void> {
  try {
    await query.query(sql);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The definitions could not be applied: ${reason}\n  ${sql}`, { cause });
  }
}

async function noteMigrations(query: Query, migrations: readonly Migration[]): Promise<void> {
  for (const { number, name } of migrations) {
    await query.query("insert into netportal.migration (number, name) values ($1, $2)", [number, name]);
  }
}
