import { defineObjectType, linkSql, type Assignable, type OwnRule } from "../../catalogue/define.ts";
import { TTL_BOUNDS } from "#contract/values/record-types";
import { FQDN_STATEMENTS, OUTSIDE_TYPES } from "./fqdn.sql.ts";

/** Names are owned through the links of all names above. */
export const FQDN: Assignable = {
  type: "dns.fqdn",
  isMine: "(select f.scope = any({scopes}) from dns.fqdn f where f.id = {id})",
  key: `select json_build_object('value', coalesce(s.value, f.value)) as key
    from dns.fqdn f left join dns.fqdn s on s.id = f.scope
    where f.id = $1::bigint`,
  links: `select ${linkSql("dns.fqdn2group", "'fqdn', n.value", "'group_name', g.name")}, g.id, null::bigint
    from dns.fqdn f
      join dns.fqdn n on n.id = any(f.anc)
      join dns.fqdn2group l on l.fqdn = n.id
      join cntl."group" g on g.id = l.group_name
    where f.id = $1
    union all select ${linkSql("dns.fqdn2ou", "'fqdn', n.value", "'ou', u.fq_name")}, null, u.id
    from dns.fqdn f
      join dns.fqdn n on n.id = any(f.anc)
      join dns.fqdn2ou l on l.fqdn = n.id
      join org.unit u on u.id = l.ou
    where f.id = $1`,
};

/** The owners of a name, for rows with the column `scope`. */
export const NAME_OWNED: OwnRule = { column: "scope", in: "scopes" };

export default defineObjectType({
  name: "dns.fqdn",
  gpk: "fqdn",
  system: {
    label: { de: "DNS", en: "DNS" },
    module: { name: "dnsvs", rank: 10 },
  },
  label: { de: "FQDN", en: "FQDN" },
  plural: { de: "FQDNs", en: "FQDNs" },
  description: { de: "Domänenname mit seinen Einträgen", en: "Domain name with its records" },
  attributes: {
    value: {
      type: "fqdn",
      label: { de: "FQDN", en: "FQDN" },
      help: {
        de: "Vollständiger Name, zum Beispiel www.example.edu.",
        en: "Complete name, for example www.example.edu.",
      },
      createOnly: true,
    },
    type: {
      label: { de: "Typ", en: "Type" },
      help: {
        de: "Bestimmt, welche Einträge der Name tragen darf",
        en: "Decides which records the name may have",
      },
      default: "domain",
      ref: { to: "dns.fqdn_type", copied: "type", isApart: true },
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    zone: {
      label: { de: "Zone", en: "Zone" },
      help: {
        de: "Nächster Zonen-Apex darüber oder der Name selbst",
        en: "Nearest zone apex above, or the name itself",
      },
      nullable: true,
      computed: "t.zone",
      ref: { to: "dns.fqdn" },
    },
    is_zone_apex: {
      type: "boolean",
      label: { de: "Zonen-Apex", en: "Zone apex" },
      help: { de: "Hier beginnt eine Zone", en: "A zone begins here" },
      default: false,
      asks: {
        object_fq_name: "dns.record",
        reference: "fqdn",
        attribute: "data",
        new: { type: "NS" },
        ref: { object_fq_name: "dns.fqdn", attribute: "value" },
        language_dict: {
          name: { de: "Nameserver", en: "Name servers" },
          description: {
            de: "Eine Zone braucht mindestens einen. Ist der Name kein Zonen-Apex, delegieren sie ihn",
            en: "A zone needs at least one. If the name is no zone apex, they delegate it",
          },
        },
      },
    },
    zone_ttl_default: {
      type: "integer",
      label: { de: "Standard-TTL der Zone", en: "Default TTL of the zone" },
      help: { de: "In Sekunden; leer: 3600", en: "In seconds; empty: 3600" },
      ...TTL_BOUNDS,
      nullable: true,
    },
    parent: {
      label: { de: "Übergeordneter Name", en: "Parent name" },
      help: { de: "Nächster vorhandener Name darüber", en: "Nearest existing name above" },
      nullable: true,
      computed: "t.parent",
      ref: { to: "dns.fqdn" },
    },
    record_count: { label: { de: "Einträge", en: "Records" }, counted: { of: "dns.record", by: "fqdn" } },
    reference_count: {
      label: { de: "Verweise", en: "References" },
      help: { de: "Einträge, die auf diesen Namen zeigen", en: "Records that point to this name" },
      counted: { of: "dns.record", by: "target_fqdn" },
    },
    sub_fqdn_count: {
      label: { de: "Namen darunter", en: "Names below" },
      counted: { of: "dns.fqdn", by: "parent" },
    },
    hierarchy_gfk_list: {
      type: "gpk_array",
      label: { de: "Pfad", en: "Path" },
      computed: "array(select 'fqdn-' || p.id from unnest(t.anc) with ordinality p(id, n) order by p.n)",
    },
  },
  key: ["value"],
  relations: [
    {
      name: "api_func_dns_fqdn_hierarchy_gfk_list_is_subset",
      to: "dns.fqdn",
      sql: { ids: "select unnest(e.anc) from {earlier} e" },
    },
    {
      name: "api_func_dns_fqdn_hierarchy_gfk_list_is_superset",
      to: "dns.fqdn",
      sql: {
        ids: `select d.id
          from {earlier} e join dns.fqdn d on d.rkey >= e.rkey and d.rkey < e.rkey || chr(1114111)`,
      },
    },
  ],
  search: { rank: 70, system: "dnsvs", by: ["value_regexp", { words: "description_regexp_ic" }] },
  own: NAME_OWNED,
  read: "own",
  write: {
    ofOwnRows: true,
    create: {
      all: [
        { sql: "t.is_zone_apex is not true and t.zone_ttl_default is null" },
        {
          any: [
            { reaches: FQDN, by: "parent" },
            {
              sql: `t.type in (${OUTSIDE_TYPES}) and t.zone is null and cardinality({scopes}) > 0`,
            },
          ],
        },
      ],
    },
    update: { grant: { reaches: FQDN, by: "id" }, attributes: ["description", "type"] },
    delete: { reaches: FQDN, by: "id" },
  },
  storage: {
    columns: {
      rkey: 'text collate "C"',
      parent: "bigint",
      anc: "bigint[]",
      zone: "bigint",
      scope: "bigint",
      up: "bigint",
    },
    searched: ["value", "description"],
    indexes: {
      rkey_idx: "(rkey)",
      parent_idx: "(parent)",
      zone_idx: "(zone, value, id)",
      scope_idx: "(scope, value, id)",
      up_idx: "(up) where up is not null",
    },
    statements: FQDN_STATEMENTS,
  },
});
