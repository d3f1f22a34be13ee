import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.group",
  gpk: "grp",
  label: { de: "Gruppe", en: "Group" },
  description: {
    de: "Gruppe von Konten, der BCDs, Namen und Adressen zugeordnet sind",
    en: "Group of accounts that BCDs, names and addresses are assigned to",
  },
  attributes: {
    name: { type: "group_name", label: { de: "Name", en: "Name" } },
    parent_group_name: {
      type: "group_name",
      label: { de: "Übergeordnete Gruppe", en: "Parent group" },
      nullable: true,
      ref: { to: "cntl.group", by: "key" },
    },
    is_sub: {
      type: "boolean",
      label: { de: "Untergruppe", en: "Subgroup" },
      computed: "t.parent_group_name is not null",
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    dhcp_domain: {
      type: "fqdn",
      label: { de: "DHCP-Domain", en: "DHCP domain" },
      nullable: true,
      ref: { to: "dns.fqdn", by: "key" },
    },
    is_idm_sync: {
      type: "boolean",
      label: { de: "IDM-Abgleich", en: "IDM-Sync" },
      default: false,
    },
    name_space: {
      type: "fqdn_array",
      label: { de: "Namensraum", en: "Name space" },
      computed:
        "array(select f.value from dns.fqdn2group l join dns.fqdn f on f.id = l.fqdn where l.group_name = t.id order by 1)",
    },
    address_space: {
      type: "cidr_array",
      label: { de: "Adressraum", en: "Address space" },
      computed: "array(select s.cidr from cntl.group_addr_space s where s.group_name = t.id order by 1)",
    },
    member_count: {
      type: "integer",
      label: { de: "Mitglieder", en: "Members" },
      counted: { of: "cntl.mgr2group", by: "group_name" },
    },
    hierarchy_gfk_list: {
      type: "gpk_array",
      label: { de: "Pfad", en: "Path" },
      computed: "array(select 'grp-' || p.id from unnest(t.path) with ordinality p(id, n) order by p.n)",
    },
  },
  key: ["name"],
  title: ["name"],
  hierarchy: { parent: "parent_group_name" },
  relations: [
    {
      name: "api_func_cntl_group_hierarchy_gfk_list_is_subset",
      to: "cntl.group",
      sql: { ids: "select unnest(e.path) from {earlier} e" },
    },
    {
      name: "api_func_cntl_group_hierarchy_gfk_list_is_superset",
      to: "cntl.group",
      sql: {
        ids: 'select d.id from cntl."group" d, unnest(d.path) above(id) where above.id in (select e.id from {earlier} e)',
      },
    },
  ],
  functions: {
    create: {
      extra: {
        ou: {
          type: "ou_name",
          label: { de: "OE", en: "OE" },
          help: {
            de: "OE, der eine neue Gruppe ohne übergeordnete Gruppe zugeordnet wird",
            en: "OE that a new group without parent group is linked to",
          },
          nullable: true,
          ref: { to: "org.unit", by: "key" },
        },
      },
    },
    update: {},
    delete: {},
  },
  own: { column: "id", in: "groups" },
  read: "own",
  write: {
    create: {
      any: [
        { all: [{ sql: "t.parent_group_name is null" }, { administers: "org.unit", by: "ou" }] },
        {
          all: [
            { administers: "cntl.group", by: "parent_group_name" },
            // Like a link of its own (`cntl.group2ou`): who administers both.
            { any: [{ sql: "t.ou is null" }, { administers: "org.unit", by: "ou" }] },
          ],
        },
      ],
    },
    update: {
      grant: { administers: "cntl.group", by: "id" },
      attributes: ["name", "parent_group_name", "description", "dhcp_domain", "is_idm_sync"],
    },
    delete: { administers: "cntl.group", by: "id" },
  },
  givesRights: true,
});
