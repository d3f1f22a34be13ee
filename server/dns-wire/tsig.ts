import { createHmac, timingSafeEqual } from "node:crypto";
import { lastRecord, wordAt } from "./message.ts";
import { BadPacket, nameBytes, readName } from "./name.ts";
import { numberBytes } from "./numbers.ts";

/** Transaction signatures (RFC 8945), with whole digests only. */

export interface Key {
  readonly name: string;
  readonly algorithm: string;
  /** Base64. */
  readonly secret: string;
}

/** Errors in a signature. */
export const TSIG_ERROR = { none: 0, badSig: 16, badKey: 17, badTime: 18 } as const;

const TSIG = 250;
const ANY = 255;
/** Seconds by which clocks may differ. */
export const FUDGE = 300;
const MASK = 0xffff;

/** The first three are weak. No key here has them, but servers from which a zone is transferred may require one. */
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ["hmac-md5.sig-alg.reg.int.", "md5"],
  ["hmac-sha1.", "sha1"],
  ["hmac-sha224.", "sha224"],
  ["hmac-sha256.", "sha256"],
  ["hmac-sha384.", "sha384"],
  ["hmac-sha512.", "sha512"],
]);

/** The signature of a message, and the message without it. */
export interface Signature {
  readonly plain: Buffer;
  readonly keyName: string;
  readonly algorithm: string;
  readonly time: number;
  readonly fudge: number;
  readonly mac: Buffer;
  readonly error: number;
  readonly other: Buffer;
}

/** Removes the signature from a message; null if there is none. */
export function signatureOf(message: Buffer): Signature | null {
  const start = lastRecord(message);
  if (start === null) return null;
  const { name: keyName, end } = readName(message, start);
  if (wordAt(message, end) !== TSIG) return null;
  const { name: algorithm, end: at } = readName(message, end + 10);
  const size = wordAt(message, at + 8);
  const behind = at + 10 + size;
  const other = wordAt(message, behind + 4);
  if (behind + 6 + other !== message.length) throw new BadPacket("the signature has a wrong length");
  const plain = Buffer.from(message.subarray(0, start));
  plain.writeUInt16BE(wordAt(message, behind), 0);
  plain.writeUInt16BE(plain.readUInt16BE(10) - 1, 10);
  return {
    plain,
    keyName,
    algorithm,
    time: message.readUIntBE(at, 6),
    fudge: wordAt(message, at + 6),
    mac: message.subarray(at + 10, behind),
    error: wordAt(message, behind + 2),
    other: message.subarray(behind + 6),
  };
}

interface Signing {
  /** Digest of the request, or of the message before. */
  readonly prior?: Buffer;
  /** The message follows another one of the same answer. */
  readonly isLater?: boolean;
  /** Earlier messages of the answer that were not signed. */
  readonly unsigned?: Buffer;
  readonly now: number;
  readonly error?: number;
  readonly other?: Buffer;
}

/** The signed message, and the digest in its signature. */
export function sign(plain: Buffer, key: Key, signing: Signing) {
  const { now, error = TSIG_ERROR.none, other = Buffer.alloc(0) } = signing;
  const mac = digest(plain, key, { ...signing, time: now, fudge: FUDGE, error, other });
  return { message: withSignature(plain, key, { mac, time: now, error, other }), mac };
}

/** An answer that says why a request was not accepted, without a digest. */
export function unsignedError(plain: Buffer, key: Omit<Key, "secret">, error: number, now: number): Buffer {
  return withSignature(plain, key, { mac: Buffer.alloc(0), time: now, error, other: Buffer.alloc(0) });
}

/** The error of a signature; 0 if the key made it and the time fits. */
export function errorOf(signature: Signature, key: Key, verifying: Omit<Signing, "error" | "other">): number {
  const { time, fudge, error, other, algorithm, plain, mac, keyName } = signature;
  if (keyName !== key.name || algorithm !== `${key.algorithm}.`) return TSIG_ERROR.badKey;
  const expected = digest(plain, key, { ...verifying, time, fudge, error, other });
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return TSIG_ERROR.badSig;
  return Math.abs(verifying.now - time) > Math.min(fudge, FUDGE) ? TSIG_ERROR.badTime : TSIG_ERROR.none;
}

/** Whether the key made the signature in time, and the signature contains no error. */
export function isMadeBy(...signed: Parameters<typeof errorOf>): boolean {
  return errorOf(...signed) === TSIG_ERROR.none && signed[0].error === TSIG_ERROR.none;
}

/**
 * Seconds by which the clock of the other side is ahead, if the key made the signature and only the time is wrong (BADTIME of RFC 8945, 5.2.3); null
 * for every other signature.
 */
export function clockOf(...[signature, key, verifying]: Parameters<typeof errorOf>): number | null {
  const error = errorOf(signature, key, verifying);
  if (error === TSIG_ERROR.badTime) return signature.time - verifying.now;
  const { error: told, other } = signature;
  if (error !== TSIG_ERROR.none || told !== TSIG_ERROR.badTime || other.length !== 6) return null;
  return other.readUIntBE(0, 6) - verifying.now;
}

type Timed = Pick<Signing, "prior" | "isLater" | "unsigned"> &
  Omit<Written, "mac"> & { readonly fudge: number };

function digest(plain: Buffer, key: Key, timed: Timed): Buffer {
  const hash = DIGESTS.get(`${key.algorithm}.`);
  if (hash === undefined) throw new Error(`${key.algorithm} is no algorithm of signatures`);
  const hmac = createHmac(hash, Buffer.from(key.secret, "base64"));
  const { prior, isLater = false, unsigned, time, fudge, error, other } = timed;
  if (prior !== undefined) hmac.update(Buffer.concat([numberBytes(prior.length, 2), prior]));
  if (unsigned !== undefined) hmac.update(unsigned);
  hmac.update(plain);
  const times = Buffer.concat([numberBytes(time, 6), numberBytes(fudge, 2)]);
  if (isLater) return hmac.update(times).digest();
  const end = [numberBytes(error, 2), numberBytes(other.length, 2), other];
  const variables = [nameBytes(key.name), numberBytes(ANY, 2), Buffer.alloc(4), nameBytes(key.algorithm)];
  return hmac.update(Buffer.concat([...variables, times, ...end])).digest();
}

type Written = Pick<Signature, "mac" | "time" | "error" | "other">;

function withSignature(
  plain: Buffer,
  key: Omit<Key, "secret">,
  { mac, time, error, other }: Written,
): Buffer {
  const rdata = Buffer.concat([
    nameBytes(key.algorithm),
    numberBytes(time, 6),
    numberBytes(FUDGE, 2),
    numberBytes(mac.length, 2),
    mac,
    plain.subarray(0, 2),
    numberBytes(error, 2),
    numberBytes(other.length, 2),
    other,
  ]);
  const fixed = [numberBytes(TSIG, 2), numberBytes(ANY, 2), Buffer.alloc(4), numberBytes(rdata.length, 2)];
  const message = Buffer.concat([plain, nameBytes(key.name), ...fixed, rdata]);
  message.writeUInt16BE((message.readUInt16BE(10) + 1) & MASK, 10);
  return message;
}
