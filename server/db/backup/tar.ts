/** A file or folder of a tar archive (POSIX ustar). Its body must be read before the next member is requested. */
export interface TarMember {
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
  readonly size: number;
  readonly body: AsyncIterable<Buffer>;
}

const BLOCK = 512;
/** Two blocks of zeros end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

const KINDS: Readonly<Record<string, TarMember["kind"]>> = { "0": "file", "\0": "file", "5": "folder" };

/** An archive is damaged or incomplete. */
export class TarDamaged extends Error {}

/** Members of an archive in their order, with constant memory. Throws `TarDamaged`. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarMember> {
  const source = createSource(chunks);
  for (;;) {
    const header = await source.take(BLOCK);
    if (header.every((byte) => byte === 0)) {
      // The unpacker checks the end of the archive only when everything is read.
      await source.drain();
      return;
    }
    const member = memberOf(header);
    let left = member.size;
    async function* body(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const piece = await source.some(left);
        left -= piece.length;
        yield piece;
      }
    }
    yield { ...member, body: body() };
    for (; left > 0; left -= (await source.some(left)).length);
    await source.take((BLOCK - (member.size % BLOCK)) % BLOCK);
  }
}

function memberOf(header: Buffer): Omit<TarMember, "body"> {
  const text = (from: number, length: number): string =>
    header.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  const sum = Number.parseInt(text(148, 8), 8);
  const size = Number.parseInt(text(124, 12), 8);
  if (sum !== checksum(header) || !Number.isSafeInteger(size))
    throw new TarDamaged("a header of the archive is damaged");
  const prefix = text(345, 155);
  const name = (prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`).replace(/^\.\//, "");
  return { name, kind: KINDS[header.toString("latin1", 156, 157)] ?? "other", size };
}

function checksum(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/** A file of an archive, with header and padding. */
export function tarFile(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  };
  header.write(name, 0, 100, "utf8");
  for (const [value, at, length] of [
    [0o600, 100, 8],
    [0, 108, 8],
    [0, 116, 8],
    [content.length, 124, 12],
    [Math.floor(Date.now() / 1000), 136, 12],
  ] as const)
    octal(value, at, length);
  header.write("0", 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  octal(checksum(header), 148, 7);
  header[155] = 0x20;
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

interface Source {
  /** Exactly this number of bytes. */
  take(count: number): Promise<Buffer>;
  /** At least one byte, and at most this number. */
  some(most: number): Promise<Buffer>;
  /** Reads the rest. */
  drain(): Promise<void>;
}

function createSource(chunks: AsyncIterable<Buffer>): Source {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const some = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done === true) throw new TarDamaged("the archive ends too early");
      rest = Buffer.from(next.value);
    }
    const piece = rest.subarray(0, most);
    rest = rest.subarray(piece.length);
    return piece;
  };
  return {
    some,
    async drain() {
      while ((await iterator.next()).done !== true);
    },
    async take(count) {
      const pieces: Buffer[] = [];
      for (let left = count; left > 0;) {
        const piece = await some(left);
        pieces.push(piece);
        left -= piece.length;
      }
      return Buffer.concat(pieces);
    },
  };
}
