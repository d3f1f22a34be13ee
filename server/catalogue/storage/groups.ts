/** SQL over a link `l(grp, ou)` and a row `t`: it leads to a group above the one in `group_name`, from which objects are passed down. */
export const ABOVE_THE_GROUP =
  'l.grp <> t.group_name and l.grp = any((select g.path from cntl."group" g where g.id = t.group_name)::bigint[])';

/** SQL over the columns of an owned BCD and an address in it: all addresses of the BCD are owned, or a group that has it reaches this one (wire contract 7.1). */
export function inOwnedSpace(bcd: string, address: string): string {
  return `${bcd} = any({full_bcds}) or exists (
    select from nd.bcd2group l join cntl.group_addr_space a on a.group_name = l.group_name
    where l.bcd = ${bcd} and l.group_name = any({groups}) and a.cidr >>= ${address})`;
}
