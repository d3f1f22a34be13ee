const PAIRS = /^[0-9a-f]{2}(?:(?:[:.-]?)[0-9a-f]{2}){5}$/;
const EUI64 = /^[0-9a-f]{2}(?:[:.-]?[0-9a-f]{2}){7}$/;
const SEPARATORS = /[:.-]/g;
/** Bit of the first octet that a modified EUI-64 turns over (RFC 4291, appendix A). */
const LOCAL_BIT = 2;

/** `aa:bb:cc:dd:ee:ff` from six pairs of hex digits with colons, dots, hyphens or nothing between (spec 5); null for anything else. */
export function parseMac(text: string): string | null {
  const lower = text.toLowerCase();
  return PAIRS.test(lower) ? withColons(lower.replace(SEPARATORS, "")) : null;
}

/**
 * A MAC address of a filter: also the 16 hex digits of an EUI-64, which stands for the MAC address it was made from
 * (wire contract 5.5). `""` for one that was made from none: it matches nothing.
 */
export function parseMacFilter(text: string): string | null {
  const lower = text.toLowerCase();
  if (!EUI64.test(lower)) return parseMac(text);
  const digits = lower.replace(SEPARATORS, "");
  if (digits.slice(6, 10) !== "fffe") return "";
  const first = (Number.parseInt(digits.slice(0, 2), 16) ^ LOCAL_BIT).toString(16).padStart(2, "0");
  return withColons(first + digits.slice(2, 6) + digits.slice(10));
}

function withColons(digits: string): string {
  return digits.match(/../g)?.join(":") ?? digits;
}
