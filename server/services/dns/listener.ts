import { createSocket, type RemoteInfo, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { answerTo, type Answering } from "./answer.ts";
import {
  CONNECTIONS,
  CONNECTIONS_KEPT,
  CONNECTIONS_OF_ADDRESS,
  LONGEST_QUESTION,
  PACKETS,
  QUESTION_MS,
} from "./budget.ts";
import { createClocks } from "./clocks.ts";
import { createClients, type Clients } from "./clients.ts";
import { framed, messagesOf, seconds } from "../../dns-wire/exchange.ts";
import { BadPacket } from "../../dns-wire/name.ts";
import { createReader } from "./reader.ts";
import { createReplays } from "./replays.ts";
import { createShares } from "./shares.ts";
import { createTransfers } from "./transfers.ts";
import type { Log } from "../../log.ts";

/** Addresses at which the hidden primary listens. */
export interface DnsListen {
  readonly host: string;
  readonly port: number;
}

export interface DnsListener {
  /** Ports of these addresses, in order. */
  readonly ports: readonly number[];
  stop(): Promise<void>;
}

/** A notified server asks for the zone within this time. */
const SOON_MS = 300;

/**
 * The hidden primary: SOA over UDP and TCP and transfers over TCP, only for servers with a known address and key (docs/services.md). It accepts no
 * more than `budget.ts` allows.
 */
export async function startDnsListener(
  db: Database,
  places: readonly DnsListen[],
  log: Log,
): Promise<DnsListener> {
  const connections = createShares({
    all: CONNECTIONS,
    each: CONNECTIONS_OF_ADDRESS,
    kept: CONNECTIONS_KEPT,
  });
  const packets = createShares({ all: PACKETS, each: PACKETS, kept: 0 });
  const now = (): number => performance.now();
  const clients = createClients(db, now);
  const answering = {
    db,
    replays: createReplays(),
    transfers: createTransfers(),
    clocks: createClocks(db, now),
    now: seconds,
  };
  const listening = { ...answering, clients, connections, packets, log };
  const listeners: Place[] = [];
  try {
    for (const place of places) listeners.push(await listenAt(place, listening));
  } catch (error) {
    await stopAll(listeners);
    throw error;
  }
  return { ports: listeners.map(({ port }) => port), stop: () => stopAll(listeners) };
}

async function stopAll(listeners: readonly Place[]): Promise<void> {
  await Promise.all(listeners.map((one) => one.stop()));
}

interface Place {
  readonly port: number;
  stop(): Promise<void>;
}

interface Listening extends Answering {
  readonly clients: Clients;
  readonly connections: ReturnType<typeof createShares>;
  readonly packets: ReturnType<typeof createShares>;
  readonly log: Log;
}

async function listenAt({ host, port }: DnsListen, listening: Listening): Promise<Place> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    void admit(socket, listening);
  });
  server.listen(port, host);
  await once(server, "listening");
  const taken = portOf(server);
  const udp = createSocket(host.includes(":") ? "udp6" : "udp4");
  let told = -SOON_MS;
  udp.on("message", (bytes, from) => {
    told = performance.now();
    void answerPacket(udp, bytes, from, listening);
  });
  udp.bind(taken, host);
  await once(udp, "listening");
  for (const one of [server, udp])
    one.on("error", (error: Error) => {
      listening.log("dns", { error });
    });
  return {
    port: taken,
    async stop() {
      udp.close();
      // BIND avoids an address for ten minutes after it has refused two connections, so recently notified servers may still connect.
      await pause(Math.max(0, told + SOON_MS - performance.now()));
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function answerPacket(
  udp: UdpSocket,
  bytes: Buffer,
  from: RemoteInfo,
  listening: Listening,
): Promise<void> {
  const end = bytes.length > LONGEST_QUESTION ? null : listening.packets.take("packets");
  if (end === null) return;
  try {
    if (!(await listening.clients.isKnown(from.address))) return;
    await answerTo({ bytes, from: from.address, isStream: false }, listening, async (answer) => {
      udp.send(answer, from.port, from.address, () => undefined);
      await Promise.resolve();
    });
  } catch (error) {
    tell(error, listening);
  } finally {
    end();
  }
}

/** Serves a connection from a known address within its share; ends any other one at once. */
async function admit(socket: Socket, listening: Listening): Promise<void> {
  socket.on("error", () => undefined);
  const address = socket.remoteAddress ?? "";
  let end: (() => void) | null = null;
  try {
    if (await listening.clients.isKnown(address)) end = listening.connections.take(address);
    if (end !== null) await serve(socket, address, listening);
  } catch (error) {
    if (!socket.destroyed) tell(error, listening);
  } finally {
    end?.();
    socket.destroy();
  }
}

async function serve(socket: Socket, from: string, listening: Listening): Promise<void> {
  const reader = createReader(socket);
  const awaitQuestion = (): NodeJS.Timeout => setTimeout(() => socket.destroy(), QUESTION_MS);
  let timer = awaitQuestion();
  try {
    for await (const bytes of messagesOf(socket, LONGEST_QUESTION)) {
      clearTimeout(timer);
      try {
        await answerTo({ bytes, from, isStream: true }, listening, (answer) => reader.give(framed(answer)));
      } catch (error) {
        // Leaving the loop ends the connection, so the error is logged before.
        if (!socket.destroyed) tell(error, listening);
        return;
      }
      timer = awaitQuestion();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Logs an error, except a bad packet, because anybody can send one. */
function tell(error: unknown, { log }: Listening): void {
  if (!(error instanceof BadPacket)) log("dns", { error });
}
