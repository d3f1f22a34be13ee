import { existsSync } from "node:fs";
import { readFqdn, type ToAscii } from "#contract/values/fqdn";
import { rootsOf, type SourceFile } from "#imports/shared/roots";
import type { Say } from "#imports/shared/texts";
import { includedByZone, type ZoneInput } from "#imports/dns/zones";
import { sourceFiles, type FileReading } from "./files.ts";
import { transfer } from "./zone-transfer.ts";

type ZoneFile = SourceFile & Pick<ZoneInput, "zone">;

/** `ZONE=FILE`, `FILE` or `axfr:SERVER/ZONE`, each as text of a zone file. An included file is not a zone of its own. */
export async function zoneInputs(
  args: readonly string[],
  toAscii: ToAscii,
  reading: FileReading,
): Promise<readonly ZoneInput[]> {
  const { say } = reading;
  const read = await Promise.all(args.map((text) => zoneFiles(text, toAscii, reading)));
  const files = new Map(read.flat().map((file) => [`${file.zone ?? ""}=${file.name}`, file]));
  return rootsOf([...files.values()], includedByZone, say).map(({ name, text, zone, include }) => ({
    label: name,
    text,
    zone,
    include,
  }));
}

async function zoneFiles(text: string, toAscii: ToAscii, reading: FileReading): Promise<readonly ZoneFile[]> {
  const { say } = reading;
  const [, server, transferred] = /^axfr:([^/]+)\/(.+)$/.exec(text) ?? [];
  if (server !== undefined && transferred !== undefined) {
    const zone = zoneOf(transferred, toAscii, say);
    const whole = await transfer(server, zone, say);
    return [{ name: text, text: whole, zone, isRoot: true, find: () => null, asName: (path) => path }];
  }
  const [, named, rest] = existsSync(text) ? [] : (/^([^=/]+)=(.+)$/.exec(text) ?? []);
  const files = sourceFiles([rest ?? text], reading);
  if (named === undefined) return files.map((file) => ({ ...file, zone: null }));
  return files.map((file) => ({ ...file, zone: zoneOf(named, toAscii, say), isRoot: true }));
}

export function zoneOf(text: string, toAscii: ToAscii, say: Say): string {
  const zone = readFqdn(text, toAscii);
  if (!zone.ok || zone.value === ".") throw new Error(say("badZone", { zone: text }));
  return zone.value;
}
