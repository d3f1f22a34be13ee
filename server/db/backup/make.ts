import {
  createWriteStream,
  existsSync,
  openSync,
  closeSync,
  fsyncSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { SocketConnection } from "../database.ts";
import { createPool } from "../pool.ts";
import { embeddedForCommand } from "../embedded/for-command.ts";
import { takeBaseBackup } from "./base-backup.ts";
import { FACTS, FORMAT, MANIFEST, readBackup, type BackupFacts } from "./contents.ts";
import { TAR_END, tarFile } from "./tar.ts";

export interface BackupMade {
  readonly file: string;
  readonly bytes: number;
  readonly facts: BackupFacts;
}

/**
 * Makes a backup of the embedded database of this data folder, whether a server runs or not. The target is a file, or a folder in which it gets a new
 * name. The file has mode 0600, is read and checked after it is written, and only then gets its name. It has every change that was acknowledged
 * before it began.
 */
export async function makeBackup(dataFolder: string, target: string, version: string): Promise<BackupMade> {
  const file = fileOf(target);
  const { connection, stop } = await embeddedForCommand(dataFolder, { makes: false });
  const partial = `${file}.${String(process.pid)}.partial`;
  try {
    await write(partial, connection, version);
    const facts = await readBackup(partial);
    settle(partial, file);
    return { file, bytes: statSync(file).size, facts };
  } finally {
    rmSync(partial, { force: true });
    await stop();
  }
}

function fileOf(target: string): string {
  const isFolder = existsSync(target) && statSync(target).isDirectory();
  if (!isFolder && !existsSync(dirname(target)))
    throw new Error(`There is no folder ${dirname(target)} for the backup.`);
  if (!isFolder) return target;
  const moment = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
  return join(target, `netportal-${moment}.tar.gz`);
}

async function write(partial: string, connection: SocketConnection, version: string): Promise<void> {
  const began = new Date().toISOString();
  const before = await stateOf(connection);
  const out = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const done = pipeline(gzip, out);
  done.catch(() => undefined);
  const put = async (piece: Buffer): Promise<void> => {
    if (gzip.destroyed) await done;
    if (!gzip.write(piece)) await Promise.race([once(gzip, "drain"), done]);
  };
  // The end of the archive is written last, because manifest and facts come before it.
  let held = Buffer.alloc(0);
  const manifest: Buffer[] = [];
  await takeBaseBackup(connection, {
    async archive(piece) {
      const all = Buffer.concat([held, piece]);
      const rest = Math.max(all.length - TAR_END.length, 0);
      held = Buffer.from(all.subarray(rest));
      await put(all.subarray(0, rest));
    },
    manifest: (piece) => manifest.push(piece),
  });
  if (!held.equals(TAR_END)) throw new Error("The archive of PostgreSQL has no end. Nothing was kept.");
  const ended = new Date().toISOString();
  const facts: BackupFacts = { format: FORMAT, version, began, ended, ...before };
  await put(tarFile(MANIFEST, Buffer.concat(manifest)));
  await put(tarFile(FACTS, Buffer.from(`${JSON.stringify(facts)}\n`)));
  gzip.end(TAR_END);
  await done;
}

async function stateOf(
  connection: SocketConnection,
): Promise<Pick<BackupFacts, "postgres" | "transactions">> {
  const db = createPool(connection, 1);
  try {
    const [there] = await db.query<{ is_ours: boolean }>(
      "select to_regclass('wapi.transaction') is not null as is_ours",
    );
    const count = there?.is_ours === true ? "(select count(*)::int from wapi.transaction)" : "0";
    const [row] = await db.query<{ postgres: number; transactions: number }>(
      `select current_setting('server_version_num')::int / 10000 as postgres, ${count} as transactions`,
    );
    return row ?? { postgres: 0, transactions: 0 };
  } finally {
    await db.close();
  }
}

/** The file gets its name only when it is complete on disk. */
function settle(partial: string, file: string): void {
  renameSync(partial, file);
  const folder = openSync(dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
