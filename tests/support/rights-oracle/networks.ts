/** A network as a number and the length of its prefix; an address is a network of full length. */
interface Network {
  readonly bits: 32 | 128;
  readonly value: bigint;
  readonly length: number;
}

/** Whether the outer network contains the inner network or address, or equals it. Both may be in any usual spelling. */
export function holds(outer: string, inner: string): boolean {
  const [o, i] = [parsed(outer), parsed(inner)];
  if (o.bits !== i.bits || i.length < o.length) return false;
  const shift = BigInt(o.bits - o.length);
  return o.value >> shift === i.value >> shift;
}

export function prefixLength(network: string): number {
  return parsed(network).length;
}

const known = new Map<string, Network>();

function parsed(text: string): Network {
  let network = known.get(text);
  if (network === undefined) known.set(text, (network = parse(text)));
  return network;
}

function parse(text: string): Network {
  const [address = "", length] = text.split("/");
  const bits = address.includes(":") ? 128 : 32;
  return {
    bits,
    value: bits === 32 ? ofParts(address.split("."), 8, 10) : ofSix(address),
    length: length === undefined ? bits : Number(length),
  };
}

function ofSix(address: string): bigint {
  const [left = "", right] = address.split("::");
  const parts = (text: string): string[] => text.split(":").filter((part) => part !== "");
  const before = parts(left);
  const after = right === undefined ? [] : parts(right);
  const gap = Array.from({ length: right === undefined ? 0 : 8 - before.length - after.length }, () => "0");
  return ofParts([...before, ...gap, ...after], 16, 16);
}

function ofParts(parts: readonly string[], width: number, radix: number): bigint {
  return parts.reduce((sum, part) => (sum << BigInt(width)) + BigInt(Number.parseInt(part, radix)), 0n);
}
