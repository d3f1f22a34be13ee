import { NO_ALIAS_TARGET } from "#contract/values/record-types";
import type { Localised } from "#contract/wire/json";
import { refuse, type Refusal } from "../../faults.ts";
import { postponed } from "../../wapi/write/late.ts";
import { idOf, type Broken, type Placed, type Stored, type WriteRun } from "../../wapi/write/stages.ts";
import { firstRefusal } from "../../wapi/write/steps-of-error.ts";
import CONFLICTS from "./record.conflicts.json" with { type: "json" };
import { recordType } from "./record.targets.ts";

/** Steps that may remove or change one of the two records. */
const MENDING = ["dns.record", "dns.fqdn"];

/** Two records that exclude each other, by their ids. `fqdn` is the name with both meanings, or the name that makes the names below it aliases. */
interface Pair {
  readonly kind: "aliasTarget" | "belowDname" | "nullExchange";
  readonly one: string;
  readonly other: string;
  readonly fqdn: string;
  readonly type: string;
  readonly at: string;
}

const TYPES = [...NO_ALIAS_TARGET].map((type) => `'${type}'`).join(", ");
const FOUND = "p.id::text as one, c.id::text as other, c.name as fqdn, p.type, p.name as at";

const PAIRS = `select 'aliasTarget' as kind, ${FOUND}
  from dns.record p join dns.record c on c.fqdn = p.target_fqdn and c.type = 'CNAME'
  where p.type in (${TYPES}) and p.id = any($1::bigint[])
  union select 'aliasTarget', ${FOUND}
  from dns.record c join dns.record p on p.target_fqdn = c.fqdn and p.type in (${TYPES})
  where c.type = 'CNAME' and c.id = any($1::bigint[])
  union select 'belowDname', ${FOUND}
  from dns.record p
    join dns.fqdn f on f.id = p.target_fqdn
    cross join lateral unnest(f.anc) above(id)
    join dns.record c on c.fqdn = above.id and c.type = 'DNAME' and c.fqdn <> f.id and c.zone = f.zone
  where p.type in (${TYPES}) and p.id = any($1::bigint[])
  union select 'belowDname', ${FOUND}
  from dns.record c
    cross join lateral (
      select f.id
      from dns.fqdn f
      where f.rkey > dns.reversed_name(c.name)
        and f.rkey < dns.reversed_name(c.name) || chr(1114111)
        and f.id <> c.fqdn
        and f.zone = c.zone
      offset 0) f
    join dns.record p on p.target_fqdn = f.id and p.type in (${TYPES})
  where c.type = 'DNAME' and c.id = any($1::bigint[])
  union select 'nullExchange', n.id::text, o.id::text, n.name, n.type, n.name
  from dns.record t
    join dns.record n on n.fqdn = t.fqdn and n.type = 'MX' and n.data like '% .'
    join dns.record o on o.fqdn = n.fqdn and o.type = 'MX' and o.id <> n.id
  where t.type = 'MX' and t.id = any($1::bigint[])
  order by kind, one, other`;

/** Types that make a name, or the names below it, an alias. */
const ALIASES: ReadonlySet<string> = new Set(["CNAME", "DNAME"]);

function decides(work: Placed): boolean {
  const type = recordType(work);
  return (NO_ALIAS_TARGET.has(type) || ALIASES.has(type)) && work.given["data"] !== undefined;
}

/**
 * Steps that make a name an alias and steps that point to the name take turns. An alias locks its name exclusively; a step that points to a name
 * locks this name and the names above it in shared mode. Steps that only point to a name do not wait for one another.
 */
export function holdAliases(run: WriteRun, works: readonly Placed[]): void {
  const named = (isAlias: boolean, column: string): readonly unknown[] =>
    works
      .filter((work) => decides(work) && ALIASES.has(recordType(work)) === isAlias)
      .map((work) => work.values[column] ?? null)
      .filter((id) => id !== null);
  const [aliases, targets] = [named(true, "fqdn"), named(false, "target_fqdn")];
  const held = (ids: string, how: string): string =>
    `select from dns.fqdn f where f.id in (select ${ids}) order by f.id for ${how} of f`;
  if (aliases.length > 0) run.tx.defer(held("unnest($1::bigint[])", "update"), [aliases], "write-alias-hold");
  if (targets.length > 0)
    run.tx.defer(
      held("unnest(t.anc) from dns.fqdn t where t.id = any($1::bigint[])", "key share"),
      [targets],
      "write-target-hold",
    );
}

/**
 * Refuses the later of two records that exclude each other: a target that is an alias, or a null MX beside another MX (RFC 7505, 3). The end of the
 * transaction decides, because a later step may delete the other record.
 */
export async function checkPairs(run: WriteRun, works: readonly Stored[]): Promise<void> {
  const broken = await paired(run, works.filter(decides));
  const refused = broken.filter(({ work }) => !postponed(run, { judge: paired, work }, MENDING));
  if (refused.length > 0) throw firstRefusal(refused);
}

/** The first pair of each step, at the later one of its two records. */
async function paired(
  run: WriteRun,
  works: readonly Placed[],
): Promise<readonly (Broken & { readonly work: Placed })[]> {
  if (works.length === 0) return [];
  const byId = new Map(works.map((work) => [idOf(work), work]));
  const pairs = await run.tx.query<Pair>(PAIRS, [[...byId.keys()]], "write-record-pairs");
  const broken = new Map<Placed, Pair>();
  for (const pair of pairs) {
    const work = laterOf(pair, byId);
    if (work !== undefined && !broken.has(work)) broken.set(work, pair);
  }
  return [...broken]
    .map(([work, pair]) => ({ work, plan: work.plan, refusal: refusalOf(pair) }))
    .toSorted((one, other) => one.plan.position - other.plan.position);
}

function laterOf({ one, other }: Pair, works: ReadonlyMap<string, Placed>): Placed | undefined {
  const [a, b] = [works.get(one), works.get(other)];
  return positionOf(a) > positionOf(b) ? a : (b ?? a);
}

function positionOf(work: Placed | undefined): number {
  return work?.plan.position ?? -1;
}

function refusalOf({ kind, fqdn, type, at }: Pair): Refusal {
  const { text, hint } = CONFLICTS[kind];
  const filled = (said: Localised): Localised => ({ de: fill(said.de), en: fill(said.en) });
  const fill = (said: string): string =>
    said.replaceAll("{fqdn}", fqdn).replaceAll("{type}", type).replaceAll("{at}", at);
  return refuse("cname_conflict", { fqdn, type_list: [type] }, undefined, hint).because(filled(text));
}
