import { readFileSync } from "node:fs";
import { getSystemErrorMessage } from "node:util";
import { fetchZone, isOfNetwork, NotFetched } from "../dns-wire/exchange.ts";
import { RCODE } from "../dns-wire/message.ts";
import { BadPacket } from "../dns-wire/name.ts";
import { writtenRecord } from "../dns-wire/rdata-text.ts";
import type { Key } from "../dns-wire/tsig.ts";
import type { Say, TextKey } from "#imports/shared/texts";

/**
 * A whole zone as text of a zone file, by AXFR. The server is `192.0.2.1`, `ns1.example.edu`, or one of these followed by `#5353`. A file with a key
 * may be named in NETPORTAL_TSIG_FILE.
 */
export async function transfer(server: string, zone: string, say: Say): Promise<string> {
  const file = process.env["NETPORTAL_TSIG_FILE"] ?? "";
  const key = file === "" ? null : readKey(file, say);
  try {
    const records = await fetchZone({ ...placeOf(server, say), key }, zone);
    // The SOA record is both the first and the last record of a transfer.
    return `${records.slice(0, -1).map(writtenRecord).join("\n")}\n`;
  } catch (cause) {
    const why = whyNot(cause);
    if (why === null) throw cause;
    throw new Error(say(why.text, { server, zone, file, reason: why.reason }), { cause });
  }
}

function placeOf(server: string, say: Say): { readonly address: string; readonly port: number } {
  const [, address, port = "53"] = /^([^-#][^#]*)(?:#(\d+))?$/.exec(server) ?? [];
  if (address === undefined) throw new Error(say("badServer", { server }));
  return { address, port: Number(port) };
}

const KEY = /\bkey\s+"?([^\s"{;]+)"?\s*\{([^}]*)\}/;
const ALGORITHM = /\balgorithm\s+"?(hmac-(?:md5|sha(?:1|224|256|384|512)))(?:\.[\w.-]*)?"?\s*;/i;
const SECRET = /\bsecret\s+"?([A-Za-z0-9+/=]+)"?\s*;/;

/** The key in a file in the format of `tsig-keygen`. */
function readKey(file: string, say: Say): Key {
  const [, name, body = ""] = KEY.exec(textIn(file, say)) ?? [];
  const algorithm = ALGORITHM.exec(body)?.[1]?.toLowerCase();
  const secret = SECRET.exec(body)?.[1];
  if (name === undefined || algorithm === undefined || secret === undefined)
    throw new Error(say("badKeyFile", { file }));
  return {
    name: `${name.toLowerCase().replace(/\.$/, "")}.`,
    algorithm: algorithm === "hmac-md5" ? "hmac-md5.sig-alg.reg.int" : algorithm,
    secret,
  };
}

function textIn(file: string, say: Say): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(say("badKeyFile", { file }), { cause });
  }
}

interface Why {
  readonly text: TextKey;
  readonly reason: string;
}

const OF_CODE: ReadonlyMap<number, TextKey> = new Map([
  [RCODE.refused, "noTransfer"],
  [RCODE.notauth, "notServed"],
]);

/** Why a transfer failed; null for an error of the program. */
function whyNot(error: unknown): Why | null {
  if (error instanceof NotFetched) return whyNotFetched(error);
  if (error instanceof BadPacket) return { text: "brokenTransfer", reason: error.message };
  const one = firstOf(error);
  if (!isOfNetwork(one)) return null;
  const isConnected = "syscall" in one && one.syscall === "read";
  return { text: isConnected ? "brokenTransfer" : "noServer", reason: reasonOf(one) };
}

/** A name may have several addresses, and none of them answered. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors.find((one: unknown) => isOfNetwork(one)) : error;
}

function whyNotFetched({ why, message }: NotFetched): Why {
  if (why === "no_answer") return { text: "noServer", reason: message };
  if (why === "key_refused") return { text: "badKey", reason: "" };
  if (why === "broken") return { text: "brokenTransfer", reason: message };
  return { text: OF_CODE.get(why.rcode) ?? "brokenTransfer", reason: nameOf(why.rcode) };
}

/** `SERVFAIL` */
function nameOf(rcode: number): string {
  const [name] = Object.entries(RCODE).find(([, code]) => code === rcode) ?? [`rcode ${String(rcode)}`];
  return name.toUpperCase();
}

function reasonOf(error: Error): string {
  return "errno" in error && typeof error.errno === "number"
    ? getSystemErrorMessage(error.errno)
    : error.message;
}
