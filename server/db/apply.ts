import { createHash } from "node:crypto";
import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { LOCKS } from "../catalogue/locks.ts";
import { OWN_SCHEMA } from "../catalogue/own-schemas.ts";
import { definitionOf, type Definition } from "../sql/ddl.ts";
import { refuseMistakes, told, type Mistake } from "../catalogue/mistakes.ts";
import { VALUE_FUNCTIONS } from "../sql/ddl-values.ts";
import { REFUSED_ROWS } from "../sql/refused-rows.ts";
import { changeOf, type ChangeStatement } from "../sql/ddl-change.ts";
import type { Database, Query, Tx } from "./database.ts";
import { refuseLostTargets, writeMetadata } from "./metadata.ts";
import { grantNewPermissions, knownPermissions, type RecordCreated } from "./new-permissions.ts";
import { migrate, noteMigrations, pendingMigrations, type Trial } from "./migrate.ts";
import { wantedMigrations } from "./migration-wanted.ts";
import { readMigrations, type Migration } from "./migrations.ts";
import { reasonOf } from "./pool.ts";

/** Rows of the types that describe the catalogue, by object type, and a hash that shows changes. */
export interface Metadata {
  readonly hash: string;
  readonly rows: Rows;
  /** Rows with the number of the metadata, which grows with each change. */
  readonly numbered: (number: number) => Rows;
  /** The version of the API with its state. */
  readonly served?: string;
}

type Rows = Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>;

/**
 * Tables besides object types: applied definition, demo passwords, counter of rights, progress of calls, counted attempts, unfinished sign-ins, end
 * of the removed log.
 */
const OWN_TABLES = [
  "create extension if not exists pg_trgm",
  "create extension if not exists btree_gist",
  `create schema if not exists ${OWN_SCHEMA}`,
  `create table if not exists netportal.definition (
    one boolean primary key default true check (one), hash text not null, definition json not null,
    metadata_hash text)`,
  "alter table netportal.definition add column if not exists metadata_number int not null default 0",
  // The version of the API with its state, and since when this database serves it.
  "alter table netportal.definition add column if not exists served text",
  "alter table netportal.definition add column if not exists served_since timestamptz not null default now()",
  `create table if not exists netportal.migration (
    number int primary key, name text not null, applied timestamptz not null default now())`,
  ...VALUE_FUNCTIONS,
  REFUSED_ROWS,
  `create table if not exists netportal.site_migration (
    number int primary key, name text not null, applied timestamptz not null default now())`,
  "create schema if not exists wapi",
  `create table if not exists wapi.rights_epoch (
    one boolean primary key default true check (one), epoch bigint not null default 1)`,
  "insert into wapi.rights_epoch default values on conflict do nothing",
  `create table if not exists netportal.progress (
    token bigint not null, call_id text not null, state text not null, step_count int not null,
    step_done int not null, kept_until timestamptz not null, primary key (token, call_id))`,
  "alter table netportal.progress add column if not exists runner bigint",
  `create table if not exists netportal.attempt (
    kind text not null, subject text not null, times timestamptz[] not null, kept_until timestamptz not null,
    primary key (kind, subject))`,
  // In earlier versions a kill of the database emptied both tables.
  "alter table netportal.progress set logged",
  "alter table netportal.attempt set logged",
  "create index if not exists progress_kept_until_idx on netportal.progress (kept_until)",
  "create index if not exists attempt_kept_until_idx on netportal.attempt (kept_until)",
  `create table if not exists netportal.sign_in (
    state_hash text primary key, nonce text not null, code_verifier text not null,
    stays_logged_in boolean not null, binding_hash text, kept_until timestamptz not null)`,
  "create index if not exists sign_in_kept_until_idx on netportal.sign_in (kept_until)",
  "alter table netportal.sign_in add column if not exists address text",
  "create index if not exists sign_in_address_idx on netportal.sign_in (address)",
  // Tables of the tools and of outgoing mail (wire contract 6.4 to 6.6). They are not object types, so the API does not read them.
  `create table if not exists netportal.vendor (
    prefix text collate "C" primary key, manufacturer text not null)`,
  `create table if not exists netportal.vendor_list (
    one boolean primary key default true check (one), hash text not null)`,
  // Mails that wait to be sent. A process postpones `next_try` before it sends a mail, so that no other process takes the mail meanwhile.
  `create table if not exists netportal.mail_outbox (
    id bigint generated always as identity primary key, message json not null,
    ts_created timestamptz not null default now(), tries int not null default 0,
    next_try timestamptz not null default now(), last_error text)`,
  "create index if not exists mail_outbox_next_try_idx on netportal.mail_outbox (next_try)",
  // Events of tickets that the senders of the tickets have not been told yet.
  `create table if not exists netportal.ticket_news (
    id bigint generated always as identity primary key, event bigint not null)`,
  // The change log was shortened before this moment (null: never), and up to the entry with this number.
  `create table if not exists netportal.log_removed (one boolean primary key default true check (one),
    "before" timestamptz, upto bigint not null default 0)`,
  "insert into netportal.log_removed default values on conflict do nothing",
];

