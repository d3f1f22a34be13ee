import type { Assignable, Grant, NamedAssignment, OwnSql } from "../../catalogue/define.ts";
import { BCD } from "../nd/bcd.ts";
import { subnetOf } from "../nd/ip-subnet.sql.ts";

/** An object is owned through its links to OEs only. */
export function byUnits(to: Assignable, id: string): NamedAssignment {
  return { to, id, links: "l.ou is not null" };
}

/**
 * SQL over an owned BCD and an address in it: the account owns the whole BCD, or an address space that binds one of its groups contains the address
 * (wire contract 7.1).
 */
export function inOwnedSpace(bcd: string, address: string): string {
  // The address is compared first, because few spaces contain it, while an account may own hundreds of spaces.
  return `${bcd} = any({full_bcds})
    or exists (
      select
      from cntl.group_addr_space a
      where a.cidr >>= ${address} and (a.id in (select unnest({spaces}))) is true)`;
}

/** The condition of the address space as a rule of own rows. */
export function ofOwnedSpace(bcd: string, address: string): OwnSql {
  const spaces = "select a.cidr from cntl.group_addr_space a where a.id in (select unnest({spaces}))";
  return {
    sql: inOwnedSpace(bcd, address),
    long: `${bcd} = any({full_bcds}) or coalesce(${address} <<= any(array(${spaces})::inet[]), false)`,
  };
}

/**
 * SQL: the group whose address spaces limit the group at `path` in a BCD. This is the group itself, or the nearest group above it that has spaces in
 * the BCD, otherwise null.
 */
export function binderOf(path: string, bcd: string): string {
  return `(
    select p.id
    from unnest(${path}) with ordinality p(id, n)
      join cntl.group_addr_space a on a.group_name = p.id
      join nd.ip_subnet s on s.cidr >>= a.cidr and s.bcd = ${bcd}
    order by p.n desc
    limit 1)`;
}

/** The address in this column is owned (wire contract 7.1), absent or outside all subnets. The refusal names its BCD and the links that give rights to it. */
export function ownsAddress(column: string): Extract<Grant, { readonly sql: string }> {
  const address = `t.${column}`;
  const id = subnetOf(address, "s.bcd");
  const binder = binderOf('(select g.path from cntl."group" g where g.id = l.grp)', `(${id})`);
  const reaches = `(
    select b.id is null
      or exists (select from cntl.group_addr_space a where a.group_name = b.id and a.cidr >>= ${address})
    from (select ${binder} as id) b)`;
  return {
    sql: `coalesce((${subnetOf(address, `s.bcd = any({bcds}) and (${inOwnedSpace("s.bcd", address)})`)}), true)`,
    names: { to: BCD, id, links: `l.ou is not null or ${reaches}` },
  };
}
