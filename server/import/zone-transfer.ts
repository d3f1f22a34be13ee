import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Say, TextKey } from "#imports/shared/texts";

const LARGEST_TRANSFER = 1_000_000_000;
const AS_TEXT = ["+noall", "+answer", "+comments", "+noidnout"];

/**
 * A whole zone as text of a zone file, by AXFR of `dig`. The server is `192.0.2.1`, `ns1.example.edu` or either with `#5353` behind it.
 * A key file of `dig` may be named in NETPORTAL_TSIG_FILE.
 */
export async function transfer(server: string, zone: string, say: Say): Promise<string> {
  const file = process.env["NETPORTAL_TSIG_FILE"] ?? "";
  const key = file === "" ? [] : ["-k", file];
  const told = await dig([...key, ...placeOf(server, say), "axfr", zone, ...AS_TEXT], say);
  const text = wholeZone(told);
  if (text !== null) return text;
  const { text: sentence, reason } = whyNot(told);
  throw new Error(say(sentence, { server, zone, file, reason }));
}

function placeOf(server: string, say: Say): readonly string[] {
  const [, host, port = "53"] = /^([^-#][^#]*)(?:#(\d+))?$/.exec(server) ?? [];
  if (host === undefined) throw new Error(say("badServer", { server }));
  return [`@${host}`, "-p", port];
}

/** The SOA record begins and ends a transfer, so a zone without a second one is not whole. */
function wholeZone({ out, errors }: Told): string | null {
  const records = out.split("\n").filter((line) => line !== "" && !line.startsWith(";"));
  const isWhole = records.length > 1 && isAuthority(records[0]) && isAuthority(records.at(-1));
  return isWhole && !errors.includes(UNREADABLE_KEY) ? `${records.slice(0, -1).join("\n")}\n` : null;
}

function isAuthority(record = ""): boolean {
  return /^\S+\s+\d+\s+IN\s+SOA\s/.test(record);
}

interface Told {
  readonly out: string;
  readonly errors: string;
  /** What went wrong with the program itself; null if it ended well. */
  readonly failure: string | null;
}

/** `dig` goes on without the key and ends well, so only this message shows the failure. */
const UNREADABLE_KEY = "Couldn't read key";

async function dig(args: readonly string[], say: Say): Promise<Told> {
  const ended = promisify(execFile)("dig", [...args], { maxBuffer: LARGEST_TRANSFER });
  return ended.then(
    ({ stdout, stderr }) => ({ out: stdout, errors: stderr, failure: null }),
    (cause: unknown): Told => {
      if (!(cause instanceof Error)) throw cause;
      if ("code" in cause && cause.code === "ENOENT") throw new Error(say("noDig"), { cause });
      const [out, errors] = [textOf(cause, "stdout"), textOf(cause, "stderr")];
      return { out, errors, failure: /^(?:;; |dig: )(.+)$/m.exec(errors + out)?.[1] ?? cause.message };
    },
  );
}

function textOf(error: Error, name: "stdout" | "stderr"): string {
  const text: unknown = Reflect.get(error, name);
  return typeof text === "string" ? text : "";
}

const OF_CODE: Readonly<Record<string, TextKey>> = { REFUSED: "noTransfer", NOTAUTH: "notServed" };

/** Why a transfer failed, from the messages of `dig` and the code of the answer. */
function whyNot({ out, errors, failure }: Told): { readonly text: TextKey; readonly reason: string } {
  const [, code = ""] = /status: (\w+)/.exec(out) ?? [];
  if (errors.includes(UNREADABLE_KEY)) return { text: "badKeyFile", reason: "" };
  if (failure !== null && code === "") return { text: "noServer", reason: failure };
  if (out.includes("Couldn't verify signature")) return { text: "badKey", reason: code };
  return { text: OF_CODE[code] ?? "brokenTransfer", reason: failure ?? code };
}
