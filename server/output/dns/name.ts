const MOST_BYTES = 255;
const MOST_IN_LABEL = 63;
const POINTER = 0xc0;

/** A packet that is no DNS message, or one that nobody here can read. */
export class BadPacket extends Error {}

/** A name in lower case as length and text of each label. Our names hold no escaped dots. */
export function nameBytes(name: string): Buffer {
  const labels = name.toLowerCase().split(".").filter(Boolean);
  const parts = labels.flatMap((label) => {
    const text = Buffer.from(label, "latin1");
    if (text.length > MOST_IN_LABEL) throw new BadPacket("a label is too long");
    return [Buffer.from([text.length]), text];
  });
  const bytes = Buffer.concat([...parts, Buffer.from([0])]);
  if (bytes.length > MOST_BYTES) throw new BadPacket("a name is too long");
  return bytes;
}

export interface ReadName {
  /** In lower case, with final dot; bytes that no host name has are `\DDD`. */
  readonly name: string;
  /** Where the message goes on behind the name. */
  readonly end: number;
}

/** The name at a place of a message. Pointers lead backwards only, so they end. */
export function readName(message: Buffer, start: number): ReadName {
  const labels: string[] = [];
  let [at, lowest, length] = [start, start, 0];
  let end: number | null = null;
  for (let size = byteAt(message, at); size !== 0; size = byteAt(message, at)) {
    if (size >= POINTER) {
      end ??= at + 2;
      at = pointed(message, at, lowest);
      lowest = at;
      continue;
    }
    length += size + 1;
    labels.push(labelAt(message, at, size, length));
    at += 1 + size;
  }
  return { name: labels.length === 0 ? "." : `${labels.join(".")}.`, end: end ?? at + 1 };
}

function pointed(message: Buffer, at: number, lowest: number): number {
  const target = ((byteAt(message, at) & 0x3f) << 8) | byteAt(message, at + 1);
  if (target >= lowest) throw new BadPacket("a pointer leads forwards");
  return target;
}

function labelAt(message: Buffer, at: number, size: number, length: number): string {
  if (size > MOST_IN_LABEL) throw new BadPacket("a label has an unknown kind");
  if (length >= MOST_BYTES || at + 1 + size > message.length) throw new BadPacket("a name is too long");
  return labelText(message.subarray(at + 1, at + 1 + size));
}

export function byteAt(message: Buffer, at: number): number {
  const byte = message[at];
  if (byte === undefined) throw new BadPacket("the message ends too early");
  return byte;
}

function labelText(label: Buffer): string {
  return label
    .toString("latin1")
    .toLowerCase()
    .replace(/[^!-~]|[.\\]/g, (char) => `\\${String(char.charCodeAt(0)).padStart(3, "0")}`);
}
