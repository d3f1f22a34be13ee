import { CATALOG_ZONE } from "#contract/values/catalog-zone";
import type { Database, Query, Tx } from "../../db/database.ts";
import { TRANSFER_MS } from "../../dns-wire/exchange.ts";
import { rrBytes, type Rr } from "../../dns-wire/message.ts";
import { BadPacket } from "../../dns-wire/name.ts";
import { provenBytes } from "./proof.ts";
import { IS_KNOWN_BY_ADDRESS, KEYS } from "./identity.sql.ts";
import type { Key } from "../../dns-wire/tsig.ts";

/** A name server, identified by one of its keys. */
export interface Secondary {
  readonly id: string;
  readonly key: Key;
}

const WITH_KEY = `select s.id::text, k.key
  from output.server s cross join lateral ${KEYS} k
  where s.kind = 'dns' and s.is_enabled and k.key ->> 'name' = $1
  order by k.at, s.id`;

/** The enabled name servers with a key of this name. A server may have two keys while it changes from one to the other. */
export async function secondariesOf(query: Query, name: string): Promise<readonly Secondary[]> {
  return await query.query<Secondary>(WITH_KEY, [name], "dns-key");
}

// Several servers may ask from one address; the server with the zone is used.
const AT_ADDRESS = `select s.id::text
  from output.server s left join output.seen d on d.server = s.id and d.unit = $2
  where s.kind = 'dns'
    and s.is_enabled
    and ${IS_KNOWN_BY_ADDRESS}
    and (s.address = $1::inet or $1::inet <<= any (s.source_list))
  order by d.id is null, s.id
  limit 1`;

/** The enabled name server that asks for a zone from this address and is identified by the address alone. */
export async function secondaryAt(query: Query, address: string, zone: string): Promise<string | null> {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const [row] = await query.query<{ id: string }>(AT_ADDRESS, [plain, zone], "dns-address");
  return row?.id ?? null;
}

interface ZoneRow {
  readonly serial: string;
  readonly mname: string | null;
  readonly ttl: number;
}

const ZONE = `select z.serial, z.mname, z.ttl
  from output.zone z join output.seen d on d.unit = z.name and d.server = $2::bigint
  where z.name = $1`;

/** SOA record of the version of a zone that this server should have; null if the server does not get the zone. */
export async function soaFor(query: Query, zone: string, server: string): Promise<Buffer | null> {
  const [row] = await query.query<ZoneRow>(ZONE, [zone, server], "dns-zone");
  return row === undefined ? null : soaOf(zone, row);
}

/** Null for a zone without name server, and for a name whose SOA is so long that no server would accept it. */
function soaOf(zone: string, { serial, mname, ttl }: ZoneRow): Buffer | null {
  if (zone === CATALOG_ZONE) return soa(zone, "invalid. invalid.", serial, 0, "60 30 1209600 60");
  if (mname === null) return null;
  return soa(zone, `${mname} hostmaster.${zone}`, serial, ttl, "3600 600 1209600 300");
}

function soa(name: string, who: string, serial: string, ttl: number, times: string): Buffer | null {
  try {
    return rrBytes({ name, type: "SOA", ttl, rdata: `${who} ${serial} ${times}` });
  } catch (error) {
    if (error instanceof BadPacket) return null;
    throw error;
  }
}

interface Transfer {
  readonly zone: string;
  readonly server: string;
  /** The serial that the server has. */
  readonly since: number | null;
}

/** Sends the records of a transfer in order, read from one snapshot meanwhile; null if there is nothing for this server. */
export async function transferTo(
  db: Database,
  asked: Transfer,
  give: (records: AsyncIterable<Buffer> | null) => Promise<void>,
): Promise<void> {
  let isBegun = false;
  await db.transaction({ mode: "read only", statementTimeout: TRANSFER_MS }, async (tx) => {
    const records = await transferOf(tx, asked);
    // A transaction that is repeated must not send twice.
    if (isBegun) throw new Error("the database broke off a transfer");
    isBegun = true;
    await give(records);
  });
}

async function transferOf(tx: Tx, { zone, server, since }: Transfer): Promise<AsyncIterable<Buffer> | null> {
  const [row] = await tx.query<ZoneRow>(ZONE, [zone, server]);
  const now = row === undefined ? null : soaOf(zone, row);
  if (row === undefined || now === null) return null;
  if (since !== null && since >= Number(row.serial)) return between([now], []);
  if (zone === CATALOG_ZONE) return between([now], (await members(tx, server)).map(rrBytes), [now]);
  const steps = since === null ? null : await stepsSince(tx, zone, since, row.serial);
  return between([now], steps ?? recordsOf(tx, zone), [now]);
}

