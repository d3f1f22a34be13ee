import { parseMac, SEPARATORS, withColons } from "./mac.ts";

const EUI64 = /^[0-9a-f]{2}(?:[:.-]?[0-9a-f]{2}){7}$/;
/** The bit of the first octet that a modified EUI-64 flips (RFC 4291, appendix A). */
const LOCAL_BIT = 2;

/**
 * A MAC address of a filter. It may also be 16 hex digits of an EUI-64, which stand for the MAC address behind it (wire contract 5.5); without one
 * the result is `""`, which matches nothing.
 */
export function parseMacFilter(text: string): string | null {
  const lower = text.toLowerCase();
  if (!EUI64.test(lower)) return parseMac(text);
  const digits = lower.replace(SEPARATORS, "");
  if (digits.slice(6, 10) !== "fffe") return "";
  const first = (Number.parseInt(digits.slice(0, 2), 16) ^ LOCAL_BIT).toString(16).padStart(2, "0");
  return withColons(first + digits.slice(2, 6) + digits.slice(10));
}
