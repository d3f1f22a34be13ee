/** SQL over a link `l(grp, ou)` and a row `t`: it leads to a group above the one in `group_name`, from which objects are passed down. */
export const ABOVE_THE_GROUP =
  'l.grp <> t.group_name and l.grp = any((select g.path from cntl."group" g where g.id = t.group_name)::bigint[])';
