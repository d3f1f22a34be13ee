import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, rmSync } from "node:fs";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isRoot, UNPRIVILEGED } from "../../server/db/embedded/binaries.ts";
import { scratchFolder } from "./scratch.ts";

const BIN = "/usr/lib/postgresql/15/bin";
const USER = "netportal";

/** Whether the PostgreSQL of Debian 12 is installed, which has `pg_dump` too. */
export const HAS_DEBIAN_POSTGRES = existsSync(join(BIN, "pg_dump"));

/** A PostgreSQL of Debian with its tools. */
export interface DebianPostgres {
  url(database: string): string;
  /** Connection string as libpq takes it. */
  libpq(database: string, user: string): string;
  /** Folder of the socket. */
  readonly host: string;
  create(database: string): void;
  /** Writes a backup as docs/operating.md says; answers its file. */
  dump(database: string): string;
  /** Restores a backup into a new database as docs/operating.md says. */
  restore(file: string, database: string): void;
  /** Stops the server, whose data stay. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Starts it as a standby that takes no connections, as PostgreSQL does while it starts, until `promote`. */
  resumeClosed(): Promise<void>;
  promote(): void;
  stop(): Promise<void>;
}

export async function debianPostgres(more: Readonly<Record<string, string>> = {}): Promise<DebianPostgres> {
  const folder = scratchFolder("debian");
  const as = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  if (isRoot) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  const run = (program: string, ...args: readonly string[]): void => {
    execFileSync(resolve(BIN, program), args, { ...as, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  };
  const data = join(folder, "data");
  run("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C");
  const { port = "5432" } = more;
  const settings = {
    listen_addresses: "",
    unix_socket_directories: folder,
    fsync: "off",
    ...more,
  };
  const start = async (besides: Readonly<Record<string, string>> = {}): Promise<ChildProcess> => {
    const args = Object.entries({ ...settings, ...besides }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]);
    const child = spawn(join(BIN, "postgres"), ["-D", data, ...args], {
      ...as,
      cwd: folder,
      stdio: "ignore",
    });
    // The socket is there before the server takes connections. Code 1: the server answers, but takes no connections.
    const refuses = besides["hot_standby"] === "off" ? 1 : 0;
    const asked = ["-h", folder, "-p", port];
    while (spawnSync(join(BIN, "pg_isready"), asked, { stdio: "ignore" }).status !== refuses) await pause(50);
    return child;
  };
  let server = await start();
  const end = async (): Promise<void> => {
    if (server.exitCode !== null) return;
    server.kill("SIGINT");
    await once(server, "exit");
  };
  const at = ["-h", folder, "-p", port, "-U", USER];
  const create = (database: string): void => {
    run("createdb", ...at, "-E", "UTF8", "-T", "template0", database);
  };
  return {
    url: (database) =>
      `postgresql://${USER}@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`,
    libpq: (database, user) => `host=${folder} port=${port} user=${user} dbname=${database}`,
    host: folder,
    create,
    dump(database) {
      const file = join(folder, `${database}.dump`);
      run("pg_dump", "-Fc", ...at, "-f", file, database);
      return file;
    },
    restore(file, database) {
      create(database);
      run("pg_restore", "--exit-on-error", ...at, "-d", database, file);
      run("psql", ...at, "-d", database, "-c", "analyze");
    },
    pause: end,
    async resume() {
      server = await start();
    },
    async resumeClosed() {
      run("/usr/bin/touch", join(data, "standby.signal"));
      server = await start({ hot_standby: "off" });
    },
    promote() {
      run("pg_ctl", "promote", "-D", data);
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
