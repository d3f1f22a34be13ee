import { parseMacFilter } from "#contract/values/mac";

const HOST_BITS = 64n;

/** The MAC address that the lower half of an IPv6 address was made from; null for one that was made from none (RFC 4291, appendix A). */
export function macInside(value: bigint): string | null {
  const id = (value & ((1n << HOST_BITS) - 1n)).toString(16).padStart(16, "0");
  const mac = parseMacFilter(id.replace(/..(?=.)/g, "$&:"));
  return mac === "" ? null : mac;
}
