import type { Query } from "../../db/database.ts";
import { fetchZone, isOfNetwork, NotFetched, type Asked } from "../../dns-wire/exchange.ts";
import { serialIn, type ReadRr, type Rr } from "../../dns-wire/message.ts";
import { nameBytes } from "../../dns-wire/name.ts";
import { provenRdata } from "../dns/proof.ts";
import { typeCode } from "../../dns-wire/rdata.ts";
import { textRecord } from "../../dns-wire/rdata-text.ts";

/** The records of a zone on one name server. */
export interface ServedZone {
  readonly server: string;
  readonly zone: string;
  /** Ways to ask it, with each possible key. */
  readonly asked: readonly Asked[];
}

/** A record that only one side has. */
export interface Difference {
  /** `missing`: published but not on the server; `foreign`: only on the server. */
  readonly kind: "missing" | "foreign";
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** Null if data of the server have no text. */
  readonly data: string | null;
}

export type Compared =
  | {
      readonly kind: "compared";
      readonly differences: readonly Difference[];
      /** The server has a later version than the published one. */
      readonly isAhead: boolean;
    }
  /** The server is still transferring the published version. */
  | { readonly kind: "behind" }
  | { readonly kind: "no_answer"; readonly reason: string };

const SOA = typeCode("SOA");

const COUNT = "select count(*)::int as count from output.rr where zone = $1";
/** Maximum number of records of a server: twice as many as were published, and some more. */
const SOME = 10_000;

/** Published records are read after those of the server, so a record that only the server has is foreign and not just newly published. */
const PUBLISHED = `select z.serial,
  coalesce(json_agg(json_build_object('name', r.name, 'type', r.type, 'ttl', r.ttl, 'rdata', r.rdata))
      filter (where r.name is not null),
    '[]') as records
  from output.zone z left join output.rr r on r.zone = z.name
  where z.name = $1
  group by z.serial`;

/** Compares a zone on a server with the published one. */
export async function compareZone(query: Query, { zone, asked }: ServedZone): Promise<Compared> {
  const [expected] = await query.query<{ count: number }>(COUNT, [zone]);
  const found = await fetched(asked, zone, 2 * (expected?.count ?? 0) + SOME);
  if (typeof found === "string") return { kind: "no_answer", reason: found };
  const [published] = await query.query<{ serial: string; records: readonly Rr[] }>(PUBLISHED, [zone]);
  const serial = serialIn(found) ?? 0;
  if (published === undefined || serial < Number(published.serial)) return { kind: "behind" };
  const has = new Map(found.filter(({ type }) => type !== SOA).map((rr) => [shownKey(rr), rr]));
  const wanted = new Map(published.records.flatMap(keyed));
  const missing = [...wanted].flatMap(([key, rr]) => (has.has(key) ? [] : [missingRr(rr)]));
  const foreign = [...has].flatMap(([key, rr]) => (wanted.has(key) ? [] : [foreignRr(rr)]));
  const isAhead = serial > Number(published.serial);
  return { kind: "compared", differences: [...missing, ...foreign], isAhead };
}

/** All records, or the reason why there are none. */
async function fetched(
  asked: readonly Asked[],
  zone: string,
  most: number,
): Promise<readonly ReadRr[] | string> {
  let reason = "no key";
  for (const one of asked) {
    try {
      return await fetchZone(one, zone, most);
    } catch (error) {
      if (!(error instanceof NotFetched || isOfNetwork(error))) throw error;
      reason = error.message;
    }
  }
  return reason;
}

function missingRr({ name, type, ttl, rdata }: Rr): Difference {
  return { kind: "missing", name, type, ttl, data: rdata };
}

function foreignRr({ name, type, ttl, rdata }: ReadRr): Difference {
  return { kind: "foreign", name, ttl, ...textRecord(type, rdata) };
}

/** The key of a record that is sent; records that are not sent are missing everywhere. */
function keyed(rr: Rr): readonly (readonly [string, Rr])[] {
  const { name, type, ttl } = rr;
  const rdata = provenRdata(rr);
  return rdata === null ? [] : [[shownKey({ name, type: typeCode(type), ttl, rdata }), rr]];
}

function shownKey({ name, type, ttl, rdata }: ReadRr): string {
  return [nameBytes(name).toString("hex"), type, ttl, rdata.toString("hex")].join(" ");
}
