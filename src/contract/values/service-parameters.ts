import { parseAddress } from "./ip.ts";
import { parsed, refusedFor, type Parsed, type Refused } from "./parsed.ts";
import { BASE64, bytesOf, escapedBytes } from "./record-strings.ts";

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
  readonly ok: true;
  readonly number: number;
  readonly key: string;
  readonly text: string;
}

/** Parameters in the order of their numbers, each in one spelling. */
export function serviceParameters(words: readonly string[]): Parsed<string> {
  const read = words.map(parameterOf);
  const wrong = read.find((one) => !one.ok);
  if (wrong !== undefined) return wrong;
  const known = read.filter((one) => one.ok).toSorted((a, b) => a.number - b.number);
  return contradiction(known) ?? parsed(known.map(({ text }) => text).join(" "));
}

/** Conditions between parameters (RFC 9460, 7.1.1 and 8). */
function contradiction(sorted: readonly Parameter[]): Refused | null {
  const twice = sorted.find(({ number }, at) => number === sorted[at - 1]?.number);
  if (twice !== undefined) return refusedFor("parameterTwice", { field: twice.key });
  const keys = new Set(sorted.map(({ key }) => key));
  if (keys.has("no-default-alpn") && !keys.has("alpn")) return refusedFor("needsAlpn");
  const [first] = sorted;
  const wanted = first?.key === "mandatory" ? first.text.slice("mandatory=".length).split(",") : [];
  const missing = wanted.find((key) => !keys.has(key));
  return missing === undefined ? null : refusedFor("mandatoryMissing", { field: missing });
}

function parameterOf(word: string): Parameter | Refused {
  const [, written = "", , value = ""] = /^([a-z0-9-]+)(=([^]*))?$/i.exec(word) ?? [];
  const name = written.toLowerCase();
  const number = parameterNumber(name);
  if (number === null) return refusedFor("parameter", { field: word });
  const key = keyOf(number);
  if (key !== name) return refusedFor("parameterByName", { field: name, name: key });
  const bytes = bytesOf(value);
  if (bytes === null) return refusedFor("string", { field: key });
  const text = valueOf(key, bytes);
  if (typeof text !== "string") return text;
  return { ok: true, number, key, text: text === "" ? key : `${key}=${text}` };
}

/** Name of a parameter by its number. */
export function keyOf(number: number): string {
  return KEYS[number] ?? `key${String(number)}`;
}

/** Number of a parameter by its name in lower case; null for a name that no parameter has. */
export function parameterNumber(name: string): number | null {
  const at = KEYS.indexOf(name);
  if (at >= 0) return at;
  const number = Number(/^key(0|[1-9][0-9]{0,4})$/.exec(name)?.[1] ?? NaN);
  return number < 65_535 ? number : null;
}

type Reader = (text: string) => string | Refused;

/** Readers for the values of known parameters; a parameter without a reader has no value. */
const READERS: Readonly<Record<string, Reader>> = {
  mandatory,
  alpn: (text) => (idsIn(text) === null ? refusedFor("parameterIds", { field: "alpn" }) : word(text)),
  port: (text) =>
    /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535
      ? String(Number(text))
      : refusedFor("parameterPort", { field: "port" }),
  ipv4hint: addresses("ipv4hint", 4),
  ech: (text) => (BASE64.test(text) ? text : refusedFor("base64", { field: "ech" })),
  ipv6hint: addresses("ipv6hint", 6),
  dohpath: (text) =>
    /^\/[!-~]*\{\?dns\}/.test(text) ? word(text) : refusedFor("parameterPath", { field: "dohpath" }),
};

const BARE: ReadonlySet<string> = new Set(["no-default-alpn", "ohttp"]);

/** Known parameters either always or never have a value; others may have any bytes. */
function valueOf(key: string, bytes: Uint8Array): string | Refused {
  const text = escapedBytes(bytes);
  if (BARE.has(key)) return text === "" ? "" : refusedFor("parameterBare", { field: key });
  const reader = READERS[key];
  if (reader === undefined) return text === "" ? "" : word(text);
  return text === "" ? refusedFor("parameterEmpty", { field: key }) : reader(text);
}

/** Escaped bytes as a word, in quotation marks if they need them. */
function word(text: string): string {
  return /[\s;()]|\\/.test(text) ? `"${text}"` : text;
}

/** The names in the bytes of a list, as letters of one byte each; null if one is empty or too long (RFC 9460, A.1 and 7.1). */
export function listedIds(bytes: Uint8Array): readonly string[] | null {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const parts = text.match(/(?:\\[\\,]|[^\\,])+/g) ?? [];
  if (parts.join(",") !== text) return null;
  const ids = parts.map((part) => part.replaceAll(/\\(.)/g, "$1"));
  return ids.length > 0 && ids.every((id) => id.length <= 255) ? ids : null;
}

function idsIn(escaped: string): readonly string[] | null {
  const bytes = bytesOf(`"${escaped}"`);
  return bytes === null ? null : listedIds(bytes);
}

function addresses(field: string, version: 4 | 6): Reader {
  return (text) => {
    const read = text.split(",").map((part) => parseAddress(part, { withIpv4Tail: true }));
    return read.every((one) => one?.version === version)
      ? read.map((one) => one?.text).join(",")
      : refusedFor("parameterAddresses", { field, version });
  };
}

function mandatory(text: string): string | Refused {
  const numbers = text.split(",").map((name) => parameterNumber(name.toLowerCase()) ?? 0);
  const isRight = !numbers.includes(0) && new Set(numbers).size === numbers.length;
  return isRight
    ? numbers
        .toSorted((a, b) => a - b)
        .map(keyOf)
        .join(",")
    : refusedFor("mandatory");
}
