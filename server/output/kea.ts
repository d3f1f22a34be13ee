import { isObject } from "#contract/wire/json";
import { startBackground, type Background } from "../background.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { SUBNETS4, type Subnet4 } from "../domain/dhcp/kea.sql.ts";
import { feedsOf } from "../wapi/feed.ts";
import { askKea, KeaFault, type Agent } from "./kea-agent.ts";
import { fetchLeases } from "./kea-leases.ts";
import { hashOfNetworks, wantedNetworks, type Networks } from "./kea-networks.ts";

export interface KeaParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly log: (text: string) => void;
}

const EVERY_MS = 1_000;
/** A server with the wanted networks is asked again after this time; then its leases come back too. */
const ASKED_MS = 60_000;
const UNIT = "dhcp4";

/** Time for which no other process takes a server; longer than any visit. */
const LEASE = "interval '2 minutes'";

const ENROL = `insert into output.seen (server, unit, wanted) select s.id, '${UNIT}', '' from output.server s
where s.kind = 'kea' and s.is_enabled and not exists (select from output.seen d where d.server = s.id and d.unit = '${UNIT}')
on conflict do nothing`;

const CLAIM = `with due as (select d.id from output.seen d join output.server s on s.id = d.server
    where s.kind = 'kea' and s.is_enabled and d.unit = '${UNIT}' and d.next_try <= clock_timestamp()
    order by d.next_try limit 1 for update of d skip locked)
update output.seen d set next_try = clock_timestamp() + ${LEASE} from due, output.server s where d.id = due.id and s.id = d.server
returning d.id::text, d.wanted, d.has, d.error, host(s.address) as address, s.port, s.key_name as "user", s.key_secret as password`;

const LIVE = `update output.seen set wanted = $2, has = $2, error = null, tries = 0,
  wanted_since = case when wanted = $2 then wanted_since else clock_timestamp() end,
  live_since = case when has = $2 and error is null then live_since else clock_timestamp() end,
  next_try = clock_timestamp() + interval '1 second' where id = $1`;

const FAILED = `update output.seen set wanted = $2, error = $3, tries = tries + 1,
  wanted_since = case when wanted = $2 then wanted_since else clock_timestamp() end,
  next_try = clock_timestamp() + least(interval '1 minute', interval '1 second' * power(2, least(tries, 6))) where id = $1`;

interface Due extends Agent {
  readonly id: string;
  readonly wanted: string;
  readonly has: string | null;
  readonly error: string | null;
}

/** Gives the Kea servers their networks when those change, and brings their leases back. Any process does it. */
export function startKea(parts: KeaParts): Background {
  const { db, log } = parts;
  const asked = new Map<string, number>();
  return startBackground({
    work: () => visitOne(parts, asked),
    every: EVERY_MS,
    isIdle: db.isReplica,
    onError: (error) => {
      log(`kea: ${String(error)}`);
    },
  });
}

/** Looks after one server that is due; false when there is none. Level-triggered: what Kea has is compared, not what changed. */
async function visitOne(parts: KeaParts, asked: Map<string, number>): Promise<boolean> {
  const { db } = parts;
  await db.query(ENROL);
  const [due] = await db.query<Due>(CLAIM);
  if (due === undefined) return false;
  const networks = wantedNetworks(await db.query<Subnet4>(SUBNETS4));
  const wanted = hashOfNetworks({ ...networks });
  const isKnown = due.has === wanted && due.error === null;
  if (!isKnown || Date.now() - (asked.get(due.id) ?? 0) > ASKED_MS) {
    const error = await visit(parts, due, networks, wanted);
    if (error !== null) {
      await db.query(FAILED, [due.id, wanted, error]);
      return true;
    }
    asked.set(due.id, Date.now());
  }
  await db.query(LIVE, [due.id, wanted]);
  return true;
}

/** Brings one server to the wanted networks. Answers why it could not. */
async function visit(
  { db, catalogue, log }: KeaParts,
  agent: Due,
  networks: Networks,
  wanted: string,
): Promise<string | null> {
  try {
    await bring(agent, networks, wanted);
    const leases = feedsOf(catalogue).find(({ spec }) => spec.name === "leases");
    if (leases !== undefined) await fetchLeases(db, leases, agent);
    return null;
  } catch (error) {
    if (!(error instanceof KeaFault)) throw error;
    log(`kea ${agent.address}: ${error.message}`);
    return error.message;
  }
}

/** Everything but the networks stays as the server has it. Only what it answers afterwards counts. */
async function bring(agent: Agent, networks: Networks, wanted: string): Promise<void> {
  const { Dhcp4: present } = (await askKea(agent, "config-get")) ?? {};
  if (!isObject(present)) throw new KeaFault("config-get: no configuration of a DHCPv4 server");
  if (hashOfNetworks(present) === wanted) return;
  await askKea(agent, "config-set", { Dhcp4: { ...present, ...networks } });
  const { Dhcp4: now } = (await askKea(agent, "config-get")) ?? {};
  if (!isObject(now) || hashOfNetworks(now) !== wanted)
    throw new KeaFault("config-set: the server answers other networks than it was given");
  await askKea(agent, "config-write");
}
