import type { Localised } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import { CATALOG_ZONE } from "#contract/values/catalog-zone";
import type { Query } from "../db/database.ts";
import { fetchZone, NotFetched } from "./dns/exchange.ts";
import type { ReadRr, Rr } from "./dns/message.ts";
import { nameBytes } from "./dns/name.ts";
import { rdataBytes, typeCode } from "./dns/rdata.ts";
import type { Key } from "./dns/tsig.ts";

/** Something that is not served, or not as it should be. */
export interface Finding {
  /** Of `output.unserved`, or `unpublished`, `differs`, `no_answer`. */
  readonly reason: string;
  /** Name, or server and zone. */
  readonly object: string;
  readonly detail: string | null;
}

const UNSERVED = "select reason, object, detail from output.unserved order by reason, object, detail";

// What the journal still holds is on its way and no drift.
const UNPUBLISHED = `select 'unpublished' as reason, zone as object, count(*) || ' records' as detail from (
    (select * from output.wanted_rr except select * from output.rr) union all (select * from output.rr except select * from output.wanted_rr)) d
  where not exists (select from output.journal) and output.serves_dns() group by zone order by zone`;

/** Everything that cannot be served, and every difference between what is wanted, what was published and what each name server has. */
export async function checkOutput(query: Query): Promise<readonly Finding[]> {
  const found = [...(await query.query<Finding>(UNSERVED)), ...(await query.query<Finding>(UNPUBLISHED))];
  for (const unit of await query.query<Unit>(UNITS, [CATALOG_ZONE]))
    found.push(...(await driftOf(query, unit)));
  return found;
}

interface Unit extends Omit<Key, "name"> {
  readonly server: string;
  readonly address: string;
  readonly port: number;
  readonly key_name: string;
  readonly zone: string;
}

const UNITS = `select s.name as server, host(s.address) as address, s.port, s.key_name, s.key_algorithm as algorithm, s.key_secret as secret, d.unit as zone
  from output.seen d join output.server s on s.id = d.server
  where s.kind = 'dns' and s.is_enabled and s.key_name is not null and s.key_secret is not null and d.unit <> $1 order by s.name, d.unit`;

async function driftOf(query: Query, unit: Unit): Promise<readonly Finding[]> {
  const { server, address, port, key_name: name, algorithm, secret, zone } = unit;
  const object = `${server} ${zone}`;
  try {
    const records = await fetchZone({ address, port, key: { name, algorithm, secret } }, zone);
    const has = new Set(records.filter(({ type }) => type !== typeCode("SOA")).map(shownRr));
    const told = await query.query<Rr>("select name, type, ttl, rdata from output.rr where zone = $1", [
      zone,
    ]);
    const wanted = new Map(told.map((rr) => [wireRr(rr), rr]));
    const missing = [...wanted].filter(([wire]) => !has.has(wire));
    const foreign = [...has].filter((wire) => !wanted.has(wire));
    if (missing.length + foreign.length === 0) return [];
    const first = missing[0]?.[1];
    const shown = first === undefined ? "" : `: ${first.name} ${first.type} ${first.rdata}`;
    return [
      { reason: "differs", object, detail: `-${String(missing.length)} +${String(foreign.length)}${shown}` },
    ];
  } catch (error) {
    if (error instanceof NotFetched || (error instanceof Error && "syscall" in error))
      return [{ reason: "no_answer", object, detail: error.message }];
    throw error;
  }
}

function wireRr({ name, type, ttl, rdata }: Rr): string {
  return [nameBytes(name).toString("hex"), typeCode(type), ttl, rdataBytes(type, rdata).toString("hex")].join(
    " ",
  );
}

function shownRr({ name, type, ttl, rdata }: ReadRr): string {
  return [nameBytes(name).toString("hex"), type, ttl, rdata.toString("hex")].join(" ");
}

/** A sentence for each object that no service can answer as it was applied. */
export async function unservedOf(query: Query, catalogue: Catalogue): Promise<readonly Localised[]> {
  const sentences: Localised[] = [];
  for (const { spec } of catalogue.types.values()) {
    for (const { text, sql } of spec.service?.unserved ?? []) {
      const told = (object: string): Localised => ({
        de: text.de.replace("{object}", object),
        en: text.en.replace("{object}", object),
      });
      sentences.push(...(await query.query<{ object: string }>(sql)).map(({ object }) => told(object)));
    }
  }
  return sentences;
}
