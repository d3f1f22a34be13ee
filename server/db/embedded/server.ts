import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isUnavailable } from "../../sql/sqlstate.ts";
import { UNPRIVILEGED, findBinaries, isRoot } from "./binaries.ts";
import type { SocketConnection } from "../database.ts";
import { ENDLESS, superviseServer, type Patience, type Running } from "./supervise.ts";
import { codeOf, lockFolder } from "./lock.ts";
import { endOrphans } from "./orphans.ts";
import { refuseUnfit } from "./whole.ts";
import { PORT, removeSockets, socketConnection, socketFolder, USER } from "./sockets.ts";

/** The embedded PostgreSQL: its address, and how to stop it. */
export interface EmbeddedServer {
  readonly connection: SocketConnection;
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

const LOG_BYTES = 10 * 1024 * 1024;
const START_MS = 120_000;
const SETTINGS = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "80",
  shared_buffers: "256MB",
  work_mem: "16MB",
  maintenance_work_mem: "256MB",
  max_wal_size: "2GB",
  random_page_cost: "1.1",
  jit: "off",
  // Deadlocks are found soon; one of the two calls is then repeated.
  deadlock_timeout: "100ms",
  log_statement: "none",
  log_min_error_statement: "panic",
  log_min_messages: "log",
} as const;

/**
 * Starts PostgreSQL on `<folder>/postgres`, which is created if it is missing. The folder is locked for this process until `stop`. `more` are
 * settings of PostgreSQL. Commands wait for each other. Throws `FolderInUse`.
 */
export async function startEmbedded(
  folder: string,
  onProgress?: (text: string) => void,
  patience: Patience = ENDLESS,
  more: Settings = {},
  isCommand = false,
): Promise<EmbeddedServer> {
  mkdirSync(folder, { recursive: true });
  const root = realpathSync(folder);
  const release = lockFolder(root, isCommand);
  try {
    const data = join(root, "postgres");
    const { initdb, postgres } = findBinaries();
    removeSockets(await endOrphans(data));
    if (existsSync(data)) refuseUnfit(data);
    else {
      onProgress?.("Creating the database …");
      makeCluster(initdb, root, data);
    }
    const sockets = socketFolder();
    const server = await superviseServer(
      async (isFirst) => {
        if (!isFirst) await endOrphans(data);
        return startPatiently({ postgres, data, sockets, log: join(root, "postgres.log"), more });
      },
      patience,
      onProgress,
    );
    return {
      connection: socketConnection(sockets),
      async stop() {
        await server.stop();
        rmSync(sockets, { recursive: true, force: true });
        release();
      },
    };
  } catch (fault) {
    release();
    throw fault;
  }
}

/** PostgreSQL gets its own user, no terminal, and from root the folder by its handle, because its user may have no access to the path. */
function runOptions(data: string) {
  return {
    cwd: data,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", PGDATA: dataArgument(data) },
    ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
  };
}

function dataArgument(data: string): string {
  return isRoot && process.platform === "linux" ? "/proc/self/cwd" : data;
}

function makeCluster(initdb: string, root: string, data: string): void {
  // Created in another folder and moved when complete, so that an interrupted start leaves no incomplete cluster.
  const fresh = mkdtempSync(join(root, "postgres-"));
  if (isRoot) chownSync(fresh, UNPRIVILEGED, UNPRIVILEGED);
  const made = spawnSync(
    initdb,
    [
      `--username=${USER}`,
      "--auth=trust",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      `--pgdata=${dataArgument(fresh)}`,
    ],
    { ...runOptions(fresh), encoding: "utf8" },
  );
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL could not create its data folder in ${root}: ${made.error?.message ?? made.stderr}`,
    );
  }
  renameSync(fresh, data);
}

/** A program with its folders and the file that starts it. */
interface Startable {
  readonly postgres: string;
  readonly data: string;
  readonly sockets: string;
  readonly log: string;
  readonly more: Settings;
}

/** After a kill the last backends still hold the shared memory for a moment, and PostgreSQL refuses to start meanwhile. */
async function startPatiently(startable: Startable): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(startable);
    } catch (fault) {
      if (attempt === 5) throw fault;
      await sleep(200 * attempt);
    }
  }
}

async function startServer({ postgres, data, sockets, log, more }: Startable): Promise<Running> {
  const output = openLog(log);
  const settings = Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const child = spawn(
    postgres,
    ["-D", dataArgument(data), "-k", sockets, "-p", String(PORT), ...settings],
    // A session of its own, because Ctrl-C in the terminal would end the database before the running calls.
    { ...runOptions(data), detached: true, stdio: ["ignore", output, output] },
  );
  closeSync(output);
  child.unref();
  if (child.pid === undefined) {
    throw await new Promise<Error>((resolve) => child.once("error", resolve));
  }
  const guard = guardOf(child.pid, sockets);
  try {
    await untilReady(child, sockets);
  } catch (cause) {
    guard.kill("SIGKILL");
    child.kill("SIGQUIT");
    throw new Error(`PostgreSQL did not start: ${lastWords(log)}`, { cause });
  }
  return { process: child, guard };
}

/** Stops the server when this process ends in any way: the pipe to the guard then closes. */
function guardOf(pid: number, sockets: string): ChildProcess {
  const script = `cat >/dev/null; kill -INT "$1"; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"`;
  const guard = spawn("/bin/sh", ["-c", script, "guard", String(pid), sockets], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  // In Node a pipe is a socket, which must not keep the process running.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return guard;
}

function lastWords(log: string): string {
  const line = readFileSync(log, "utf8").trimEnd().split("\n").at(-1) ?? "";
  return `${line.replace(/^[\d: .-]+ UTC \[\d+\] */, "")} (${log}).`;
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, "a", 0o600);
}

async function untilReady(child: ChildProcess, sockets: string): Promise<void> {
  const until = Date.now() + START_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const client = new pg.Client(socketConnection(sockets, "postgres")).on("error", () => undefined);
    try {
      await client.connect();
      const found = await client.query("select 1 from pg_database where datname = 'netportal'");
      if (found.rowCount === 0) await client.query("create database netportal");
      return;
    } catch (fault) {
      // The server has no socket yet, does not listen yet, or is still recovering.
      const code = codeOf(fault) ?? "";
      if (!isUnavailable(code) && !["ENOENT", "ECONNREFUSED", "ECONNRESET"].includes(code)) throw fault;
    } finally {
      await client.end();
    }
    await sleep(10);
  }
  throw new Error(
    child.exitCode === null ? "It is still not ready." : `It ended with ${String(child.exitCode)}.`,
  );
}