type Records = Iterable<Buffer> | AsyncIterable<Buffer>;

async function* between(...parts: readonly Records[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* part;
}

/** Number of rows that are read at once; each has at most 64 KiB. */
const ROWS = 500;

/** Records that cannot be sent are omitted, so that the others are served; `output.unsent` names them. */
async function* recordsOf(tx: Tx, zone: string): AsyncGenerator<Buffer> {
  const records = "select name, type, ttl, rdata from output.rr where zone = $1";
  await tx.query(`declare records no scroll cursor for ${records}`, [zone]);
  for (let rows = ROWS; rows === ROWS;) {
    const found = await tx.query<Rr>(`fetch ${String(ROWS)} from records`);
    yield* found.flatMap((rr) => provenBytes(rr) ?? []);
    rows = found.length;
  }
}

const MEMBERS = `select unit, zone::text
  from output.seen
  where server = $1::bigint and zone is not null
  order by unit`;

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

const STEP = `select serial, before, old_mname, old_ttl, mname, ttl, del, add
  from output.delta
  where zone = $1 and before = $2`;

const CHAIN = `select serial, before from output.delta where zone = $1 and before >= $2 order by serial`;

/** Records of the steps since a serial, and of the whole zone. */
const SIZES = `select (
    select coalesce(sum(2 + jsonb_array_length(del) + jsonb_array_length(add)), 0)
    from output.delta
    where zone = $1 and before >= $2)::int as steps,
  (select count(*) from output.rr where zone = $1)::int as whole`;

/**
 * Records of steps that are checked before the first one is sent. A check of more records would take longer than name servers wait for the begin of
 * an answer (5 s at Knot).
 */
const PROVEN_FIRST = 2_000;

/** A record in the middle of the steps cannot be sent. The transfer ends, and the next one of the zone is complete. */
export class NotBySteps extends Error {
  constructor(zone: string) {
    super(`${zone}: a record of its changes cannot be sent, so the zone is sent as a whole`);
  }
}

/**
 * Changes since that serial, version by version; null if the steps do not lead from there to the present, are longer than the zone, or have a record
 * that cannot be sent. Long steps are read and checked while they are sent.
 */
async function stepsSince(tx: Tx, zone: string, since: number, serial: string): Promise<Records | null> {
  const [sizes] = await tx.query<{ steps: number; whole: number }>(SIZES, [zone, since]);
  if (sizes === undefined || sizes.steps > 2 + sizes.whole) return null;
  const chain = await tx.query<Pick<DeltaRow, "serial" | "before">>(CHAIN, [zone, since]);
  const isChain = chain.every(({ before }, at) => before === (chain[at - 1]?.serial ?? String(since)));
  if (!isChain || chain.at(-1)?.serial !== serial) return null;
  const steps = stepsOf(tx, zone, chain);
  if (sizes.steps > PROVEN_FIRST) return steps;
  const proven: Buffer[] = [];
  try {
    for await (const record of steps) proven.push(record);
    return proven;
  } catch (error) {
    if (error instanceof NotBySteps) return null;
    throw error;
  }
}

async function* stepsOf(
  tx: Tx,
  zone: string,
  chain: readonly Pick<DeltaRow, "before">[],
): AsyncGenerator<Buffer> {
  for (const { before } of chain) {
    const [delta] = await tx.query<DeltaRow>(STEP, [zone, before]);
    if (delta === undefined) throw new NotBySteps(zone);
    yield* stepOf(zone, delta);
  }
}

function* stepOf(zone: string, delta: DeltaRow): Generator<Buffer> {
  const sent = (record: Buffer | null): Buffer => {
    if (record === null) throw new NotBySteps(zone);
    return record;
  };
  yield sent(soaOf(zone, { serial: delta.before, mname: delta.old_mname, ttl: delta.old_ttl }));
  for (const record of delta.del) yield sent(listed(record));
  yield sent(soaOf(zone, delta));
  for (const record of delta.add) yield sent(listed(record));
}

function listed([name, type, ttl, rdata]: Listed): Buffer | null {
  return provenBytes({ name, type, ttl, rdata });
}
