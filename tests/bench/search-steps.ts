/** Steps of a global search (wire contract 7.9): type, filtered attribute, and attribute by which the rows are sorted. */
export const KINDS: readonly (readonly [string, string, string, Readonly<Record<string, boolean>>])[] = [
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
const ROWS = 10;

/** The steps of a global search, among own rows or among all that the account may read. */
export function stepsFor(term: string, isOwn: boolean): readonly object[] {
  const expression = term.replaceAll(/[^a-z0-9]/g, "\\$&");
  return KINDS.map(([type, filter, sorting, more], at) => ({
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
