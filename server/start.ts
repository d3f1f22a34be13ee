import type { FastifyInstance } from "fastify";
import { join } from "node:path";
import { passwordHash } from "./access/password.ts";
import { newToken, tokenHash } from "./access/token.ts";
import { isEmpty, loadDemo, NotEmpty, writeTokenFile } from "./demo/load.ts";
import { isPassing, placeOfUrl } from "./db/connect-fault.ts";
import { waitFor } from "./db/wait-for.ts";
import { Refusal } from "./faults.ts";
import { readBuildInfo, type BuildInfo } from "./http/build-info.ts";
import { composeHttp } from "./http/compose.ts";
import type { Aside } from "./http/large/messages.ts";
import { createLargeCalls, type LargeCalls } from "./http/large/calls.ts";
import { largeRoom, memoryOfProcess } from "./http/large/room.ts";
import { watchMemory } from "./http/quiet-memory.ts";
import { listenFault } from "./listen-fault.ts";
import { buildPortalIfStale } from "./http/portal-build.ts";
import { readSettings, type Settings } from "./http/settings.ts";
import { openProduct, ROOT, type Opened } from "./open.ts";
import { watchRole } from "./role.ts";
import { tellDoubtfulTexts } from "./tools/doubtful-texts.ts";
import { importVendors } from "./tools/vendors.ts";
import type { Log } from "./log.ts";

/** A started product: its address, and the function that ends it. */
export interface Started {
  readonly settings: Settings;
  readonly address: string;
  /** Accepts no new calls, lets running ones end, then closes the database. */
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Port to use instead of the one in the settings. */
  readonly port?: number;
  /** Another process builds the portal. */
  readonly withoutPortal?: true;
  readonly log: Log;
  /** Aborted when the start is no longer wanted. If it happens while waiting for the database, `Cancelled` is thrown. */
  readonly signal?: AbortSignal;
  /** Called with a sentence as reason, when the process can no longer work. */
  readonly onHopeless?: (reason: string) => void;
  /** Called when the database became a primary or a replica, so that the process must start again. */
  readonly onRoleChange?: (reason: string) => void;
}

/** Builds outdated parts, opens the database, fills an empty one with the demo campus if wanted, and listens. */
export async function start(options: StartOptions): Promise<Started> {
  const { env, log, signal } = options;
  const asked = readSettings(env, ROOT);
  const build = readBuildInfo(ROOT, env);
  const portal =
    options.withoutPortal === true || !asked.buildsPortal
      ? Promise.resolve()
      : buildPortalIfStale({ root: ROOT, commit: build.commit, onProgress: log });
  const attempt = (): Promise<Started> => startOnce(options, asked, { build, portal });
  if (asked.databaseUrl === null) return attempt();
  // A database of the operator may also disappear between its opening and the first call.
  const place = placeOfUrl(asked.databaseUrl);
  return waitFor(attempt, { place, patience: asked.databaseWait, signal, onProgress: log, passes });
}

/** A call of the start reports a lost database like other calls do. */
function passes(error: unknown): boolean {
  return isPassing(error) || (error instanceof Refusal && error.fault === "not_ready");
}

interface Built {
  readonly build: BuildInfo;
  readonly portal: Promise<void>;
}

async function startOnce(options: StartOptions, asked: Settings, { build, portal }: Built): Promise<Started> {
  const { log, onRoleChange = log } = options;
  const [opened] = await Promise.allSettled([openWithDemo(asked, options), portal]);
  if (opened.status === "rejected") throw opened.reason;
  const { db, catalogue } = opened.value;
  const settings: Settings = asked.followsDatabase
    ? { ...asked, accessMode: db.isReplica ? "ro" : "rw" }
    : asked;
  const watch = watchRole(db, settings, onRoleChange);
  try {
    await portal;
    if (!db.isReplica) await importVendors(db);
    const portalFolder = join(ROOT, "dist");
    const { connection, isReplica } = db;
    const { accessMode } = settings;
    const room = largeRoom(memoryOfProcess());
    const large = (hears: (aside: Aside) => void): LargeCalls =>
      createLargeCalls({ connection, isReplica, accessMode, room }, undefined, hears);
    const http = await composeHttp({ db, catalogue, settings, build, portalFolder, log, large, room });
    const address = await listening(http, { host: settings.host, port: options.port ?? settings.port });
    // Not awaited, because it reads all text data.
    void tellDoubtfulTexts(db, log);
    const endWatch = watchMemory();
    return {
      settings,
      address,
      async stop() {
        void watch.stop();
        endWatch();
        await http.close();
        await db.close();
      },
    };
  } catch (error) {
    void watch.stop();
    await db.close();
    const isDns = (port: number): boolean => asked.dns.some((one) => one.port === port);
    throw listenFault(error, (port) => {
      if (port === asked.metrics.listen?.port) return "NETPORTAL_METRICS_LISTEN";
      return isDns(port) ? "NETPORTAL_DNS_LISTEN" : "NETPORTAL_HOST / NETPORTAL_PORT";
    });
  }
}

/** Listens. If that fails, everything that was started is closed. */
async function listening(
  http: FastifyInstance,
  place: { readonly host: string; readonly port: number },
): Promise<string> {
  try {
    return await http.listen(place);
  } catch (error) {
    await http.close();
    throw error;
  }
}

async function openWithDemo(
  settings: Settings,
  { log, signal, onHopeless = log }: StartOptions,
): Promise<Opened> {
  const opened = await openProduct(settings, {
    onProgress: log,
    patience: { patience: settings.databaseWait, onHopeless },
    ...(signal && { signal }),
  });
  const { db } = opened;
  try {
    if (db.isReplica && settings.accessMode !== "ro" && !settings.followsDatabase)
      throw new Error(
        "The database is a replica: it can be read only with NETPORTAL_ACCESS_MODE=ro, or with auto, which writes once it is promoted.",
      );
    if (settings.withDemo && (await isEmpty(db))) await fill(opened, settings, log);
  } catch (error) {
    await db.close();
    throw error;
  }
  return opened;
}

async function fill({ db, catalogue }: Opened, settings: Settings, log: StartOptions["log"]): Promise<void> {
  try {
    const tokens = await loadDemo(db, "S", { catalogue, passwordHash, tokenHash, newToken, onProgress: log });
    writeTokenFile(settings.dataFolder, tokens);
  } catch (error) {
    // Another process that started at the same time was faster.
    if (!(error instanceof NotEmpty)) throw error;
  }
}
