import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|json|svg|md|txt|map)$/;
const WORTH_IT = 1024;

/** Puts a `.br` and a `.gz` beside every file of the built portal that gets smaller by it and has none yet. */
export async function precompress(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const waiting = files.filter(isWaiting);
  // The thread pool has four threads; more at once would only take memory.
  const workers = [0, 1, 2, 3].map(async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await compress(file);
  });
  await Promise.all(workers);
}

function isWaiting(file: string): boolean {
  if (!COMPRESSIBLE.test(file)) return false;
  const status = statSync(file);
  if (!status.isFile() || status.size < WORTH_IT) return false;
  return !existsSync(`${file}.gz`) || statSync(`${file}.gz`).mtimeMs < status.mtimeMs;
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  await put(`${file}.br`, await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  await put(`${file}.gz`, await gzipped(plain, { level: 9 }));
}

/** Whole or not at all: this server or another may deliver, or write, the file meanwhile. */
async function put(file: string, content: Buffer): Promise<void> {
  const written = `${file}.${randomUUID()}.new`;
  await writeFile(written, content);
  await rename(written, file);
}