interface Applied {
  readonly hash: string;
  readonly definition: Definition;
  readonly metadata_hash: string | null;
  readonly metadata_number: number;
}

/** Mistakes in SQL of these types, whose tables exist. */
export type Prove = (
  tx: Tx,
  catalogue: Catalogue,
  types: readonly ObjectType[],
) => Promise<readonly Mistake[]>;

/** Further options of applying definitions. */
export interface ApplyOptions {
  readonly onProgress?: (text: string) => void;
  readonly migrations?: readonly Migration[];
  /** Checks the SQL of types of the site before anything is committed. */
  readonly prove?: Prove;
  /** Writes changes of a start into the change log. */
  readonly record?: RecordCreated;
  /** Tries each migration and undoes everything at the end. */
  readonly trial?: Trial;
}

/** Brings the database to the present definitions in one transaction, or refuses with the reasons and changes nothing. */
export async function applyDefinition(
  db: Database,
  catalogue: Catalogue,
  metadata: Metadata,
  options: ApplyOptions = {},
): Promise<void> {
  const { prove = () => Promise.resolve([]), trial } = options;
  const present = definitionOf(catalogue);
  const hash = hashOf(present);
  const dryRun = trial !== undefined;
  await db.transaction({ mode: "read write", statementTimeout: 3_600_000, dryRun }, async (tx) => {
    trial?.begin();
    if (dryRun) await tx.query(`set local lock_timeout = '${LOCK_WAIT}'`);
    // A second process that starts at the same time waits and finds everything finished.
    await tx.query("select pg_advisory_xact_lock($1)", [LOCKS.start]);
    const applied = await readApplied(tx);
    const isCurrent = applied?.hash === hash;
    const mistakes = await bringTables(tx, { applied, present, isCurrent, catalogue, options });
    const ofSite = [...catalogue.types.values()].filter(({ siteFile }) => siteFile !== null);
    const whole = ofSite.filter(({ name }) => !mistakes.some(({ type }) => type === name));
    refuseWrong([...mistakes, ...(await prove(tx, catalogue, whole))], catalogue);
    const number = numberOf(metadata, applied);
    if (!isCurrent || number !== applied.metadata_number) {
      const rows = { ...metadata.rows, ...metadata.numbered(number) };
      await refuseLostTargets(tx, catalogue, rows);
      await writeWithGrants(tx, catalogue, rows, options);
    }
    await tx.query(NOTE, [hash, JSON.stringify(present), metadata.hash, number, metadata.served ?? null]);
  });
}

async function writeWithGrants(
  tx: Tx,
  catalogue: Catalogue,
  rows: Metadata["rows"],
  { onProgress, record = () => Promise.resolve() }: ApplyOptions,
): Promise<void> {
  const before = await knownPermissions(tx, catalogue);
  await writeMetadata(tx, catalogue, rows);
  for (const text of await grantNewPermissions(tx, catalogue, before, record)) onProgress?.(text);
}

interface Bringing {
  readonly applied: Applied | null;
  readonly present: Definition;
  readonly isCurrent: boolean;
  readonly catalogue: Catalogue;
  readonly options: ApplyOptions;
}

