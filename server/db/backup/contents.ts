import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { isList, isObject, numberIn, textIn, type Json } from "#contract/wire/json";
import { readTar, TarDamaged, type TarMember } from "./tar.ts";

/** Facts about a backup, in the last member of its archive. */
export interface BackupFacts {
  readonly format: number;
  /** Version of the product. */
  readonly version: string;
  /** Major version of PostgreSQL. */
  readonly postgres: number;
  /** When it began. It contains every change that was acknowledged before, and later ones up to one moment. ISO 8601, UTC. */
  readonly began: string;
  readonly ended: string;
  /** Number of transaction records when it began. */
  readonly transactions: number;
}

export const FACTS = "netportal_backup.json";
export const MANIFEST = "backup_manifest";
export const FORMAT = 1;
/** Bytes of manifest and facts. A manifest has about 150 bytes for each file. */
const MOST_IN_MEMORY = 256 * 1024 * 1024;

/** The backup is incomplete or damaged, with the reason. */
export class BackupDamaged extends Error {
  constructor(file: string, reason: string) {
    super(`${file} is not a whole backup: ${reason}.`);
  }
}

/** Receives each member of an archive while the archive is checked. The data are not verified before the end. */
export interface Taker {
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
}

export type TakeMember = (member: TarMember) => Promise<Taker>;

const NOBODY: Taker = { write: () => Promise.resolve(), end: () => Promise.resolve() };

/** Reads the whole backup and checks every file against the manifest. Throws `BackupDamaged`. */
export async function readBackup(
  file: string,
  take: TakeMember = () => Promise.resolve(NOBODY),
): Promise<BackupFacts> {
  const found = new Map<string, string>();
  const kept = new Map<string, Buffer>();
  // The stream reports a broken file by an error of the iteration.
  const chunks = createReadStream(file).on("error", (error) => gunzip.destroy(error));
  const gunzip = createGunzip();
  try {
    for await (const member of readTar(chunks.pipe(gunzip))) {
      if (kept.has(FACTS)) throw new TarDamaged("something follows its end");
      if (member.name === FACTS || member.name === MANIFEST) kept.set(member.name, await wholeOf(member));
      else await hashed(member, take, found);
    }
  } catch (error) {
    throw error instanceof TarDamaged || isOfZlib(error) ? new BackupDamaged(file, reasonOf(error)) : error;
  } finally {
    chunks.destroy();
  }
  return checked(file, kept, found);
}

function checked(
  file: string,
  kept: ReadonlyMap<string, Buffer>,
  found: ReadonlyMap<string, string>,
): BackupFacts {
  const [facts, manifest] = [kept.get(FACTS), kept.get(MANIFEST)];
  if (facts === undefined || manifest === undefined) throw new BackupDamaged(file, "it has no end");
  for (const { path, size, checksum } of filesIn(file, manifest)) {
    const there = found.get(path);
    if (there === undefined) throw new BackupDamaged(file, `${path} is missing`);
    if (there !== `${String(size)} ${checksum}`) throw new BackupDamaged(file, `${path} is damaged`);
  }
  return factsIn(file, facts);
}

async function hashed(member: TarMember, take: TakeMember, found: Map<string, string>): Promise<void> {
  const hash = createHash("sha256");
  const taker = await take(member);
  try {
    for await (const piece of member.body) {
      hash.update(piece);
      await taker.write(piece);
    }
  } finally {
    await taker.end();
  }
  if (member.kind === "file") found.set(member.name, `${String(member.size)} ${hash.digest("hex")}`);
}

async function wholeOf({ body, size, name }: TarMember): Promise<Buffer> {
  if (size > MOST_IN_MEMORY) throw new TarDamaged(`${name} is too large`);
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

interface Listed {
  readonly path: string;
  readonly size: number;
  readonly checksum: string;
}

/** Files of a manifest of PostgreSQL, whose last line is the checksum of everything before it. */
function filesIn(file: string, manifest: Buffer): readonly Listed[] {
  const end = manifest.lastIndexOf('"Manifest-Checksum"');
  const own = createHash("sha256")
    .update(manifest.subarray(0, Math.max(end, 0)))
    .digest("hex");
  const { Files: files, "Manifest-Checksum": told } = objectOf(file, manifest);
  if (told !== own || files === undefined || !isList(files))
    throw new BackupDamaged(file, "its manifest is damaged");
  return files.filter(isObject).map((one) => ({
    // PostgreSQL encodes names that are not UTF-8; no file of the product has such a name.
    path: textIn(one["Path"]),
    size: numberIn(one["Size"]),
    checksum: textIn(one["Checksum"]),
  }));
}

function factsIn(file: string, text: Buffer): BackupFacts {
  const facts = objectOf(file, text);
  if (numberIn(facts["format"]) !== FORMAT)
    throw new Error(`${file} was made by a newer version of the product, which has to restore it.`);
  return {
    format: FORMAT,
    version: textIn(facts["version"]),
    postgres: numberIn(facts["postgres"]),
    began: textIn(facts["began"]),
    ended: textIn(facts["ended"]),
    transactions: numberIn(facts["transactions"]),
  };
}

function objectOf(file: string, text: Buffer): Readonly<Record<string, Json>> {
  try {
    // Parse boundary: a file of PostgreSQL, or one of this module.
    const value = JSON.parse(text.toString("utf8")) as Json;
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BackupDamaged(file, "its manifest is damaged");
}

function isOfZlib(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function reasonOf(error: Error): string {
  return error instanceof TarDamaged ? error.message : "it is cut off or damaged";
}
