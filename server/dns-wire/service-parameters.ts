import { formatAddress, parseAddress } from "#contract/values/ip";
import { bytesOf, escapedBytes } from "#contract/values/record-strings";
import { keyOf, listedIds, parameterNumber } from "#contract/values/service-parameters";
import { BadPacket } from "./name.ts";
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
      return Buffer.concat(idsIn(bytes).flatMap((one) => [numberBytes(one.length, 1), one]));
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

function addresses(text: string, size: 4 | 16): Buffer {
  return Buffer.concat(text.split(",").map((one) => addressBytes(one, size)));
}

export function addressBytes(text: string, size: 4 | 16): Buffer {
  const value = parseAddress(text, { withIpv4Tail: true })?.value;
  if (value === undefined) throw new Error(`${text} is no address`);
  return Buffer.from(value.toString(16).padStart(size * 2, "0"), "hex");
}

function idsIn(bytes: Buffer): readonly Buffer[] {
  const ids = listedIds(bytes);
  if (ids === null) throw new BadPacket("a list of names is wrong");
  return ids.map((id) => Buffer.from(id, "latin1"));
}

/** Parameters as words (RFC 9460, 2.1); throws `BadPacket` for data that end too early. */
export function parametersText(bytes: Buffer): string {
  const words: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const [number, length] = [wordIn(bytes, at), wordIn(bytes, at + 2)];
    const end = at + 4 + length;
    const key = keyOf(number);
    const value = valueText(key, part(bytes, at + 4, end));
    words.push(value === "" ? key : `${key}="${value}"`);
    at = end;
  }
  return words.join(" ");
}

function valueText(key: string, bytes: Buffer): string {
  switch (key) {
    case "mandatory":
      return pieces(bytes, 2)
        .map((one) => keyOf(wordIn(one, 0)))
        .join(",");
    case "alpn":
      return escapedBytes(Buffer.from(idsText(bytes), "latin1"));
    case "port":
      return String(wordIn(part(bytes, 0, bytes.length), 0));
    case "ech":
      return bytes.toString("base64");
    case "ipv4hint":
      return addressesText(bytes, 4);
    case "ipv6hint":
      return addressesText(bytes, 16);
    default:
      return escapedBytes(bytes);
  }
}

function idsText(bytes: Buffer): string {
  const ids: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + (bytes[at] ?? 0);
    ids.push(
      part(bytes, at + 1, end)
        .toString("latin1")
        .replaceAll(/[\\,]/g, "\\$&"),
    );
    at = end;
  }
  return ids.join(",");
}

function addressesText(bytes: Buffer, size: 4 | 16): string {
  const version = size === 4 ? 4 : 6;
  return pieces(bytes, size)
    .map((one) => formatAddress({ version, value: BigInt(`0x${one.toString("hex")}`) }))
    .join(",");
}

function pieces(bytes: Buffer, size: number): readonly Buffer[] {
  const count = bytes.length / size;
  if (!Number.isInteger(count)) throw new BadPacket("a value of a parameter has another length");
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, at * size + size));
}

function part(bytes: Buffer, start: number, end: number): Buffer {
  if (end > bytes.length) throw new BadPacket("the data end too early");
  return bytes.subarray(start, end);
}

function wordIn(bytes: Buffer, at: number): number {
  return part(bytes, at, at + 2).readUInt16BE(0);
}
