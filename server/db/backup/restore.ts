import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRoot, UNPRIVILEGED } from "../embedded/binaries.ts";
import { lockFolder } from "../embedded/lock.ts";
import type { Query } from "../database.ts";
import { startEmbedded } from "../embedded/server.ts";
import { ENDLESS } from "../embedded/supervise.ts";
import { createPool } from "../pool.ts";
import { BackupDamaged, readBackup, type BackupFacts, type Taker } from "./contents.ts";
import type { TarMember } from "./tar.ts";

export interface RestoreOptions {
  readonly file: string;
  readonly dataFolder: string;
  /** Version of this product. A backup of a later version is refused. */
  readonly version: string;
  /** Moves an existing database aside. */
  readonly replaces: boolean;
}

export interface Restored {
  readonly facts: BackupFacts;
  /** Where the replaced database is; null if there was none. */
  readonly aside: string | null;
}

const DATA = "postgres";
const UNFINISHED = "restoring-";

/**
 * Restores a backup into the data folder, whose server must be stopped. The database is written to another folder, checked against the manifest and
 * started once so that it recovers; only then it is moved to its place. Throws a sentence and changes nothing if the folder is in use, if it has a
 * database that must not be replaced, or if the backup is incomplete or of a later version.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  if (!existsSync(options.file)) throw new Error(`There is no backup ${options.file}.`);
  mkdirSync(options.dataFolder, { recursive: true });
  const root = realpathSync(options.dataFolder);
  const release = lockFolder(root);
  try {
    const data = join(root, DATA);
    if (existsSync(data) && !options.replaces)
      throw new Error(
        `The data folder ${root} has a database already. Nothing was changed. With --replace it is put aside and replaced.`,
      );
    return await restoreInto(root, options);
  } finally {
    release();
  }
}

async function restoreInto(root: string, { file, version }: RestoreOptions): Promise<Restored> {
  // Remains of a killed restore. The folder is locked, so nobody else writes there.
  for (const name of readdirSync(root))
    if (name.startsWith(UNFINISHED)) rmSync(join(root, name), { recursive: true });
  const fresh = mkdtempSync(join(root, UNFINISHED));
  try {
    const data = join(fresh, DATA);
    makeFolder(data);
    if (isRoot) chownSync(fresh, UNPRIVILEGED, UNPRIVILEGED);
    const facts = await readBackup(file, (member) => writerOf(file, data, member));
    refuseNewer(file, facts, version);
    await prove(file, fresh, facts);
    return { facts, aside: moveIn(root, data) };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Writes a member below the folder. */
async function writerOf(
  file: string,
  data: string,
  { name, kind }: Pick<TarMember, "name" | "kind">,
): Promise<Taker> {
  const path = join(data, normalize(name));
  if (kind === "other" || !`${path}${sep}`.startsWith(`${data}${sep}`))
    throw new BackupDamaged(file, `${name} is no file of a database`);
  makeFolder(kind === "folder" ? path : dirname(path));
  if (kind === "folder") return { write: () => Promise.resolve(), end: () => Promise.resolve() };
  const handle = await open(path, "wx", 0o600);
  return {
    async write(piece) {
      await handle.writeFile(piece);
    },
    async end() {
      if (isRoot) await handle.chown(UNPRIVILEGED, UNPRIVILEGED);
      await handle.close();
    },
  };
}

function makeFolder(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isRoot) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
}

function refuseNewer(file: string, facts: BackupFacts, version: string): void {
  if (compared(facts.version, version) > 0)
    throw new Error(
      `${file} was made by version ${facts.version}, and this is version ${version}. Restore it with that version or a later one. Nothing was changed.`,
    );
}

/** Above 0 if the first version is later. */
function compared(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split(/[.-]/).map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (first?.[at] ?? 0) - (second?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Asks PostgreSQL to begin a new timeline, by which the publisher notices that the database was restored. PostgreSQL fetches no further log. */
const NEW_TIMELINE = { restore_command: "false" } as const;
const RECOVERY_MS = 3_600_000;

/** Starts the restored database, which recovers to the moment of the backup, and compares it with the facts of the backup. */
async function prove(file: string, fresh: string, facts: BackupFacts): Promise<void> {
  await (await writerOf(file, join(fresh, DATA), { name: "recovery.signal", kind: "file" })).end();
  const server = await startEmbedded(fresh, undefined, ENDLESS, NEW_TIMELINE);
  const db = createPool(server.connection, 1);
  try {
    for (const until = Date.now() + RECOVERY_MS; await isRecovering(db); await sleep(100))
      if (Date.now() > until) throw new Error(`The database of ${file} did not recover in an hour.`);
    const count = facts.transactions === 0 ? "0" : "(select count(*)::int from wapi.transaction)";
    const [row] = await db.query<{ transactions: number }>(`select ${count} as transactions`);
    if (row === undefined || row.transactions < facts.transactions)
      throw new BackupDamaged(file, "transactions are missing");
  } finally {
    await db.close();
    await server.stop();
  }
}

async function isRecovering(db: Query): Promise<boolean> {
  const [row] = await db.query<{ is_so: boolean }>("select pg_is_in_recovery() as is_so");
  return row?.is_so !== false;
}

/** Moves the database to its place, and an existing one aside. */
function moveIn(root: string, data: string): string | null {
  const place = join(root, DATA);
  if (!existsSync(place)) {
    renameSync(data, place);
    return null;
  }
  const moment = new Date().toISOString().replaceAll(/[:.]/g, "");
  const aside = join(root, `${DATA}-replaced-${moment}`);
  renameSync(place, aside);
  try {
    renameSync(data, place);
  } catch (error) {
    renameSync(aside, place);
    throw error;
  }
  return aside;
}
