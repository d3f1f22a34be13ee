import { parseAddress } from "./ip.ts";
import { bytesOf, escapedBytes } from "./record-strings.ts";

/** Names of the parameters of SVCB and HTTPS by their number (RFC 9460, RFC 9461, RFC 9540). */
const KEYS = [
  "mandatory",
  "alpn",
  "no-default-alpn",
  "port",
  "ipv4hint",
  "ech",
  "ipv6hint",
  "dohpath",
  "ohttp",
];

interface Parameter {
  readonly number: number;
  readonly text: string;
}

/** Parameters in the order of their numbers, each in one spelling; null where one is wrong or there twice. */
export function serviceParameters(words: readonly string[]): readonly string[] | null {
  const read = words.map(parameterOf);
  const known = read.filter((one) => one !== null);
  if (known.length < read.length) return null;
  const sorted = known.toSorted((a, b) => a.number - b.number);
  const isTwice = sorted.some(({ number }, at) => number === sorted[at - 1]?.number);
  return isTwice ? null : sorted.map(({ text }) => text);
}

function parameterOf(word: string): Parameter | null {
  const [, name = "", , value = ""] = /^([a-z0-9-]+)(=([^]*))?$/i.exec(word) ?? [];
  const number = parameterNumber(name.toLowerCase());
  if (number === null) return null;
  const key = KEYS[number] ?? `key${String(number)}`;
  const canonical = value === "" ? "" : valueOf(key, value);
  if (canonical === null || !takes(key, canonical)) return null;
  return { number, text: canonical === "" ? key : `${key}=${canonical}` };
}

/** Known parameters have a value always or never; others as they are written. */
function takes(key: string, value: string): boolean {
  return key.startsWith("key") || BARE.has(key) === (value === "");
}

const BARE: ReadonlySet<string> = new Set(["no-default-alpn", "ohttp"]);

/** Number of a parameter by its name in lower case; null for a name that no parameter has. */
export function parameterNumber(name: string): number | null {
  const at = KEYS.indexOf(name);
  if (at >= 0) return at;
  const number = Number(/^key(0|[1-9][0-9]{0,4})$/.exec(name)?.[1] ?? NaN);
  return number < 65_535 ? number : null;
}

function valueOf(key: string, written: string): string | null {
  const bytes = bytesOf(written);
  if (bytes === null) return null;
  const text = escapedBytes(bytes);
  switch (key) {
    case "port":
      return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? String(Number(text)) : null;
    case "ipv4hint":
      return addresses(text, 4);
    case "ipv6hint":
      return addresses(text, 6);
    case "mandatory":
      return mandatory(text);
    default:
      return /[\s;()]|\\/.test(text) || text === "" ? `"${text}"` : text;
  }
}

function addresses(text: string, version: 4 | 6): string | null {
  const read = text.split(",").map((part) => parseAddress(part, { withIpv4Tail: true }));
  return read.every((one) => one?.version === version) ? read.map((one) => one?.text).join(",") : null;
}

function mandatory(text: string): string | null {
  const numbers = text.split(",").map((name) => parameterNumber(name.toLowerCase()) ?? 0);
  const isRight = !numbers.includes(0) && new Set(numbers).size === numbers.length;
  const sorted = numbers.toSorted((a, b) => a - b);
  return isRight ? sorted.map((number) => KEYS[number] ?? `key${String(number)}`).join(",") : null;
}
