import { formatAddress, widthOf } from "#contract/values/ip";

/** The networks that make up a range of addresses, in order and as few as possible: what a generator of addresses is asked for. */
export function partsOfRange(version: 4 | 6, first: bigint, last: bigint): readonly string[] {
  const width = widthOf(version);
  const parts: string[] = [];
  let next = first;
  while (next <= last) {
    let bits = 0;
    // The largest network that begins here and ends within.
    while (bits < width && fits(next, BigInt(bits + 1), last)) bits++;
    parts.push(`${formatAddress({ version, value: next })}/${String(width - bits)}`);
    next += 1n << BigInt(bits);
  }
  return parts;
}

function fits(first: bigint, bits: bigint, last: bigint): boolean {
  const size = 1n << bits;
  return first % size === 0n && first + size - 1n <= last;
}
