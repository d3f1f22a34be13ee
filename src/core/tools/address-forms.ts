import type { IpAddress } from "#contract/values/ip";

/** An IPv6 address with all 32 digits: `2001:0db8:…`. */
export function longForm(value: bigint): string {
  return hexDigits(value).replace(/....(?=.)/g, "$&:");
}

/** Name of an address in the tree of reverse names, with its final dot. */
export function reverseName({ version, value }: Pick<IpAddress, "version" | "value">): string {
  if (version === 6) return `${Array.from(hexDigits(value)).toReversed().join(".")}.ip6.arpa.`;
  const octets = [0n, 8n, 16n, 24n].map((shift) => String((value >> shift) & 255n));
  return `${octets.join(".")}.in-addr.arpa.`;
}

function hexDigits(value: bigint): string {
  return value.toString(16).padStart(32, "0");
}
