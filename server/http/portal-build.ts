import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packedAs } from "./described.ts";

const SOURCES = ["src", "locales", "schemas", "public", "index.html", "vite.config.ts", "package-lock.json"];

const COMPRESSIBLE = /\.(js|css|json|svg|md|txt|map)$/;
const WORTH_IT = 1024;

export interface PortalBuild {
  readonly root: string;
  readonly commit: string;
  onProgress(text: string): void;
}

/** Builds the portal when the built one is missing or older than its sources. A checkout without sources is served as it is. */
export async function buildPortalIfStale(build: PortalBuild): Promise<void> {
  const folder = join(build.root, "dist");
  const manifest = join(folder, ".vite", "manifest.json");
  const sources = SOURCES.map((name) => join(build.root, name)).filter((path) => existsSync(path));
  if (!existsSync(join(build.root, "index.html"))) return;
  const isStale = !existsSync(manifest) || newest(sources) > statSync(manifest).mtimeMs;
  if (isStale) {
    build.onProgress("building the portal …");
    await runVite(build.root);
    writeFileSync(join(folder, "build.json"), JSON.stringify({ commit_short: build.commit }));
  }
  await precompress(folder);
}

function newest(paths: readonly string[]): number {
  return Math.max(0, ...paths.map(newestBelow));
}

function newestBelow(path: string): number {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, newest(readdirSync(path).map((name) => join(path, name))));
}

/** It runs in a process of its own, because the bundler would keep its memory in the server. */
async function runVite(root: string): Promise<void> {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
  });
  await once(child, "exit");
  if (child.exitCode !== 0)
    throw new Error(`The portal could not be built (vite build ended with ${String(child.exitCode)}).`);
}

/** Writes a `.br` and a `.gz` beside every file of the built portal that becomes smaller and has none yet. */
export async function precompress(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const waiting = files.filter(isWaiting);
  // The thread pool has four threads, and more files at once would only take memory.
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
  await put(`${file}.br`, await packedAs("br", plain, 11));
  await put(`${file}.gz`, await packedAs("gzip", plain, 11));
}

/** Writes the whole file or nothing, because this or another server may send or write it at the same time. */
async function put(file: string, content: Buffer): Promise<void> {
  const written = `${file}.${randomUUID()}.new`;
  await writeFile(written, content);
  await rename(written, file);
}
