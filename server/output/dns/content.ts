import { CATALOG_ZONE } from "#contract/values/catalog-zone";
import type { Database, Query, Tx } from "../../db/database.ts";
import { rrBytes, type Rr } from "./message.ts";
import type { Key } from "./tsig.ts";

/** A name server as its key shows it. */
export interface Secondary {
  readonly id: string;
  readonly key: Key;
}

const KEY = `select id::text, json_build_object('name', key_name, 'algorithm', key_algorithm, 'secret', key_secret) as key from output.server
  where kind = 'dns' and is_enabled and key_name = $1 and key_secret is not null`;

/** The enabled name server with this key. */
export async function secondaryOf(query: Query, name: string): Promise<Secondary | null> {
  const [row] = await query.query<Secondary>(KEY, [name], "dns-key");
  return row ?? null;
}

interface ZoneRow {
  readonly serial: string;
  readonly mname: string | null;
  readonly ttl: number;
}

const ZONE = `select z.serial, z.mname, z.ttl from output.zone z join output.seen d on d.unit = z.name and d.server = $2::bigint where z.name = $1`;

/** SOA record of the version of a zone that this server has to have; null if the server gets no zone of that name. */
export async function soaFor(query: Query, zone: string, server: string): Promise<Buffer | null> {
  const [row] = await query.query<ZoneRow>(ZONE, [zone, server], "dns-zone");
  return row === undefined ? null : soaOf(zone, row);
}

/** Null for a zone without name server, which no server would accept. */
function soaOf(zone: string, { serial, mname, ttl }: ZoneRow): Buffer | null {
  if (zone === CATALOG_ZONE) return soa(zone, "invalid. invalid.", serial, 0, "60 30 1209600 60");
  if (mname === null) return null;
  return soa(zone, `${mname} hostmaster.${zone}`, serial, ttl, "3600 600 1209600 300");
}

function soa(name: string, who: string, serial: string, ttl: number, times: string): Buffer {
  return rrBytes({ name, type: "SOA", ttl, rdata: `${who} ${serial} ${times}` });
}

/** The records of a transfer in their order, read from one snapshot; null if there is nothing for this server. `since`: the serial that it has. */
export async function transferOf(
  db: Database,
  asked: { readonly zone: string; readonly server: string; readonly since: number | null },
): Promise<readonly Buffer[] | null> {
  const options = { mode: "read only", statementTimeout: 60_000 } as const;
  return await db.transaction(options, async (tx) => {
    const { zone, server, since } = asked;
    const [row] = await tx.query<ZoneRow>(ZONE, [zone, server]);
    const now = row === undefined ? null : soaOf(zone, row);
    if (row === undefined || now === null) return null;
    if (since !== null && since >= Number(row.serial)) return [now];
    const steps =
      since === null || zone === CATALOG_ZONE ? null : await stepsSince(tx, zone, since, row.serial);
    if (steps !== null) return [now, ...steps, now];
    const records = zone === CATALOG_ZONE ? await members(tx, server) : await recordsOf(tx, zone);
    return [now, ...records.map(rrBytes), now];
  });
}

async function recordsOf(tx: Tx, zone: string): Promise<readonly Rr[]> {
  return await tx.query<Rr>("select name, type, ttl, rdata from output.rr where zone = $1", [zone]);
}

const MEMBERS = `select unit, zone::text from output.seen where server = $1::bigint and zone is not null order by unit`;

/** The zones of a server as a catalog (RFC 9432). */
async function members(tx: Tx, server: string): Promise<readonly Rr[]> {
  const zones = await tx.query<{ unit: string; zone: string }>(MEMBERS, [server]);
  return [
    { name: CATALOG_ZONE, type: "NS", ttl: 0, rdata: "invalid." },
    { name: `version.${CATALOG_ZONE}`, type: "TXT", ttl: 0, rdata: "2" },
    ...zones.map(({ unit, zone }) => ({
      name: `z${zone}.zones.${CATALOG_ZONE}`,
      type: "PTR",
      ttl: 0,
      rdata: unit,
    })),
  ];
}

type Listed = readonly [name: string, type: string, ttl: number, rdata: string];

interface DeltaRow {
  readonly serial: string;
  readonly before: string;
  readonly old_mname: string | null;
  readonly old_ttl: number;
  readonly mname: string | null;
  readonly ttl: number;
  readonly del: readonly Listed[];
  readonly add: readonly Listed[];
}

const DELTAS = `select serial, before, old_mname, old_ttl, mname, ttl, del, add from output.delta where zone = $1 and before >= $2 order by serial`;

/** What changed since that serial, version by version; null if the steps do not lead from there to now, or are longer than the zone. */
async function stepsSince(tx: Tx, zone: string, since: number, serial: string): Promise<Buffer[] | null> {
  const deltas = await tx.query<DeltaRow>(DELTAS, [zone, since]);
  const isChain = deltas.every(({ before }, at) => before === (deltas[at - 1]?.serial ?? String(since)));
  if (!isChain || deltas.at(-1)?.serial !== serial) return null;
  const steps = deltas.map((delta) => stepOf(zone, delta));
  const parts = steps.flatMap((step) => step ?? []);
  const [whole] = await tx.query<{ count: number }>(
    "select count(*)::int as count from output.rr where zone = $1",
    [zone],
  );
  return steps.includes(null) || parts.length > 2 + (whole?.count ?? 0) ? null : parts;
}

function stepOf(zone: string, delta: DeltaRow): readonly Buffer[] | null {
  const from = soaOf(zone, { serial: delta.before, mname: delta.old_mname, ttl: delta.old_ttl });
  const to = soaOf(zone, delta);
  return from === null || to === null ? null : [from, ...delta.del.map(listed), to, ...delta.add.map(listed)];
}

function listed([name, type, ttl, rdata]: Listed): Buffer {
  return rrBytes({ name, type, ttl, rdata });
}
