import { createHash, randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";

/** The answer of a RADIUS server, with attributes by their number. */
export interface RadiusAnswer {
  readonly is: "Accept" | "Reject";
  readonly vlan: string | null;
  /** Tunnel-Password in the clear. */
  readonly key: string | null;
  /** Attributes of manufacturers, `vendor.number`; those of Aruba's key are hidden as Tunnel-Password is, without a tag. */
  readonly vendors: readonly (readonly [name: string, value: string])[];
  readonly attributes: ReadonlyMap<number, readonly Buffer[]>;
}

export interface RadiusClient {
  /** Asks for a user name as a network device does; null if nobody answers. At most 255 at the same time. */
  ask(name: string): Promise<RadiusAnswer | null>;
  close(): void;
}

const WAIT_MS = 3_000;
const VENDOR = 26;
const ARUBA_KEY = "14823.44";
const TUNNEL_PASSWORD = 69;
const TUNNEL_GROUP = 81;

/** A network device with this secret, at this address. */
export async function openRadiusClient(
  server: number,
  secret: string,
  address = "127.0.0.1",
): Promise<RadiusClient> {
  const socket = createSocket("udp4");
  socket.bind(0, address);
  await once(socket, "listening");
  const waiting = new Map<number, (packet: Buffer) => void>();
  socket.on("message", (packet) => waiting.get(packet[1] ?? 0)?.(packet));
  let last = 0;
  return {
    async ask(name) {
      do last = (last + 1) % 256;
      while (waiting.has(last));
      const id = last;
      const authenticator = randomBytes(16);
      try {
        return await new Promise((resolve) => {
          setTimeout(() => resolve(null), WAIT_MS).unref();
          waiting.set(id, (packet) => resolve(answerIn(packet, authenticator, secret)));
          socket.send(packetOf(id, authenticator, name, secret), server, "127.0.0.1");
        });
      } finally {
        waiting.delete(id);
      }
    },
    close: () => socket.close(),
  };
}

function packetOf(id: number, authenticator: Buffer, name: string, secret: string): Buffer {
  const password = hidden(Buffer.from(name), authenticator, secret);
  const attributes = Buffer.concat(
    [[1, Buffer.from(name)] as const, [2, password] as const, [32, Buffer.from("ap-17")] as const].map(
      ([number, value]) => Buffer.concat([Buffer.from([number, value.length + 2]), value]),
    ),
  );
  const head = Buffer.from([1, id, 0, 0]);
  head.writeUInt16BE(20 + attributes.length, 2);
  return Buffer.concat([head, authenticator, attributes]);
}

/** User-Password (RFC 2865, 5.2). */
function hidden(password: Buffer, authenticator: Buffer, secret: string): Buffer {
  const padded = Buffer.alloc(Math.ceil(password.length / 16) * 16);
  password.copy(padded);
  let before = authenticator;
  for (let at = 0; at < padded.length; at += 16) {
    const pad = createHash("md5").update(secret).update(before).digest();
    for (let i = 0; i < 16; i++) padded[at + i] = (padded[at + i] ?? 0) ^ (pad[i] ?? 0);
    before = padded.subarray(at, at + 16);
  }
  return padded;
}

function answerIn(packet: Buffer, authenticator: Buffer, secret: string): RadiusAnswer {
  const attributes = new Map<number, Buffer[]>();
  for (let at = 20; at < packet.length;) {
    const [number = 0, length = 2] = packet.subarray(at);
    attributes.set(number, [...(attributes.get(number) ?? []), packet.subarray(at + 2, at + length)]);
    at += Math.max(2, length);
  }
  const [password] = attributes.get(TUNNEL_PASSWORD) ?? [];
  const [vlan] = attributes.get(TUNNEL_GROUP) ?? [];
  return {
    is: packet[0] === 2 ? "Accept" : "Reject",
    // A tag of zero may be left out.
    vlan: vlan === undefined ? null : vlan.toString().replace(/^\0/, ""),
    key: password === undefined ? null : shown(password, authenticator, secret),
    vendors: (attributes.get(VENDOR) ?? []).map((value) => {
      const name = `${String(value.readUInt32BE(0))}.${String(value[4])}`;
      const text = value.subarray(6);
      const tagged = Buffer.concat([Buffer.alloc(1), text]);
      return [name, name === ARUBA_KEY ? shown(tagged, authenticator, secret) : text.toString()];
    }),
    attributes,
  };
}

/** Tunnel-Password (RFC 2868, 3.5): tag, salt, hidden length and text. */
function shown(value: Buffer, authenticator: Buffer, secret: string): string {
  const [salt, text] = [value.subarray(1, 3), Buffer.from(value.subarray(3))];
  let before = Buffer.concat([authenticator, salt]);
  for (let at = 0; at < text.length; at += 16) {
    const pad = createHash("md5").update(secret).update(before).digest();
    before = Buffer.from(text.subarray(at, at + 16));
    for (let i = 0; i < before.length; i++) text[at + i] = (text[at + i] ?? 0) ^ (pad[i] ?? 0);
  }
  return text.subarray(1, 1 + (text[0] ?? 0)).toString();
}
