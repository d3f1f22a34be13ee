import { figureOf, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { load } from "./load.ts";

/** Steps of the global search (wire contract 7.9): type, filtered attribute, and attribute by which the rows are sorted. */
const STEPS: readonly (readonly [string, string, string, Readonly<Record<string, boolean>>])[] = [
  ["cntl.mgr", "login_name_regexp", "login_name", { is_sub: false }],
  ["cntl.mgr", "full_name_regexp_ic", "login_name", { is_sub: false }],
  ["nd.bcd", "name_regexp", "name", {}],
  ["org.unit", "fq_name_regexp", "fq_name", {}],
  ["org.unit", "short_name_regexp", "fq_name", {}],
  ["cntl.group", "name_regexp", "name", {}],
  ["dns.fqdn", "value_regexp", "value", {}],
  ["macauth.client", "description_regexp_ic", "mac_addr", {}],
  ["dns.record", "fqdn_regexp", "fqdn", {}],
  ["dns.record", "data_regexp", "fqdn", {}],
  ["nd.vlan", "name_regexp", "name", {}],
  ["nd.device", "fqdn_regexp", "fqdn", {}],
];
const TERMS = 200;
const ROWS = 10;

/** P7: every kind in one request, for existing terms of two to eight letters. */
export async function search({ base, db, size, otto, ada }: Bench): Promise<readonly Figure[]> {
  const terms = await db.query<{ term: string }>(
    `select distinct substr(f.value, 1 + (f.id % 5)::int, 2 + (f.id % 7)::int) as term from dns.fqdn f
     where length(f.value) > 14 order by 1 limit $1`,
    [TERMS],
  );
  const figures: Figure[] = [];
  for (const [who, token] of [
    ["an administrator of divisions", otto],
    ["an administrator of everything", ada],
  ] as const) {
    const bodies = terms.map(({ term }) => JSON.stringify(stepsFor(term, true)));
    const url = `${base}/api/4.2/wapi/transaction/execute?dict_mode=true`;
    await load({ url, token, bodies, clients: 1, calls: 40 });
    const { times } = await load({ url, token, bodies, clients: 1, calls: terms.length });
    const what = `global search, ${String(STEPS.length)} steps in one request, own rows of ${who}`;
    figures.push(figureOf({ id: "P7", size, what, unit: "ms", times }));
  }
  return figures;
}

/** The steps of a global search, among own rows or among all that the account may read. */
export function stepsFor(term: string, isOwn: boolean): readonly object[] {
  const expression = term.replaceAll(/[^a-z0-9]/g, "\\$&");
  return STEPS.map(([type, filter, sorting, more], at) => ({
    idx: `s${String(at)}`,
    name: `${type}.list`,
    old: {
      ...(isOwn ? { is_own: true } : {}),
      fetch_limit: ROWS,
      sorting_params_list: [sorting],
      [filter]: expression,
      ...more,
    },
  }));
}
