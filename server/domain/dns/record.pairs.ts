import { NO_ALIAS_TARGET } from "#contract/values/record-types";
import type { Localised } from "#contract/wire/json";
import { refuse, type Refusal } from "../../faults.ts";
import type { Placed, Stored, WriteRun } from "../../wapi/write/stages.ts";
import { suspecting } from "../../wapi/write/suspect.ts";
import CONFLICTS from "./record.conflicts.json" with { type: "json" };
import { recordType } from "./record.targets.ts";

/** Two records that exclude each other, by their ids; `fqdn` is the name that has both meanings. */
interface Pair {
  readonly kind: "aliasTarget" | "nullExchange";
  readonly one: string;
  readonly other: string;
  readonly fqdn: string;
  readonly type: string;
  readonly at: string;
}

const TYPES = [...NO_ALIAS_TARGET].map((type) => `'${type}'`).join(", ");

const PAIRS = `select 'aliasTarget' as kind, p.id::text as one, c.id::text as other, c.name as fqdn, p.type, p.name as at
    from dns.record p join dns.record c on c.fqdn = p.target_fqdn and c.type = 'CNAME' where p.type in (${TYPES}) and p.id = any($1::bigint[])
  union select 'aliasTarget', p.id::text, c.id::text, c.name, p.type, p.name
    from dns.record c join dns.record p on p.target_fqdn = c.fqdn and p.type in (${TYPES}) where c.type = 'CNAME' and c.id = any($1::bigint[])
  union select 'nullExchange', n.id::text, o.id::text, n.name, n.type, n.name
    from dns.record t join dns.record n on n.fqdn = t.fqdn and n.type = 'MX' and n.data like '% .'
      join dns.record o on o.fqdn = n.fqdn and o.type = 'MX' and o.id <> n.id
    where t.type = 'MX' and t.id = any($1::bigint[]) order by 1, 2, 3`;

function decides(work: Placed): boolean {
  const type = recordType(work);
  return (NO_ALIAS_TARGET.has(type) || type === "CNAME") && work.given["data"] !== undefined;
}

/**
 * Steps that make a name an alias, and steps that point to it, take turns: the first ones lock the name alone, the others share it. Steps that only
 * point do not wait for each other.
 */
export function holdAliases(run: WriteRun, works: readonly Placed[]): void {
  const named = (isAlias: boolean, column: string): readonly unknown[] =>
    works
      .filter((work) => decides(work) && (recordType(work) === "CNAME") === isAlias)
      .map((work) => work.values[column] ?? null)
      .filter((id) => id !== null);
  const [aliases, targets] = [named(true, "fqdn"), named(false, "target_fqdn")];
  const held = "select from dns.fqdn f where f.id = any($1::bigint[]) order by f.id for";
  if (aliases.length > 0) run.tx.defer(`${held} update`, [aliases], "write-alias-hold");
  if (targets.length > 0) run.tx.defer(`${held} key share`, [targets], "write-target-hold");
}

/** Refuses the later of two records that exclude each other: a target that is an alias, a null MX beside another MX (RFC 7505, 3). */
export async function checkPairs(run: WriteRun, works: readonly Stored[]): Promise<void> {
  const decided = new Map(works.filter(decides).map((work) => [work.id, work]));
  if (decided.size === 0) return;
  const pairs = await run.tx.query<Pair>(PAIRS, [[...decided.keys()]], "write-record-pairs");
  const [first] = pairs
    .map((pair) => ({ pair, work: laterOf(pair, decided) }))
    .toSorted((a, b) => positionOf(a.work) - positionOf(b.work));
  if (first !== undefined)
    throw suspecting(refusalOf(first.pair), first.work === undefined ? [] : [first.work.plan]);
}

function laterOf({ one, other }: Pair, works: ReadonlyMap<string, Stored>): Stored | undefined {
  const [a, b] = [works.get(one), works.get(other)];
  return positionOf(a) > positionOf(b) ? a : (b ?? a);
}

function positionOf(work: Stored | undefined): number {
  return work?.plan.position ?? -1;
}

function refusalOf({ kind, fqdn, type, at }: Pair): Refusal {
  const { text, hint } = CONFLICTS[kind];
  const filled = (said: Localised): Localised => ({ de: fill(said.de), en: fill(said.en) });
  const fill = (said: string): string =>
    said.replaceAll("{fqdn}", fqdn).replaceAll("{type}", type).replaceAll("{at}", at);
  return refuse("cname_conflict", { fqdn, type_list: [type] }, undefined, hint).because(filled(text));
}