/** Executes pending migrations, then adds new tables and columns. Answers mistakes of the definitions. */
async function bringTables(tx: Tx, bringing: Bringing): Promise<readonly Mistake[]> {
  const { applied, present, isCurrent, catalogue, options } = bringing;
  const { onProgress, migrations = readMigrations(catalogue.siteFolder), trial } = options;
  const pending = await pendingMigrations(tx, applied === null ? [] : migrations);
  if (isCurrent && pending.length === 0) return [];
  onProgress?.(
    applied === null ? "Creating the tables …" : "Bringing the tables to the present definitions …",
  );
  for (const sql of OWN_TABLES) await tx.query(sql);
  const known = applied === null ? null : await migrate(tx, applied.definition, present, pending, trial);
  await noteMigrations(tx, applied === null ? migrations : pending);
  return changeTables(tx, known, migrations, bringing);
}

/** Time for which a trial waits for tables that calls use. Calls wait no longer for the trial either. */
const LOCK_WAIT = "5s";

function refuseWrong(mistakes: readonly Mistake[], { types }: Catalogue): void {
  refuseMistakes(mistakes.map((mistake) => told(mistake, types.get(mistake.type)?.siteFile ?? null)));
}

/** The number of the present rows, or the next one; 0 is not used. */
function numberOf({ hash }: Metadata, applied: Applied | null): number {
  if (applied === null) return 1;
  const { metadata_hash: there, metadata_number: number } = applied;
  return there === hash && number > 0 ? number : number + 1;
}

/** Whether the tables are those of these definitions; null for an empty database. */
export async function hasDefinition(query: Query, catalogue: Catalogue): Promise<boolean | null> {
  const applied = await readApplied(query);
  return applied === null ? null : applied.hash === hashOf(definitionOf(catalogue));
}

/** Refuses a read-only database that was made from other definitions. */
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

const NOTE = `insert into netportal.definition as d (hash, definition, metadata_hash, metadata_number, served)
  values ($1, $2, $3, $4, $5)
  on conflict (one) do update set hash = $1, definition = $2, metadata_hash = $3, metadata_number = $4,
    served = $5, served_since = case when d.served is distinct from $5 then now() else d.served_since end`;

async function readApplied(query: Query): Promise<Applied | null> {
  const [there] = await query.query<{ found: boolean }>(
    "select to_regclass('netportal.definition') is not null as found",
  );
  if (there?.found !== true) return null;
  const [applied] = await query.query<Applied>(
    // Older tables lack the number.
    `select hash, definition, metadata_hash,
      coalesce((to_jsonb(d) ->> 'metadata_number')::int, 0) as metadata_number
      from netportal.definition d`,
  );
  return applied ?? null;
}

async function changeTables(
  tx: Tx,
  known: Definition | null,
  migrations: readonly Migration[],
  { present, catalogue, options }: Bringing,
): Promise<readonly Mistake[]> {
  const { statements, refused } = changeOf(known, present);
  if (refused.length > 0) {
    await options.trial?.missing(tx, refused, known);
    throw new Error(wantedMigrations({ refused, catalogue, migrations, known }));
  }
  try {
    await tx.nested(async (inner) => {
      for (const { sql } of statements) await inner.query(sql);
    });
    return [];
  } catch {
    return wrongStatements(tx, changeOf(known, present, true).statements, catalogue);
  }
}

/** Executes each statement separately, so that all wrong ones are found. A statement that fails only because of an earlier one is not reported. */
async function wrongStatements(
  tx: Tx,
  statements: readonly ChangeStatement[],
  catalogue: Catalogue,
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const statement of statements) {
    const { sql, type, at } = placed(statement, catalogue);
    try {
      await tx.nested((inner) => inner.query(sql));
    } catch (cause) {
      const reason = reasonOf(cause);
      const follows = mistakes.some((one) => reason.includes(`"${one.at ?? one.type}"`));
      if (follows) continue;
      if (type === null)
        throw new Error(`The definitions could not be applied: ${reason}\n  ${sql}`, { cause });
      mistakes.push({
        type,
        at,
        text: `the database refuses it: ${reason}. Correct it: ${sql.replaceAll(/\s+/g, " ")}`,
      });
    }
  }
  return mistakes;
}

/** A statement of a definition belongs to its type, even if it concerns several tables. */
function placed(statement: ChangeStatement, { types }: Catalogue): ChangeStatement {
  const of = [...types.values()].find(
    ({ spec }) => spec.storage?.statements?.includes(statement.sql) === true,
  );
  return of === undefined ? statement : { ...statement, type: of.name, at: "storage.statements" };
}
