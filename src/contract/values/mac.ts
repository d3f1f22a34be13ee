const PAIRS = /^[0-9a-f]{2}(?:(?:[:.-]?)[0-9a-f]{2}){5}$/;
/** Separators between pairs of digits. */
export const SEPARATORS = /[:.-]/g;

/** `aa:bb:cc:dd:ee:ff` from six pairs of hex digits, separated by colons, dots, hyphens or nothing; null for any other text. */
export function parseMac(text: string): string | null {
  const lower = text.toLowerCase();
  return PAIRS.test(lower) ? withColons(lower.replace(SEPARATORS, "")) : null;
}

export function withColons(digits: string): string {
  return digits.match(/../g)?.join(":") ?? digits;
}
