import { setTimeout as sleep } from "node:timers/promises";
import { isObject, type Params } from "#contract/wire/json";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Query } from "../../db/database.ts";
import { askKea, KeaFault, type Agent } from "./kea-agent.ts";
import { hashOfNetworks, wantedNetworks, type KeaSubnet, type Networks } from "./kea-networks.ts";
import { KEA_SERVICES, type KeaService } from "./kea-services.ts";

/** The wanted networks of a Kea server. */
export interface Wanted {
  readonly service: KeaService;
  readonly networks: Networks;
  readonly hash: string;
}

/** The database, and the types that deliver networks. */
interface Source {
  readonly db: Query;
  readonly catalogue: Catalogue;
}

export async function wantedOf({ db, catalogue }: Source, unit: Agent["service"]): Promise<Wanted> {
  const service = KEA_SERVICES[unit];
  const rows: KeaSubnet[] = [];
  for (const { spec } of catalogue.types.values()) {
    const sql = spec.service?.units?.[unit];
    if (sql !== undefined) rows.push(...(await db.query<KeaSubnet>(sql)));
  }
  const networks = wantedNetworks(service, rows);
  return { service, networks, hash: hashOfNetworks(service, networks) };
}

/** The configuration as the server itself shows it. */
export async function configurationOf(agent: Agent): Promise<Params> {
  const configuration = (await askKea(agent, "config-get"))?.[KEA_SERVICES[agent.service].root];
  if (!isObject(configuration)) throw new KeaFault("refused", `config-get: ${agent.service}`);
  return configuration;
}

/** SQL over servers `s`: the DHCP servers of a Kea, and whether it has each. */
export const UNITS = "(values ('dhcp4', s.has_dhcp4), ('dhcp6', s.has_dhcp6)) u(unit, is_there)";

const SERVED = `select s.name, u.unit as service, nullif(d.error, 'waiting') as error, d.detail,
  host(s.address) as address, s.port, s.key_name as "user", s.key_secret as password
  from output.server s
    cross join lateral ${UNITS}
    left join output.seen d on d.server = s.id and d.unit = u.unit
  where s.kind = 'kea' and s.is_enabled and u.is_there
  order by s.name, u.unit`;

interface Served extends Agent {
  readonly name: string;
  readonly error: string | null;
  readonly detail: string | null;
}

/** A Kea whose networks differ from the wanted ones. */
export interface KeaDrift {
  readonly server: string;
  readonly unit: string;
  readonly reason: string;
  readonly detail: string | null;
}

/** Asks each Kea now and compares its networks with those of the database. */
export async function driftOfKeas(source: Source): Promise<readonly KeaDrift[]> {
  const served = await source.db.query<Served>(SERVED);
  return (await Promise.all(served.map((one) => driftOf(source, one)))).flat();
}

/** A running portal delivers new networks within this time, so such a difference is not reported. */
const TRIES = 4;
const PAUSE_MS = 1_000;

async function driftOf(source: Source, server: Served): Promise<readonly KeaDrift[]> {
  const { name, service: unit, error, detail } = server;
  const told = (reason: string, words: string | null): readonly KeaDrift[] => [
    { server: name, unit, reason, detail: words },
  ];
  try {
    if (!(await hasWanted(source, server))) return told("other_networks", "config-get");
  } catch (fault) {
    if (fault instanceof KeaFault) return told(fault.reason, fault.message);
    throw fault;
  }
  return error === "not_kept" ? told(error, detail) : [];
}

async function hasWanted(source: Source, server: Served): Promise<boolean> {
  const service = KEA_SERVICES[server.service];
  for (let tries = 1; ; tries++) {
    const { hash } = await wantedOf(source, server.service);
    if (hashOfNetworks(service, await configurationOf(server)) === hash) return true;
    if (tries === TRIES) return false;
    await sleep(PAUSE_MS);
  }
}
