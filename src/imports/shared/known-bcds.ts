import { readText } from "#contract/read-text";
import { value as ofBcd } from "#contract/types/bcd-name";
import { textIn } from "#contract/wire/json";
import { listIn } from "./list-in.ts";
import type { ImportJob } from "./job.ts";

/** Says which of these BCDs exist or are planned. `forAll` is the BCD for objects without one; throws if it does not exist and is not planned. */
export async function knownBcds(
  names: readonly (string | null)[],
  forAll: string | null,
  { client, toAscii, isPlanned, say }: ImportJob,
): Promise<(name: string) => boolean> {
  const given = [forAll, ...names].filter((name) => name !== null);
  const fitting = new Set(given.filter((name) => readText(ofBcd, name, toAscii).ok));
  const rows = await listIn(client, "nd.bcd", "name_list", fitting);
  const there = new Set(rows.map((row) => textIn(row["name"])));
  const isBcd = (name: string): boolean => there.has(name) || isPlanned?.("nd.bcd", name) === true;
  if (forAll !== null && !isBcd(forAll)) throw new Error(say("noSuchBcd", { name: forAll }));
  return isBcd;
}
