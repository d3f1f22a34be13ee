import { startSideBySide, type Background } from "../../background.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database } from "../../db/database.ts";
import { feedsOf } from "../../wapi/feed.ts";
import { askKea, KeaFault, type Agent } from "./kea-agent.ts";
import { fetchLeases } from "./kea-leases.ts";
import { hashOfNetworks } from "./kea-networks.ts";
import { configurationOf, UNITS, wantedOf, type Wanted } from "./kea-wanted.ts";
import type { Log } from "../../log.ts";

export interface KeaParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly log: Log;
}

const EVERY_MS = 1_000;
/** Servers that one process visits at the same time. Several are visited, so that an unreachable server does not delay the others. */
const AT_ONCE = 20;
/** A server with the wanted networks is asked again after this time, and its leases are read again too. */
const ASKED_MS = 60_000;

/** Time for which no other process visits a server. It is longer than any visit. */
const LEASE = "interval '2 minutes'";

const ENROL = `insert into output.seen (server, unit, wanted)
  select s.id, u.unit, '0'
  from output.server s cross join lateral ${UNITS}
  where s.kind = 'kea'
    and s.is_enabled
    and u.is_there
    and not exists (select from output.seen d where d.server = s.id and d.unit = u.unit)
  on conflict do nothing`;

const END = `delete from output.seen d
  using output.server s cross join lateral ${UNITS}
  where s.id = d.server and s.kind = 'kea' and d.unit = u.unit and not u.is_there`;

const CLAIM = `with due as (
  select d.id
  from output.seen d join output.server s on s.id = d.server
  where s.kind = 'kea' and s.is_enabled and d.unit in ('dhcp4', 'dhcp6') and d.next_try <= clock_timestamp()
  order by d.next_try
  limit $1
  for update of d skip locked)
  update output.seen d
  set next_try = clock_timestamp() + ${LEASE}
  from due cross join output.server s
  where d.id = due.id and s.id = d.server
  returning d.id::text, d.unit as service, d.has, d.error, d.kept, host(s.address) as address, s.port,
    s.key_name as "user", s.key_secret as password`;

const LIVE = `with live as (
  update output.seen
  set wanted = $2, has = $2, error = null, detail = null, tries = 0,
    wanted_since = case when wanted = $2 then wanted_since else clock_timestamp() end,
    live_since = case when has = $2 and error is null then live_since else clock_timestamp() end,
    next_try = clock_timestamp() + interval '1 second'
  where id = $1
  returning server, unit)
  insert into output.shown (server, unit, serial)
  select server, unit, $2::text::bigint
  from live
  on conflict do nothing`;

const FAILED = `with failed as (
  update output.seen
  set wanted = $2, has = case when $5 then $2 else has end, error = $3, detail = $4, tries = tries + 1,
    wanted_since = case when wanted = $2 then wanted_since else clock_timestamp() end,
    next_try = clock_timestamp() + least(interval '1 minute', interval '1 second' * power(2, least(tries, 6)))
  where id = $1
  returning server, unit)
  insert into output.shown (server, unit, serial)
  select server, unit, $2::text::bigint
  from failed
  where $5
  on conflict do nothing`;

/** Networks in the configuration file of the server. They are unknown from the begin of a change until the server has written the file. */
const KEPT = "update output.seen set kept = $2 where id = $1";

interface Due extends Agent {
  readonly id: string;
  readonly has: string | null;
  readonly error: string | null;
  readonly kept: string | null;
}

/** When a server was asked last, and the hash of the networks that it showed. */
interface Asked {
  readonly at: number;
  readonly hash: string;
}

/** The version is read before the networks, so that the networks are never older than the version. */
const VERSION = "select coalesce(max(serial), 0)::text as serial from output.unit where name = $1";

/** Gives the Kea servers changed networks, and reads their leases. Any process does it. */
export function startKea(parts: KeaParts): Background {
  const { db, log } = parts;
  const asked = new Map<string, Asked>();
  return startSideBySide<Due>({
    name: "kea",
    claim: (room) => claim(db, room),
    keyOf: ({ id }) => id,
    work: (due) => visit(parts, due, asked),
    atOnce: AT_ONCE,
    every: EVERY_MS,
    isIdle: db.isReplica,
    onError: (error) => {
      log("kea", { error });
    },
  });
}

/** Servers that are due, reserved for this process. */
async function claim(db: Database, room: number): Promise<readonly Due[]> {
  await db.query(END);
  await db.query(ENROL);
  return await db.query<Due>(CLAIM, [room]);
}

/** Visits one server. Compares its present networks with the wanted ones, whatever has changed. */
async function visit(parts: KeaParts, due: Due, asked: Map<string, Asked>): Promise<void> {
  const { db, log } = parts;
  const [{ serial } = { serial: "0" }] = await db.query<{ serial: string }>(VERSION, [due.service]);
  const wanted = await wantedOf(parts, due.service);
  const last = asked.get(due.id);
  const isKnown =
    due.has !== null && due.error === null && due.kept === wanted.hash && last?.hash === wanted.hash;
  if (!isKnown || Date.now() - last.at > ASKED_MS) {
    const fault = await bringAndFetch(parts, due, wanted);
    if (fault !== null) {
      log(`kea ${due.address}`, { error: fault, level: "warn" });
      const hasNetworks = fault.reason === "not_kept";
      await db.query(FAILED, [due.id, serial, fault.reason, fault.message, hasNetworks]);
      return;
    }
    asked.set(due.id, { at: Date.now(), hash: wanted.hash });
  }
  await db.query(LIVE, [due.id, serial]);
}

/** Gives one server the wanted networks and then reads its leases. Answers the fault if one of them failed, otherwise null. */
async function bringAndFetch(
  { db, catalogue }: KeaParts,
  agent: Due,
  wanted: Wanted,
): Promise<KeaFault | null> {
  const fault = await faultOf(bring(db, agent, wanted));
  // The leases of a server that cannot write its file are still read.
  if (fault !== null && fault.reason !== "not_kept") return fault;
  const leases = feedsOf(catalogue).find(({ spec }) => spec.name === "leases");
  if (leases === undefined) return fault;
  const unread = await faultOf(fetchLeases(db, leases, agent, wanted.service.leasePage));
  return fault ?? unread;
}

async function faultOf(done: Promise<unknown>): Promise<KeaFault | null> {
  try {
    await done;
    return null;
  } catch (error) {
    if (!(error instanceof KeaFault)) throw error;
    return error;
  }
}

/** Changes only the networks in the configuration of the server. The change counts only if the server shows it afterwards. */
async function bring(db: Database, agent: Due, { service, networks, hash }: Wanted): Promise<void> {
  const present = await configurationOf(agent);
  const hasNetworks = hashOfNetworks(service, present) === hash;
  if (hasNetworks && agent.kept === hash) return;
  if (!hasNetworks) {
    await db.query(KEPT, [agent.id, null]);
    await askKea(agent, "config-set", { [service.root]: { ...present, ...networks } });
    if (hashOfNetworks(service, await configurationOf(agent)) !== hash)
      throw new KeaFault("other_networks", "config-get");
  }
  await write(agent);
  await db.query(KEPT, [agent.id, hash]);
}

/** Makes the server write its configuration file, because it would otherwise start with its old networks. */
async function write(agent: Agent): Promise<void> {
  try {
    await askKea(agent, "config-write");
  } catch (error) {
    if (error instanceof KeaFault && error.reason === "refused")
      throw new KeaFault("not_kept", error.message);
    throw error;
  }
}
