import type { Row } from "#contract/wire/json";

/** A reference of wire contract 7: attribute `by` of `from` contains the `key` of a row of `to`. */
export interface Join {
  /** Name of the join between the two types. */
  readonly name: string;
  /** Name of the foreign key. */
  readonly reference: string;
  readonly from: string;
  readonly by: string;
  readonly to: string;
  readonly key: string;
}

const fkey = (
  from: string,
  by: string,
  to: string,
  key: string,
  ref = by.replace(/_(gfk|name)$/, ""),
): Join => {
  const reference = `api_fkey_${from.replace(".", "_")}_${ref}`;
  return { name: reference, reference, from, by, to, key };
};

const isDefault = (from: string, by: string, to: string, key: string): Join => ({
  ...fkey(from, by, to, key, by === "login_name" ? "mgr" : undefined),
  name: "default",
});

export const JOINS: readonly Join[] = [
  fkey("cntl.mgr2group", "login_name", "cntl.mgr", "login_name", "mgr"),
  isDefault("cntl.mgr2group", "group_name", "cntl.group", "name"),
  fkey("cntl.mgr2ou", "login_name", "cntl.mgr", "login_name", "mgr"),
  isDefault("cntl.mgr2ou", "ou", "org.unit", "fq_name"),
  fkey("cntl.mgr2role", "login_name", "cntl.mgr", "login_name", "mgr"),
  isDefault("cntl.group2ou", "group_name", "cntl.group", "name"),
  fkey("cntl.group2ou", "ou", "org.unit", "fq_name"),
  isDefault("cntl.group_addr_space", "group_name", "cntl.group", "name"),
  fkey("cntl.group_admin", "group_name", "cntl.group", "name"),
  fkey("cntl.group_admin", "login_name", "cntl.mgr", "login_name", "mgr"),
  isDefault("cntl.wapi_auth", "login_name", "cntl.mgr", "login_name"),
  isDefault("cntl.wapi_auth2role", "wapi_auth_gfk", "cntl.wapi_auth", "gpk"),
  fkey("nd.bcd2ou", "bcd", "nd.bcd", "name"),
  isDefault("nd.bcd2ou", "ou", "org.unit", "fq_name"),
  isDefault("nd.bcd2group", "bcd", "nd.bcd", "name"),
  fkey("nd.bcd2group", "group_name", "cntl.group", "name"),
  isDefault("nd.ip_subnet", "bcd", "nd.bcd", "name"),
  fkey("nd.vlan", "bcd", "nd.bcd", "name"),
  fkey("nd.vxlan", "bcd", "nd.bcd", "name"),
  isDefault("dhcp.bcd_setting", "bcd", "nd.bcd", "name"),
  isDefault("macauth.client", "bcd_name", "nd.bcd", "name"),
  fkey("nd.l_port", "device", "nd.device", "fqdn"),
  fkey("nd.device", "bcd", "nd.bcd", "name"),
  fkey("nd.device", "fqdn", "dns.fqdn", "value"),
  fkey("dns.record", "fqdn", "dns.fqdn", "value"),
  isDefault("dns.fqdn2group", "fqdn", "dns.fqdn", "value"),
  fkey("dns.fqdn2group", "group_name", "cntl.group", "name"),
  fkey("dns.fqdn2ou", "fqdn", "dns.fqdn", "value"),
  isDefault("dns.fqdn2ou", "ou", "org.unit", "fq_name"),
];

export function holdsJoin({ by, key }: Join, from: Row, to: Row): boolean {
  return from[by] !== null && from[by] === to[key];
}
