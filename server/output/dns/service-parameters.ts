import { parseAddress } from "#contract/values/ip";
import { bytesOf } from "#contract/values/record-strings";
import { parameterNumber } from "#contract/values/service-parameters";
import { numberBytes } from "./numbers.ts";

/** Canonical parameters of SVCB and HTTPS as bytes (RFC 9460, 2.2). */
export function parameterBytes(words: readonly string[]): Buffer {
  return Buffer.concat(
    words.flatMap((word) => {
      const at = word.indexOf("=");
      const key = at < 0 ? word : word.slice(0, at);
      const value = valueBytes(key, at < 0 ? "" : word.slice(at + 1));
      return [numberBytes(numberOf(key), 2), numberBytes(value.length, 2), value];
    }),
  );
}

function numberOf(key: string): number {
  const number = parameterNumber(key);
  if (number === null) throw new Error(`${key} is no parameter of a service`);
  return number;
}

function valueBytes(key: string, written: string): Buffer {
  const bytes = Buffer.from(bytesOf(written) ?? []);
  switch (key) {
    case "mandatory":
      return Buffer.concat(written.split(",").map((name) => numberBytes(numberOf(name), 2)));
    case "alpn":
      return Buffer.concat(listed(bytes).flatMap((one) => [Buffer.from([one.length]), one]));
    case "port":
      return numberBytes(Number(written), 2);
    case "ech":
      return Buffer.from(bytes.toString("latin1"), "base64");
    case "ipv4hint":
      return addresses(written, 4);
    case "ipv6hint":
      return addresses(written, 16);
    default:
      return bytes;
  }
}

/** The parts between commas; a backslash keeps the sign behind it (RFC 9460, A.1). */
function listed(bytes: Buffer): readonly Buffer[] {
  const parts = bytes.toString("latin1").match(/(?:\\[^]|[^,\\])+/g) ?? [];
  return parts.map((part) => Buffer.from(part.replace(/\\([^])/g, "$1"), "latin1"));
}

function addresses(text: string, size: 4 | 16): Buffer {
  return Buffer.concat(text.split(",").map((one) => addressBytes(one, size)));
}

export function addressBytes(text: string, size: 4 | 16): Buffer {
  const value = parseAddress(text, { withIpv4Tail: true })?.value;
  if (value === undefined) throw new Error(`${text} is no address`);
  return Buffer.from(value.toString(16).padStart(size * 2, "0"), "hex");
}
