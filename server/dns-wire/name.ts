const MOST_BYTES = 255;
const MOST_IN_LABEL = 63;
const POINTER = 0xc0;
/** The greatest number of labels of a name. */
const MOST_HOPS = 127;

/** A packet that is not a DNS message, or one that this code cannot read. */
export class BadPacket extends Error {}

/** A name in lower case as length and text of each label. `\DDD` stands for one byte, as in names from messages. */
export function nameBytes(name: string): Buffer {
  const labels = name.toLowerCase().split(".").filter(Boolean);
  const parts = labels.flatMap((label) => {
    const text = Buffer.from(unescaped(label), "latin1");
    if (text.length > MOST_IN_LABEL) throw new BadPacket("a label is too long");
    return [Buffer.from([text.length]), text];
  });
  const bytes = Buffer.concat([...parts, Buffer.from([0])]);
  if (bytes.length > MOST_BYTES) throw new BadPacket("a name is too long");
  return bytes;
}

function unescaped(label: string): string {
  if (!label.includes("\\")) return label;
  return label.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number(digits)));
}

export interface ReadName {
  /** In lower case, with final dot. Bytes that no host name has are written as `\DDD`. */
  readonly name: string;
  /** Position in the message after the name. */
  readonly end: number;
}

/**
 * The name at a position of a message (RFC 1035, 4.1.4). Pointers lead backwards only, and at most 127 of them follow one another. Each byte of a
 * message is read once, however many names point to it.
 */
export function readName(message: Buffer, start: number): ReadName {
  const { text } = tailAt(message, start, 0);
  return { name: text === "" ? "." : text, end: endOfName(message, start) };
}

/** The end of a name, without reading it. */
export function endOfName(message: Buffer, start: number): number {
  let at = start;
  for (let size = byteAt(message, at); size !== 0; size = byteAt(message, at)) {
    if (size >= POINTER) return at + 2;
    at += 1 + size;
  }
  return at + 1;
}

/** The rest of a name, from one of its labels on. */
interface Tail {
  readonly text: string;
  /** Length on the wire without pointers. */
  readonly bytes: number;
  /** Number of pointers that lead to it. */
  readonly hops: number;
}

const ROOT: Tail = { text: "", bytes: 1, hops: 0 };
const tailsOf = new WeakMap<Buffer, Map<number, Tail>>();

function tailAt(message: Buffer, start: number, hops: number): Tail {
  const known = tailsOf.get(message) ?? new Map<number, Tail>();
  tailsOf.set(message, known);
  const labels: number[] = [];
  let at = start;
  let tail = known.get(at);
  for (; tail === undefined; tail ??= known.get(at)) {
    const size = byteAt(message, at);
    if (size === 0) tail = ROOT;
    else if (size >= POINTER) {
      tail = tailBehind(message, pointed(message, at, start), hops + 1);
      known.set(at, tail);
    } else {
      labels.push(at);
      at = behindLabel(message, at, size);
    }
  }
  for (const place of labels.reverse()) {
    tail = prepended(message, place, tail);
    known.set(place, tail);
  }
  return tail;
}

function tailBehind(message: Buffer, target: number, hops: number): Tail {
  if (hops > MOST_HOPS) throw new BadPacket("a name has too many pointers");
  const tail = tailAt(message, target, hops);
  if (hops + tail.hops > MOST_HOPS) throw new BadPacket("a name has too many pointers");
  return { ...tail, hops: tail.hops + 1 };
}

function prepended(message: Buffer, place: number, { text, bytes, hops }: Tail): Tail {
  const size = byteAt(message, place);
  if (bytes + size + 1 > MOST_BYTES) throw new BadPacket("a name is too long");
  const label = labelText(message.subarray(place + 1, place + 1 + size));
  return { text: `${label}.${text}`, bytes: bytes + size + 1, hops };
}

function pointed(message: Buffer, at: number, lowest: number): number {
  const target = ((byteAt(message, at) & 0x3f) << 8) | byteAt(message, at + 1);
  if (target >= lowest) throw new BadPacket("a pointer leads forwards");
  return target;
}

function behindLabel(message: Buffer, at: number, size: number): number {
  if (size > MOST_IN_LABEL) throw new BadPacket("a label has an unknown kind");
  if (at + 1 + size > message.length) throw new BadPacket("a name is too long");
  return at + 1 + size;
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
