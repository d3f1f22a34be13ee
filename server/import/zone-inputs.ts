import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { readFqdn, type ToAscii } from "#contract/values/fqdn";
import type { Say } from "#contract/import/texts";
import type { ZoneInput } from "#contract/import/zones";

/** `ZONE=FILE`, `FILE` or `axfr:SERVER/ZONE`, each as text of a zone file. */
export async function zoneInput(text: string, toAscii: ToAscii, say: Say): Promise<ZoneInput> {
  const [, server, transferred] = /^axfr:([^/]+)\/(.+)$/.exec(text) ?? [];
  if (server !== undefined && transferred !== undefined) {
    const zone = zoneOf(transferred, toAscii, say);
    return { label: text, text: await transfer(server, zone, say), zone, include: () => null };
  }
  const [, named, rest] = existsSync(text) ? [] : (/^([^=/]+)=(.+)$/.exec(text) ?? []);
  const file = rest ?? text;
  const folder = dirname(file);
  return {
    label: basename(file),
    text: readFileSync(file, "utf8"),
    zone: named === undefined ? null : zoneOf(named, toAscii, say),
    include: (name) => readable(resolve(folder, name)),
  };
}

export function zoneOf(text: string, toAscii: ToAscii, say: Say): string {
  const zone = readFqdn(text, toAscii);
  if (!zone.ok || zone.value === ".") throw new Error(say("badZone", { zone: text }));
  return zone.value;
}

function readable(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

const LARGEST_TRANSFER = 1_000_000_000;

/** `192.0.2.1`, `ns1.example.edu` or either with `#5353` behind it. A key file of `dig` may be named in NETPORTAL_TSIG_FILE. */
async function transfer(server: string, zone: string, say: Say): Promise<string> {
  const [host = "", port = "53"] = server.split("#");
  const key = process.env["NETPORTAL_TSIG_FILE"] ?? "";
  const args = [`@${host}`, "-p", port, "axfr", zone, "+noall", "+answer", "+onesoa", "+noidnout"];
  if (host.startsWith("-") || !/^\d+$/.test(port))
    throw new Error(say("noTransfer", { zone, server, reason: server }));
  const { stdout } = await promisify(execFile)("dig", [...(key === "" ? [] : ["-k", key]), ...args], {
    maxBuffer: LARGEST_TRANSFER,
  }).catch((cause: unknown) => {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    if (isMissing) throw new Error(say("noDig"), { cause });
    throw new Error(
      say("noTransfer", { zone, server, reason: cause instanceof Error ? cause.message : "" }),
      {
        cause,
      },
    );
  });
  if (!/\sSOA\s/.test(stdout)) throw new Error(say("noTransfer", { zone, server, reason: stdout.trim() }));
  return stdout;
}
