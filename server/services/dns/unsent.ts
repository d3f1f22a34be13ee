import type { Database } from "../../db/database.ts";
import { inPieces } from "../../wapi/pieces.ts";
import type { Rr } from "../../dns-wire/message.ts";
import { provenBytes } from "./proof.ts";

/** Increased when records that were sent before may be omitted now, so that all of them are checked again. */
const PROOF = 1;
/** Number of records that are checked at once. */
const PAGE = 500;

const NEXT = `with known as (
    select case when c.proof = ${String(PROOF)} then c.proven else '-infinity' end as proven
    from output.clock c
    for update),
  page as (
    select max(p.at) as last
    from (
      select r.at
      from output.rr r cross join known k
      where r.at > k.proven
      order by r.at
      limit ${String(PAGE)}) p)
  select page.last::text as last,
    coalesce((
        select json_agg(json_build_object('zone', r.zone, 'name', r.name, 'type', r.type, 'ttl', r.ttl,
          'rdata', r.rdata))
        from output.rr r cross join known k
        where r.at > k.proven and r.at <= page.last),
      '[]') as records
  from page`;

const NOTE = `with noted as (
    insert into output.unsent (zone, name, type, rdata)
    select zone, name, type, rdata
    from json_to_recordset($1::json) r(zone text, name text, type text, rdata text)
    on conflict do nothing),
  ended as (
    delete from output.unsent u
    where not exists (
      select
      from output.rr r
      where (r.zone, r.name, r.type, r.rdata) = (u.zone, u.name, u.type, u.rdata)))
  update output.clock
  set proven = $2::timestamptz, proof = ${String(PROOF)}`;

interface ZoneRr extends Rr {
  readonly zone: string;
}

/** Records which of the newly published records cannot be sent. False if there was none to check. */
export async function noteUnsent(db: Database): Promise<boolean> {
  return await db.transaction({ mode: "read write", statementTimeout: 60_000 }, async (tx) => {
    const [page] = await tx.query<{ last: string | null; records: readonly ZoneRr[] }>(NEXT);
    if (page?.last == null) return false;
    const left = await inPieces(unsentIn(page.records));
    await tx.query(NOTE, [JSON.stringify(left), page.last]);
    return true;
  });
}

function* unsentIn(records: readonly ZoneRr[]): Generator<undefined, readonly ZoneRr[]> {
  const unsent: ZoneRr[] = [];
  for (const rr of records) {
    if (provenBytes(rr) === null) unsent.push(rr);
    yield;
  }
  return unsent;
}
