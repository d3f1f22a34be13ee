import { textIn, type Row } from "#contract/wire/json";
import { listIn } from "../shared/list-in.ts";
import type { Source } from "../shared/job.ts";
import { keyOf, type FileRecord } from "./rows.ts";
import { isIn, type Zone } from "./zones.ts";

/** Names, records and addresses of a run that exist already. */
export interface Present {
  /** Default TTL of each zone, by its name; null: the account may not read it. */
  readonly zones: ReadonlyMap<string, number | null>;
  readonly names: ReadonlySet<string>;
  /** Names in the zones of the run that are outside all zones so far. */
  readonly outside: readonly string[];
  /** TTL of each record by its key; null: the default of the zone. */
  readonly records: ReadonlyMap<string, number | null>;
  /** Target of the alias, by name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Types of the records that are no alias, by name. */
  readonly types: ReadonlyMap<string, ReadonlySet<string>>;
  /** Targets of the PTR records of each name. */
  readonly pointers: ReadonlyMap<string, readonly string[]>;
  /** Names of each address, with a mark for the one to which the address points back. */
  readonly addresses: ReadonlyMap<string, readonly { readonly fqdn: string; readonly isReverse: boolean }[]>;
}

/** TTL if an apex has none (wire contract 7.6). */
export const STANDARD_TTL = 3_600;

const OUTSIDE = ["extern", "nameserver_extref"];

export async function readPresent(
  client: Source,
  zones: readonly Zone[],
  records: readonly FileRecord[],
  asked: ReadonlySet<string>,
): Promise<Present> {
  const apexes = await client.list("dns.fqdn", { is_zone_apex: true });
  const parts = await partsOf(client, zones, new Set(apexes.map((row) => textIn(row["value"]))));
  const outside = await client.list("dns.fqdn", { type_list: OUTSIDE });
  const named = new Set([
    ...zones.map(({ name }) => name),
    ...records.flatMap(({ fqdn, target }) => (target === null ? [fqdn] : [fqdn, target])),
  ]);
  const names = await listIn(client, "dns.fqdn", "value_list", named);
  const owners = new Set(records.map(({ fqdn }) => fqdn));
  const found = await listIn(client, "dns.record", "fqdn_list", owners);
  const used = await listIn(client, "dns.record", "target_ipaddr_list", asked);
  const { aliases = [], others = [] } = Object.groupBy(found, ({ type }) =>
    type === "CNAME" ? "aliases" : "others",
  );
  const byName = [...Map.groupBy(others, fqdnIn)];
  const byPointer = [
    ...Map.groupBy(
      others.filter((row) => row["type"] === "PTR"),
      fqdnIn,
    ),
  ];
  const byAddress = [...Map.groupBy(used, (row) => textIn(row["target_ipaddr"]))];
  return {
    zones: new Map([
      ...parts.map((name) => [name, null] as const),
      ...apexes.map(
        (row) => [textIn(row["value"]), Number(row["zone_ttl_default"] ?? STANDARD_TTL)] as const,
      ),
    ]),
    names: new Set([...names.map((row) => textIn(row["value"])), ...parts]),
    outside: outside
      .filter((row) => OUTSIDE.includes(textIn(row["type"])))
      .map((row) => textIn(row["value"]))
      .filter((name) => zones.some((zone) => isIn(name, zone.name))),
    records: new Map(found.map((row) => [keyIn(row), typeof row["ttl"] === "number" ? row["ttl"] : null])),
    aliases: new Map(aliases.map((row) => [fqdnIn(row), textIn(row["data"])])),
    types: new Map(byName.map(([name, rows]) => [name, new Set(rows.map((row) => textIn(row["type"])))])),
    pointers: new Map(byPointer.map(([name, rows]) => [name, rows.map((row) => textIn(row["data"]))])),
    addresses: new Map(
      byAddress.map(([address, rows]) => [
        address,
        rows.map((row) => ({ fqdn: fqdnIn(row), isReverse: row["target_is_reverse_unique"] === true })),
      ]),
    ),
  };
}

/** Default TTL in seconds of a name's zone after the import. If the account may not read the default, the one of the file is assumed. */
export function defaultTtl(fqdn: string, zones: readonly Zone[], present: Present): number {
  const all = [
    ...zones.filter(({ name }) => (present.zones.get(name) ?? null) === null),
    ...[...present.zones].flatMap(([name, ttl]) => (ttl === null ? [] : { name, ttl })),
  ];
  const nearest = all
    .filter(({ name }) => isIn(fqdn, name))
    .reduce<Zone | null>(
      (best, one) => (best !== null && best.name.length > one.name.length ? best : one),
      null,
    );
  return nearest?.ttl ?? STANDARD_TTL;
}

/** Zones whose apex the account may not read, although it reads other names there, because it administers only a part. */
async function partsOf(
  client: Source,
  zones: readonly Zone[],
  readable: ReadonlySet<string>,
): Promise<readonly string[]> {
  const parts: string[] = [];
  for (const { name } of zones.filter((zone) => !readable.has(zone.name)))
    if ((await client.list("dns.fqdn", { zone: name, fetch_limit: 1 })).length > 0) parts.push(name);
  return parts;
}

function fqdnIn(row: Row): string {
  return textIn(row["fqdn"]);
}

function keyIn(row: Row): string {
  return keyOf({ fqdn: fqdnIn(row), type: textIn(row["type"]), data: textIn(row["data"]) });
}
