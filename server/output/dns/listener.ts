import { createSocket, type RemoteInfo, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { answersTo, type Answering } from "./answer.ts";
import { framed, messagesOf, seconds } from "./exchange.ts";
import { BadPacket } from "./name.ts";
import { createReplays } from "./replays.ts";

/** Where the hidden primary listens. */
export interface DnsListen {
  readonly host: string;
  readonly port: number;
}

export interface DnsListener {
  /** Port of the first place where it listens. */
  readonly port: number;
  stop(): Promise<void>;
}

const CONNECTIONS = 100;
const SILENCE_MS = 30_000;
/** Most bytes of a question. */
const LONGEST_QUESTION = 4096;
/** A server that was told of a new serial asks for the zone within this time. */
const SOON_MS = 300;

/** The hidden primary: SOA over UDP and TCP, transfers over TCP, only to servers that show their key (docs/services.md). */
export async function startDnsListener(
  db: Database,
  places: readonly DnsListen[],
  log: (text: string) => void,
): Promise<DnsListener> {
  const listening = { db, replays: createReplays(), now: seconds, log };
  const listeners: DnsListener[] = [];
  try {
    for (const place of places) listeners.push(await listenAt(place, listening));
  } catch (error) {
    await stopAll(listeners);
    throw error;
  }
  return { port: listeners[0]?.port ?? 0, stop: () => stopAll(listeners) };
}

async function stopAll(listeners: readonly DnsListener[]): Promise<void> {
  await Promise.all(listeners.map((one) => one.stop()));
}

interface Listening extends Answering {
  readonly log: (text: string) => void;
}

async function listenAt({ host, port }: DnsListen, listening: Listening): Promise<DnsListener> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    void serve(socket, listening);
  });
  server.maxConnections = CONNECTIONS;
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
      listening.log(`dns: ${error.message}`);
    });
  return {
    port: taken,
    async stop() {
      udp.close();
      // BIND avoids an address for ten minutes after it has refused two connections, so servers that were just notified may still connect.
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
  try {
    for (const answer of await answersTo(bytes, false, listening))
      udp.send(answer, from.port, from.address, () => undefined);
  } catch (error) {
    tell(error, listening);
  }
}

async function serve(socket: Socket, listening: Listening): Promise<void> {
  socket.on("error", () => undefined);
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  try {
    for await (const question of messagesOf(socket, LONGEST_QUESTION))
      for (const answer of await answersTo(question, true, listening)) await write(socket, answer);
  } catch (error) {
    if (!socket.destroyed) tell(error, listening);
  } finally {
    socket.destroy();
  }
}

/** Waits for a slow reader, whose connection ends after a while. */
async function write(socket: Socket, answer: Buffer): Promise<void> {
  if (socket.destroyed) throw new BadPacket("the connection is gone");
  if (socket.write(framed(answer))) return;
  await Promise.race([once(socket, "drain"), once(socket, "close")]);
}

/** Logs an error, except a bad packet, because anybody can send one. */
function tell(error: unknown, { log }: Listening): void {
  if (!(error instanceof BadPacket)) log(`dns: ${error instanceof Error ? error.message : String(error)}`);
}
