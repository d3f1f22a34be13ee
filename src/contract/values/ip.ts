/** An address as a number, and its short form exactly as PostgreSQL writes it. */
export interface IpAddress extends BareAddress {
  readonly text: string;
}

/** A network with host bits zero; `text` is the short form with prefix. */
export interface IpNetwork extends IpAddress {
  readonly prefix: number;
}

interface BareAddress {
  readonly version: 4 | 6;
  readonly value: bigint;
}

const OCTET = /^(0|[1-9][0-9]{0,2})$/;
const HEX_GROUP = /^[0-9a-fA-F]{1,4}$/;

/** Forms that are accepted besides the usual ones. */
export interface IpOptions {
  /** `::ffff:192.0.2.1`, as PostgreSQL writes some addresses. */
  readonly withIpv4Tail?: true;
}

/** An address without prefix and zone; null for any other text. Leading zeros in IPv4 are refused, because they may mean octal. */
export function parseAddress(text: string, options: IpOptions = {}): IpAddress | null {
  const address = text.includes(":") ? parseIpv6(text, options) : parseIpv4(text);
  return address === null ? null : { ...address, text: formatAddress(address) };
}

/** The short form of a typed address; an embedded IPv4 address is accepted only if the short form has one too (VAL-09). */
export function asTyped(
  text: string,
  parse: (text: string, options?: IpOptions) => { readonly text: string } | null,
): string | null {
  const short = parse(text, { withIpv4Tail: true })?.text;
  return short === text ? text : (parse(text)?.text ?? null);
}

/** A network `address/prefix` with host bits zero; null for anything else. */
export function parseNetwork(text: string, options: IpOptions = {}): IpNetwork | null {
  const found = readPrefixed(text, options);
  if (found === null || hostBits(found, found.prefix) !== 0n) return null;
  return { ...found, text: `${found.text}/${String(found.prefix)}` };
}

/** The network of `address/prefix` whatever its host bits; null for any other text. */
export function networkAround(text: string): IpNetwork | null {
  const found = readPrefixed(text, {});
  if (found === null) return null;
  const { version, prefix } = found;
  const value = found.value - hostBits(found, prefix);
  return { version, value, prefix, text: `${formatAddress({ version, value })}/${String(prefix)}` };
}

/** An address with a prefix length; `text` is the address alone. */
function readPrefixed(text: string, options: IpOptions): IpNetwork | null {
  const slash = text.indexOf("/");
  const address = slash < 0 ? null : parseAddress(text.slice(0, slash), options);
  const length = text.slice(slash + 1);
  if (address === null || !OCTET.test(length)) return null;
  const prefix = Number(length);
  return prefix > widthOf(address.version) ? null : { ...address, prefix };
}

export function widthOf(version: 4 | 6): number {
  return version === 4 ? 32 : 128;
}

/** Addresses of an IPv4 subnet that pools leave free: network, broadcast, gateway and two routers (wire contract 7.7). */
export const POOL_LEAVES_FREE = 5;

function hostBits(address: BareAddress, prefix: number): bigint {
  return address.value & ((1n << BigInt(widthOf(address.version) - prefix)) - 1n);
}

export function formatAddress(address: BareAddress): string {
  return address.version === 4 ? formatIpv4(address.value) : formatIpv6(address.value);
}

function parseIpv4(text: string): BareAddress | null {
  const octets = text.split(".");
  if (octets.length !== 4 || !octets.every((part) => OCTET.test(part) && Number(part) <= 255)) return null;
  return { version: 4, value: octets.reduce((sum, part) => sum * 256n + BigInt(part), 0n) };
}

function parseIpv6(text: string, options: IpOptions): BareAddress | null {
  const halves = (options.withIpv4Tail === true ? withHexTail(text) : text).split("::");
  const [left = "", right] = halves;
  if (halves.length > 2) return null;
  const head = groupsOf(left);
  const tail = right === undefined ? [] : groupsOf(right);
  const found = head.length + tail.length;
  if (right === undefined ? found !== 8 : found > 7) return null;
  const groups = [...head, ...Array.from({ length: 8 - found }, () => "0"), ...tail];
  if (!groups.every((group) => HEX_GROUP.test(group))) return null;
  return { version: 6, value: groups.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n) };
}

function groupsOf(half: string): readonly string[] {
  return half === "" ? [] : half.split(":");
}

/** Replaces the IPv4 address at the end by its two groups. */
function withHexTail(text: string): string {
  const start = text.lastIndexOf(":") + 1;
  const tail = parseIpv4(text.slice(start));
  if (tail === null) return text;
  return `${text.slice(0, start)}${(tail.value >> 16n).toString(16)}:${(tail.value & 65535n).toString(16)}`;
}

function formatIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");
}

function formatIpv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    Number((value >> BigInt(112 - 16 * index)) & 65535n),
  );
  const run = longestZeroRun(groups);
  const isEmbedded = run.start === 0 && (run.length === 6 || (run.length === 5 && groups[5] === 0xffff));
  const hex = groups.map((group) => group.toString(16));
  const shown = isEmbedded ? [...hex.slice(0, 6), formatIpv4(value & 0xffffffffn)] : hex;
  if (run.length < 2) return shown.join(":");
  const end = Math.min(run.start + run.length, isEmbedded ? 6 : 8);
  return `${shown.slice(0, run.start).join(":")}::${shown.slice(end).join(":")}`;
}

function longestZeroRun(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: -1, length: 0 };
  let start = 0;
  groups.forEach((group, index) => {
    if (group !== 0) start = index + 1;
    else if (index - start + 1 > best.length) best = { start, length: index - start + 1 };
  });
  return best;
}
