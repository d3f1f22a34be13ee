import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** The answer of a DHCP server: type of the message, address, and options by their number. */
export interface DhcpAnswer {
  readonly type: number;
  readonly address: string;
  readonly options: ReadonlyMap<number, Buffer>;
}

/** Clients behind a relay on loopback. */
export interface DhcpClients {
  readonly port: number;
  /** DISCOVER of a device on the link of an address; null if nobody answers. */
  discover(mac: string, link: string): Promise<DhcpAnswer | null>;
  request(mac: string, link: string, address: string): Promise<DhcpAnswer | null>;
  close(): void;
}

const DISCOVER = 1;
const REQUEST = 3;
const MAGIC = Buffer.from([99, 130, 83, 99]);
const WAIT_MS = 2_000;

export async function openDhcpClients(server: number, port = 0): Promise<DhcpClients> {
  const socket = createSocket("udp4");
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  const waiting = new Map<number, (answer: DhcpAnswer) => void>();
  socket.on("message", (packet) => waiting.get(packet.readUInt32BE(4))?.(answerIn(packet)));
  const ask = (type: number, mac: string, link: string, address?: string) =>
    asked(socket, waiting, server, (id) => packetOf(id, type, mac, link, address));
  const { port: own } = socket.address();
  return {
    port: own,
    discover: (mac, link) => ask(DISCOVER, mac, link),
    request: (mac, link, address) => ask(REQUEST, mac, link, address),
    close: () => socket.close(),
  };
}

async function asked(
  socket: Socket,
  waiting: Map<number, (answer: DhcpAnswer) => void>,
  server: number,
  packet: (id: number) => Buffer,
): Promise<DhcpAnswer | null> {
  const id = randomInt(2 ** 32);
  try {
    return await new Promise((resolve) => {
      setTimeout(() => resolve(null), WAIT_MS).unref();
      waiting.set(id, resolve);
      socket.send(packet(id), server, "127.0.0.1");
    });
  } finally {
    waiting.delete(id);
  }
}

function packetOf(id: number, type: number, mac: string, link: string, address?: string): Buffer {
  const head = Buffer.alloc(236);
  head.set([1, 1, 6, 1]);
  head.writeUInt32BE(id, 4);
  // The relay is on loopback, so option 82 contains the address of the link (RFC 3527).
  head.set([127, 0, 0, 1], 24);
  head.set(Buffer.from(mac.replaceAll(":", ""), "hex"), 28);
  const options = [
    [53, 1, type],
    ...(address === undefined ? [] : [[50, 4, ...bytesOf(address), 54, 4, 127, 0, 0, 1]]),
    [55, 6, 1, 3, 6, 12, 15, 51],
    [82, 6, 5, 4, ...bytesOf(link)],
    [255],
  ].flat();
  return Buffer.concat([head, MAGIC, Buffer.from(options)]);
}

function bytesOf(address: string): readonly number[] {
  return address.split(".").map(Number);
}

function answerIn(packet: Buffer): DhcpAnswer {
  const options = new Map<number, Buffer>();
  for (let at = 240; at < packet.length && packet[at] !== 255;) {
    const length = packet[at + 1] ?? 0;
    options.set(packet[at] ?? 0, packet.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return { type: options.get(53)?.[0] ?? 0, address: addressIn(packet.subarray(16, 20)), options };
}

/** The address in four bytes. */
export function addressIn(bytes: Buffer | undefined): string {
  return [...(bytes ?? [])].join(".");
}
