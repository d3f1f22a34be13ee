import type { FastifyInstance } from "fastify";
import { LIMITS } from "#contract/limits";
import { createApp } from "../app.ts";
import type { Background } from "../background.ts";
import { ROOT } from "../open.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { createEvents, type Events } from "../events/events.ts";
import { createWake, type Wake } from "../events/wake.ts";
import type { Log } from "../log.ts";
import { limitedAttempts } from "../access/attempts.ts";
import type { BuildInfo } from "./build-info.ts";
import { createIdentity } from "./identity/identity.ts";
import { createLargeBodies } from "./large/bodies.ts";
import type { LargeCalls } from "./large/calls.ts";
import { largeRoom, memoryOfProcess, type LargeRoom } from "./large/room.ts";
import { openPortal } from "./portal.ts";
import { prepareAnswers } from "./prepared.ts";
import { createHttp } from "./server.ts";
import type { Settings } from "./settings.ts";
import { startShortening } from "./shorten-log.ts";
import { startSweeping } from "./sweep.ts";
import { startTidying } from "./tidy.ts";
import { startWatching, type Watching } from "./watching.ts";
import { readMapGround } from "../tools/map-ground.ts";
import { startServices } from "../services/start-services.ts";
import { readHub } from "../hub/files.ts";
import { startKea } from "../services/kea/kea.ts";
import { mailSender } from "../requests/mail.ts";
import { startTicketNews } from "../requests/news.ts";
import { startOutbox } from "../requests/outbox.ts";
import { startMacFinder } from "../tools/mac-finder.ts";

export interface ComposeParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly build: BuildInfo;
  /** Folder of the built portal; it need not exist. */
  readonly portalFolder: string;
  readonly log: Log;
  /** Memory for large calls; by default computed from the memory of this process. */
  readonly room?: LargeRoom;
  /** Creates the threads for large calls; without it large calls are answered like all others. */
  readonly large?: (hears: Watching["hears"]) => LargeCalls;
}

/** The product over HTTP on an open database, without a port yet. */
export async function composeHttp(given: ComposeParts): Promise<FastifyInstance> {
  const wake = createWake(given.db);
  const watching = await startWatching({
    ...given,
    onCommit: () => {
      wake.committed();
    },
  });
  try {
    return await composed({ ...given, log: watching.log }, watching, wake);
  } catch (error) {
    await Promise.all([watching.stop(), wake.stop()]);
    throw error;
  }
}

async function composed(parts: ComposeParts, watching: Watching, wake: Wake): Promise<FastifyInstance> {
  const { db, catalogue, settings, log, room = largeRoom(memoryOfProcess()) } = parts;
  const large = parts.large?.(watching.hears) ?? null;
  const { executor, resolver, turns } = createApp({
    db,
    catalogue,
    accessMode: settings.accessMode,
    log,
    observe: watching.observe,
    ...(large && { executionsHere: LIMITS.executionsHere }),
  });
  watching.metrics.watch({ ...parts, turns, ...watching, troubles: () => watching.troubles.lasting() });
  const prepared = await prepareAnswers({ db, catalogue, resolver });
  const writes = settings.accessMode !== "ro";
  // The services forget what servers showed to another database, so they start before any server is contacted. If they cannot listen, nothing else
  // has started.
  const services = await startServices({ db, catalogue, listen: settings.dns, writes, wake, log });
  const mail = settings.mail && {
    settings: settings.mail,
    outbox: startOutbox({ db, send: mailSender(settings.mail), log }),
  };
  const news = startTicketNews({ db, mail, publicUrl: settings.publicUrl, log });
  const macFinder = startMacFinder(db, log);
  const events = createEvents({ db, catalogue, resolver, wake, writes, log });
  const kea = writes ? startKea({ db, catalogue, log }) : null;
  const http = await createHttp({
    ...parts,
    executor,
    prepared,
    bodies: createLargeBodies(db, catalogue, room.bodies),
    large,
    ...watching,
    resolver,
    turns,
    accessMode: settings.accessMode,
    hub: readHub(ROOT, catalogue, log),
    macFinder,
    events,
    ground: readMapGround(settings.map.folder),
    mail,
    portal: openPortal(parts.portalFolder),
    attempts: limitedAttempts(db),
    identity: settings.identity === null ? null : createIdentity(settings.identity, db, log),
  });
  const upkeep = startUpkeep(parts, writes);
  endStreams(http, events);
  http.addHook("onClose", async () => {
    await Promise.all([
      ...upkeep.map((work) => work.stop()),
      macFinder.stop(),
      news.stop(),
      kea?.stop(),
      services.stop(),
      mail?.outbox.stop(),
      large?.close(),
    ]);
    await Promise.all([watching.stop(), wake.stop()]);
  });
  return http;
}

/** Ends the streams as soon as the server stops, because it would wait for them. */
function endStreams(http: FastifyInstance, events: Events): void {
  http.addHook("preClose", (done) => {
    events.end();
    done();
  });
  http.addHook("onClose", () => events.stop());
}

/** Work that deletes expired rows and their remains. */
function startUpkeep({ db, catalogue, settings, log }: ComposeParts, writes: boolean): readonly Background[] {
  return [
    startSweeping(db, catalogue, log),
    startShortening({ db, catalogue, log, months: writes ? settings.historyMonths : null }),
    startTidying(db, log),
  ];
}
