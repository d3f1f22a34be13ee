import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { readFqdn, type ToAscii } from "#contract/values/fqdn";
import type { Say } from "#contract/import/texts";
import type { ZoneInput } from "#contract/import/zones";
import { transfer } from "./zone-transfer.ts";

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
