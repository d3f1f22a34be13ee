import { defineObjectType, linkSql, type Assignable } from "../../catalogue/define.ts";

/** BCDs are owned through groups and OEs. */
export const BCD: Assignable = {
  type: "nd.bcd",
  isMine: "{id} = any({bcds})",
  key: `select json_build_object('name', b.name) as key from nd.bcd b where b.id = $1::bigint`,
  links: `select ${linkSql("nd.bcd2group", "'bcd', b.name", "'group_name', g.name")}, g.id, null::bigint
    from nd.bcd2group l join nd.bcd b on b.id = l.bcd join cntl."group" g on g.id = l.group_name
    where l.bcd = $1
    union all select ${linkSql("nd.bcd2ou", "'bcd', b.name", "'ou', u.fq_name")}, null, u.id
    from nd.bcd2ou l join nd.bcd b on b.id = l.bcd join org.unit u on u.id = l.ou
    where l.bcd = $1`,
};

export default defineObjectType({
  name: "nd.bcd",
  gpk: "bcd",
  system: {
    label: { de: "Netzdokumentation", en: "Network documentation" },
    module: { name: "netdoc", rank: 40 },
  },
  label: { de: "BCD", en: "BCD" },
  plural: { de: "BCDs", en: "BCDs" },
  description: { de: "Broadcastdomain: ein Netz", en: "Broadcast domain: a network" },
  attributes: {
    name: {
      type: "bcd_name",
      label: { de: "Name", en: "Name" },
      help: { de: "oe-abteilung-funktion-nummer", en: "ou-division-function-number" },
    },
    id: {
      type: "bcd_id",
      label: { de: "BCD-ID", en: "BCD id" },
      help: { de: "NN.NN oder NN.NN.NN", en: "NN.NN or NN.NN.NN" },
      nullable: true,
    },
    categ: {
      type: "text_id",
      label: { de: "Kategorie", en: "Category" },
      values: {
        USER: { de: "Arbeitsplätze", en: "Workplaces" },
        SERVER: { de: "Server", en: "Servers" },
        WLAN: { de: "WLAN", en: "Wi-Fi" },
        VOIP: { de: "Telefonie", en: "Telephony" },
        MGMT: { de: "Management", en: "Management" },
        TGA: { de: "Gebäudetechnik", en: "Building services" },
      },
      hasOtherValues: true,
      default: "USER",
    },
    seclvl: { type: "integer", label: { de: "Sicherheitsstufe", en: "Security level" }, default: 0 },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    vlan_count: { label: { de: "VLANs", en: "VLANs" }, counted: { of: "nd.vlan", by: "bcd" } },
    subnet_count: { label: { de: "Subnetze", en: "Subnets" }, counted: { of: "nd.ip_subnet", by: "bcd" } },
    dhcp_enabled: {
      type: "boolean",
      label: { de: "DHCP", en: "DHCP" },
      computed: "coalesce((select d.is_enabled from dhcp.bcd_setting d where d.bcd = t.id), false)",
    },
  },
  key: ["name"],
  filters: {
    ip_addr: {
      type: "inet",
      label: { de: "IP-Adresse", en: "IP address" },
      help: {
        de: "BCDs mit einem Subnetz, das die Adresse enthält",
        en: "BCDs with a subnet that contains the address",
      },
      sql: "t.id in (select s.bcd from nd.ip_subnet s where s.cidr >>= {value})",
    },
  },
  search: {
    rank: 10,
    system: "dnsvs",
    by: ["name_regexp", { bcdId: "id" }, { words: "description_regexp_ic" }],
  },
  own: { column: "id", in: "bcds" },
  read: "own",
  write: { ofOwnRows: true, update: { grant: { reaches: BCD, by: "id" }, attributes: ["description"] } },
  storage: {
    constraints: { id_key: { sql: "unique (id_)", fault: { kind: "unique", attributes: ["id"] } } },
    searched: ["name", "description"],
  },
});
