import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { formatAddress, parseAddress } from "#contract/values/ip";
import { numberBytes } from "../../server/dns-wire/numbers.ts";

/** The answer of a DHCPv6 server: the address and its times, and options by their number. */
export interface Dhcp6Answer {
  readonly type: number;
  readonly address: string | null;
  readonly preferred: number;
  readonly valid: number;
  readonly options: Options;
}

/** Clients behind a relay on loopback that tells their MAC addresses (RFC 6939). */
export interface Dhcp6Clients {
  readonly port: number;
  /** SOLICIT of a device on the link of an address; null if nobody answers. */
  solicit(mac: string, link: string): Promise<Dhcp6Answer | null>;
  /** REQUEST for the address that a server advertised. */
  request(mac: string, link: string, advertised: Dhcp6Answer): Promise<Dhcp6Answer | null>;
  close(): void;
}

type Options = ReadonlyMap<number, Buffer>;

const SOLICIT = 1;
const REQUEST = 3;
const RELAY_FORWARD = 12;
const OPTION = {
  client: 1,
  server: 2,
  identity: 3,
  address: 5,
  asked: 6,
  relayed: 9,
  linkLayer: 79,
} as const;
const WAIT_MS = 2_000;

export async function openDhcp6Clients(server: number, port = 0): Promise<Dhcp6Clients> {
  const socket = createSocket("udp6");
  socket.bind(port, "::1");
  await once(socket, "listening");
  const waiting = new Map<number, (answer: Dhcp6Answer) => void>();
  socket.on("message", (packet) => {
    const relayed = optionsIn(packet.subarray(34)).get(OPTION.relayed);
    if (relayed !== undefined) waiting.get(relayed.readUIntBE(1, 3))?.(answerIn(relayed));
  });
  const ask = (type: number, mac: string, link: string, more: readonly Buffer[]) =>
    asked(socket, waiting, server, (id) => packetOf({ id, type, mac, link, more }));
  return {
    port: socket.address().port,
    solicit: (mac, link) => ask(SOLICIT, mac, link, [option(OPTION.identity, IDENTITY)]),
    request: (mac, link, { options }) =>
      ask(REQUEST, mac, link, [
        option(OPTION.server, options.get(OPTION.server) ?? Buffer.alloc(0)),
        option(OPTION.identity, options.get(OPTION.identity) ?? IDENTITY),
      ]),
    close: () => socket.close(),
  };
}

async function asked(
  socket: Socket,
  waiting: Map<number, (answer: Dhcp6Answer) => void>,
  server: number,
  packet: (id: number) => Buffer,
): Promise<Dhcp6Answer | null> {
  const id = randomInt(2 ** 24);
  try {
    return await new Promise((resolve) => {
      setTimeout(() => resolve(null), WAIT_MS).unref();
      waiting.set(id, resolve);
      socket.send(packet(id), server, "::1");
    });
  } finally {
    waiting.delete(id);
  }
}

interface Question {
  readonly id: number;
  readonly type: number;
  readonly mac: string;
  readonly link: string;
  readonly more: readonly Buffer[];
}

/** The message of a client inside the message of its relay. The DUID of the client is an enterprise number and has no MAC address. */
function packetOf({ id, type, mac, link, more }: Question): Buffer {
  const hardware = Buffer.from(mac.replaceAll(":", ""), "hex");
  const message = Buffer.concat([
    numberBytes(type, 1),
    numberBytes(id, 3),
    option(OPTION.client, Buffer.concat([Buffer.from([0, 2, 0, 0, 0, 99]), hardware])),
    ...more,
    option(OPTION.asked, Buffer.from([0, 23, 0, 24])),
  ]);
  return Buffer.concat([
    Buffer.from([RELAY_FORWARD, 0]),
    bytesOf(link),
    bytesOf("fe80::99"),
    option(OPTION.linkLayer, Buffer.concat([Buffer.from([0, 1]), hardware])),
    option(OPTION.relayed, message),
  ]);
}

/** The identity association of a client, without times. */
const IDENTITY = Buffer.concat([numberBytes(1, 4), Buffer.alloc(8)]);

function option(code: number, data: Buffer): Buffer {
  return Buffer.concat([numberBytes(code, 2), numberBytes(data.length, 2), data]);
}

function optionsIn(bytes: Buffer): Options {
  const options = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    options.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return options;
}

function answerIn(message: Buffer): Dhcp6Answer {
  const options = optionsIn(message.subarray(4));
  const given = optionsIn(options.get(OPTION.identity)?.subarray(12) ?? Buffer.alloc(0)).get(OPTION.address);
  return {
    type: message[0] ?? 0,
    address: given === undefined ? null : address6In(given),
    preferred: given?.readUInt32BE(16) ?? 0,
    valid: given?.readUInt32BE(20) ?? 0,
    options,
  };
}

/** The first address of these bytes. */
export function address6In(bytes: Buffer): string {
  return formatAddress({ version: 6, value: BigInt(`0x${bytes.toString("hex", 0, 16)}`) });
}

function bytesOf(address: string): Buffer {
  const value = parseAddress(address)?.value ?? 0n;
  return Buffer.from(value.toString(16).padStart(32, "0"), "hex");
}
