import { defineObjectType, linkSql, type Assignable, type Grant } from "../../catalogue/define.ts";
import { binderOf, byUnits } from "./group-addr-space.sql.ts";
import { BCD } from "../nd/bcd.ts";
import { ouParameter, UNIT } from "../org/unit.ts";

/** Groups are administered directly and through their OEs. */
export const GROUP: Assignable = {
  type: "cntl.group",
  isMine: "{id} = any({groups})",
  key: `select json_build_object('name', g.name) as key from cntl."group" g where g.id = $1::bigint`,
  links: `select ${linkSql("cntl.group", "'name', g.name")}, g.id, null::bigint
    from cntl."group" g
    where g.id = $1
    union all select ${linkSql("cntl.group2ou", "'group_name', g.name", "'ou', u.fq_name")}, null, u.id
    from cntl.group2ou l join cntl."group" g on g.id = l.group_name join org.unit u on u.id = l.ou
    where l.group_name = $1`,
};

/**
 * An OE that owns an object passes it to groups that it administers, a group passes it to its subgroups (wire contract 7.5, 7.6). `id` is the object
 * over the row of the link. `byUnit` and `byGroup` are SQL over it: an administered OE, or an administered group above, has the object.
 */
export function passedOn(to: Assignable, id: string, byUnit: string, byGroup: string): Grant {
  return {
    any: [
      {
        all: [
          { sql: byUnit, names: byUnits(to, id) },
          { reaches: GROUP, by: "group_name" },
        ],
      },
      { sql: byGroup, names: { to, id, links: ABOVE_THE_GROUP } },
    ],
  };
}

/** SQL over a link `l(grp, ou)` and a row `t`: the link leads to a group above `group_name` that passes on objects. */
const ABOVE_THE_GROUP = `l.grp <> t.group_name
  and l.grp = any((select g.path from cntl."group" g where g.id = t.group_name)::bigint[])`;

const BEFORE = 'cntl."group" b where b.id = t.id';
const OLD_PARENT = `(select b.parent_group_name from ${BEFORE})`;
const PATH_OF = (group: string): string => `(select p.path from cntl."group" p where p.id = ${group})`;

/** BCDs in which a space above restricts the moved group or a group below it, and in which the new place would restrict them less. */
const SET_FREE = `from cntl."group" d
  join nd.bcd2group l on l.group_name = d.id
  cross join lateral (
    select ${binderOf("d.path[array_position(d.path, t.id):]", "l.bcd")} as kept,
      ${binderOf(PATH_OF(OLD_PARENT), "l.bcd")} as was,
      ${binderOf(PATH_OF("t.parent_group_name"), "l.bcd")} as becomes) x
  where t.id = any(d.path)
    and x.kept is null
    and x.was is not null
    and not exists (select from nd.bcd2ou o where o.bcd = l.bcd and o.ou = any({units}))
    and (x.becomes is null
      or exists (
        select
        from cntl.group_addr_space a join nd.ip_subnet n on n.cidr >>= a.cidr and n.bcd = l.bcd
        where a.group_name = x.becomes
          and not exists (
            select
            from cntl.group_addr_space w
            where w.group_name = x.was and w.cidr >>= a.cidr)))`;

/**
 * Moving a group needs rights at the old and at the new place, like creating one there. Otherwise a move could remove a group from the administrators
 * above it, or from the address spaces that restrict it (wire contract 7.1, 7.3).
 */
const MAY_MOVE: Grant = {
  any: [
    {
      sql: `t.id is null
        or exists (select from ${BEFORE} and b.parent_group_name is not distinct from t.parent_group_name)`,
    },
    {
      all: [
        {
          sql: `${OLD_PARENT} is null or ${OLD_PARENT} = any({groups})`,
          names: { to: GROUP, id: OLD_PARENT },
        },
        {
          any: [
            { reaches: GROUP, by: "parent_group_name" },
            {
              sql: `t.parent_group_name is null
                and exists (select from cntl.group2ou l where l.group_name = t.id and l.ou = any({units}))`,
              names: byUnits(GROUP, "case when t.parent_group_name is null then t.id end"),
            },
          ],
        },
        {
          sql: `not exists (select ${SET_FREE})`,
          names: byUnits(BCD, `(select l.bcd ${SET_FREE} order by l.bcd limit 1)`),
        },
      ],
    },
  ],
};

export default defineObjectType({
  name: "cntl.group",
  gpk: "grp",
  label: { de: "Gruppe", en: "Group" },
  plural: { de: "Gruppen", en: "Groups" },
  description: {
    de: "Gruppe von Konten, der BCDs, Namen und Adressen zugeordnet sind",
    en: "Group of accounts that BCDs, names and addresses are assigned to",
  },
  attributes: {
    name: { type: "group_name", label: { de: "Name", en: "Name" } },
    parent_group_name: {
      label: { de: "Übergeordnete Gruppe", en: "Parent group" },
      nullable: true,
      ref: { to: "cntl.group" },
    },
    is_sub: {
      type: "boolean",
      label: { de: "Untergruppe", en: "Subgroup" },
      computed: "t.parent_group_name is not null",
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    dhcp_domain: { label: { de: "DHCP-Domain", en: "DHCP domain" }, nullable: true, ref: { to: "dns.fqdn" } },
    is_idm_sync: {
      type: "boolean",
      label: { de: "IDM-Abgleich", en: "IDM-Sync" },
      default: false,
    },
    name_space: {
      type: "fqdn_array",
      label: { de: "Namensraum", en: "Name space" },
      computed: `array(
        select f.value
        from dns.fqdn2group l join dns.fqdn f on f.id = l.fqdn
        where l.group_name = t.id
        order by f.value)`,
    },
    address_space: {
      type: "cidr_array",
      label: { de: "Adressraum", en: "Address space" },
      computed: "array(select s.cidr from cntl.group_addr_space s where s.group_name = t.id order by s.cidr)",
    },
    member_count: {
      label: { de: "Mitglieder", en: "Members" },
      counted: { of: "cntl.mgr2group", by: "group_name" },
    },
  },
  key: ["name"],
  hierarchy: { parent: "parent_group_name" },
  functions: {
    create: {
      extra: {
        ou: ouParameter({
          de: "OE, der eine neue Gruppe ohne übergeordnete Gruppe zugeordnet wird",
          en: "OE that a new group without parent group is linked to",
        }),
      },
    },
    update: {},
    delete: {},
  },
  search: { rank: 20, system: "cntl", by: ["name_regexp", { words: "description_regexp_ic" }] },
  own: { column: "id", in: "groups" },
  read: "own",
  write: {
    ofOwnRows: true,
    create: {
      any: [
        { all: [{ sql: "t.parent_group_name is null" }, { reaches: UNIT, by: "ou" }] },
        {
          all: [
            { reaches: GROUP, by: "parent_group_name" },
            // The same right as for a row of `cntl.group2ou`: administrators of both.
            { any: [{ sql: "t.ou is null" }, { reaches: UNIT, by: "ou" }] },
          ],
        },
      ],
    },
    update: {
      grant: { reaches: GROUP, by: "id" },
      attributes: ["name", "parent_group_name", "description", "dhcp_domain", "is_idm_sync"],
    },
    delete: { reaches: GROUP, by: "id" },
    after: MAY_MOVE,
  },
  givesRights: "objects",
});
