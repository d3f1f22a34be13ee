import { parseMacFilter } from "#contract/values/eui64";

const HOST_BITS = 64n;

/** The MAC address inside an IPv6 address with a modified EUI-64; null without one (RFC 4291, appendix A). */
export function macInside(value: bigint): string | null {
  const id = (value & ((1n << HOST_BITS) - 1n)).toString(16).padStart(16, "0");
  const mac = parseMacFilter(id.replace(/..(?=.)/g, "$&:"));
  return mac === "" ? null : mac;
}
