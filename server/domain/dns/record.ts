import { defineObjectType, type Definition, type Grant, type OwnRule } from "../../catalogue/define.ts";
import { IMPORT_PARAMETERS } from "./record.import-parameters.ts";
import { ofOwnedSpace, ownsAddress } from "../cntl/group-addr-space.sql.ts";
import { TTL_BOUNDS } from "#contract/values/record-types";
import {
  IDS_IN_BCDS,
  IN_ANY_BCD,
  PLACE,
  NAMES_A_SERVER,
  RECORD_CONSTRAINTS,
  RECORD_STATEMENTS,
  UNTIL_RESET,
} from "./record.sql.ts";
import { FQDN, NAME_OWNED } from "./fqdn.ts";

/** The address belongs to a subnet of an owned BCD, and to the address space of a group if it has one (wire contract 7.1). */
const ADDRESS_OWNED: OwnRule = {
  all: [{ column: "bcd", in: "bcds" }, ofOwnedSpace("t.bcd", "t.target_ipaddr")],
};

/** The owners and readers of a record, over rows with the columns `scope`, `bcd` and `target_ipaddr`. */
export const RECORD_RIGHTS = {
  own: { all: [NAME_OWNED, { any: [{ sql: "t.bcd is null" }, ADDRESS_OWNED] }] },
  read: { ownOr: { any: [NAME_OWNED, ADDRESS_OWNED] } },
} as const satisfies Pick<Definition, "own" | "read">;

const ownsNameAndAddress: Grant = {
  all: [{ reaches: FQDN, by: "fqdn" }, ownsAddress("target_ipaddr")],
};

/** Records that create their name without being asked to, and the type of that name. */
export const MADE_NAMES: Readonly<Record<string, string>> = { CNAME: "alias" };

/** Names that only records have, such as those of DKIM keys, services and wildcards. */
const ONLY_DOMAINS = { pattern: "(^|\\.)_|^\\*\\.", value: "domain" };

export default defineObjectType({
  name: "dns.record",
  gpk: "record",
  label: { de: "DNS-Eintrag", en: "DNS record" },
  plural: { de: "DNS-Einträge", en: "DNS records" },
  description: { de: "Eintrag (Resource Record) eines Namens", en: "Resource record of a name" },
  attributes: {
    fqdn: {
      help: { de: "Name, zu dem der Eintrag gehört", en: "Name that the record belongs to" },
      createOnly: true,
      ref: { to: "dns.fqdn", copied: "name" },
    },
    type: {
      label: { de: "Typ", en: "Type" },
      createOnly: true,
      ref: { to: "dns.record_type", copied: "type", isApart: true },
    },
    data: {
      type: "text",
      label: { de: "Daten", en: "Data" },
      help: {
        de: "Adresse, Name oder Text nach der Form des Typs; leer bei REF-FQDN",
        en: "Address, name or text in the form of the type; empty for REF-FQDN",
      },
      formBy: "type",
      isOneLine: true,
      addressBy: { attribute: "type", families: { A: 4, AAAA: 6 } },
      nullable: true,
    },
    ttl: {
      type: "integer",
      label: { de: "TTL", en: "TTL" },
      help: {
        de: `Sekunden von 0 bis ${String(TTL_BOUNDS.max)}; leer: Standard der Zone. Gilt für alle Einträge dieses Namens und Typs`,
        en: `Seconds from 0 to ${String(TTL_BOUNDS.max)}; empty: default of the zone. Holds for all records of this name and type`,
      },
      ...TTL_BOUNDS,
      nullable: true,
      shown: UNTIL_RESET("t.ttl"),
    },
    zone: { label: { de: "Zone", en: "Zone" }, nullable: true, computed: "t.zone", ref: { to: "dns.fqdn" } },
    fqdn_type: {
      type: "text_id",
      label: { de: "Typ des Namens", en: "Type of the name" },
      lookup: { column: "fqdn", to: "dns.fqdn", attribute: "type" },
    },
    host_is_nws: {
      type: "boolean",
      label: { de: "Ist Nameserver", en: "Is a name server" },
      help: {
        de: "Der Name ist Ziel eines NS-Eintrags oder Mitglied einer Nameserver-Gruppe",
        en: "The name is target of an NS record or member of a name server set",
      },
      computed: NAMES_A_SERVER,
    },
    target_fqdn: {
      label: { de: "Zielname", en: "Target name" },
      nullable: true,
      serverWritten: true,
      ref: { to: "dns.fqdn" },
    },
    target_ipaddr: {
      type: "inet",
      label: { de: "Zieladresse", en: "Target address" },
      nullable: true,
      serverWritten: true,
    },
    ttl_reset_date: {
      type: "timestamp",
      label: { de: "TTL gilt bis", en: "TTL ends" },
      help: {
        de: "Von da an gilt wieder der Standard der Zone",
        en: "From then on the default of the zone applies again",
      },
      nullable: true,
      shown: UNTIL_RESET("t.ttl_reset_date"),
    },
    fqdn_description: {
      type: "text",
      label: { de: "Beschreibung des Namens", en: "Description of the name" },
      nullable: true,
      lookup: { column: "fqdn", to: "dns.fqdn", attribute: "description" },
    },
    target_fqdn_type: {
      type: "text_id",
      label: { de: "Typ des Zielnamens", en: "Type of the target name" },
      nullable: true,
      lookup: { column: "target_fqdn", to: "dns.fqdn", attribute: "type", shares: "target_fqdn" },
    },
    ttl_zone_default: {
      type: "integer",
      label: { de: "Standard-TTL der Zone", en: "Default TTL of the zone" },
      lookup: {
        column: "zone",
        to: "dns.fqdn",
        attribute: "zone_ttl_default",
        otherwise: 3600,
        shares: "zone",
      },
    },
    target_data_unref: {
      type: "text",
      label: { de: "Daten ohne Verweis", en: "Data without reference" },
      nullable: true,
      serverWritten: true,
    },
    target_is_singleton: {
      type: "boolean",
      label: { de: "Einzelner Eintrag", en: "Single record" },
      help: {
        de: "Höchstens ein Eintrag dieses Typs je Name",
        en: "At most one record of this type per name",
      },
      lookup: { column: "type", to: "dns.record_type", attribute: "is_singleton" },
    },
    target_is_reverse_unique: {
      type: "boolean",
      label: { de: "Eindeutig rückwärts", en: "Unique reverse name" },
      help: {
        de: "Die Adresse verweist auf diesen Namen zurück und auf keinen anderen (nur A und AAAA, dort Standard)",
        en: "The address points back to this name and to no other (A and AAAA only, default there)",
      },
      default: { sql: "null" },
    },
    is_own: {
      type: "boolean",
      label: { de: "Eigenes", en: "Own" },
      computed: "false",
      perReader: true,
    },
  },
  key: ["fqdn", "type", "data"],
  search: {
    rank: 72,
    system: "dnsvs",
    by: ["fqdn_regexp", "data_regexp", { address: "data_regexp" }, { network: "target_cidr" }],
    sorting: ["fqdn", "type"],
  },
  relations: [
    {
      name: "api_func_dns_record_is_in_bcd",
      to: "nd.bcd",
      sql: { ids: IDS_IN_BCDS("select e.id from {earlier} e") },
      inverseSql: {
        ids: `select e.bcd
          from {earlier} e
          where e.bcd is not null
          union select a.bcd
          from {earlier} e join dns.record a on a.fqdn = ${PLACE("e")}
          where e.target_ipaddr is null and a.bcd is not null`,
      },
    },
    {
      name: "api_fkey_dns_record_target_ipaddr",
      to: "dns.ip_addr",
      sql: "t.target_ipaddr = e.value",
      inverseSql: "t.value = e.target_ipaddr",
    },
  ],
  functions: {
    create: {
      extra: {
        fqdn_type: {
          type: "text_id",
          label: { de: "Typ des Namens", en: "Type of the name" },
          help: {
            de: "Legt einen fehlenden Namen mit diesem Typ an",
            en: "Makes a missing name with this type",
          },
          nullable: true,
          ref: { to: "dns.fqdn_type" },
          makes: {
            reference: "fqdn",
            attribute: "type",
            unasked: { by: "type", values: MADE_NAMES },
            preset: ONLY_DOMAINS,
          },
        },
        fqdn_description: {
          type: "text",
          label: { de: "Beschreibung des Namens", en: "Description of the name" },
          help: {
            de: "Legt einen fehlenden Namen mit dieser Beschreibung an",
            en: "Makes a missing name with this description",
          },
          nullable: true,
          makes: { reference: "fqdn", attribute: "description" },
        },
      },
    },
    update: {},
    delete: {},
    more: {
      imp: {
        label: { de: "importieren", en: "import" },
        new: IMPORT_PARAMETERS,
      },
    },
  },
  filters: {
    bcd: {
      type: "bcd_name",
      label: { de: "Im BCD", en: "In the BCD" },
      help: { de: "Einträge in diesem BCD", en: "Records in this BCD" },
      names: "nd.bcd",
      sql: `t.id in (${IDS_IN_BCDS("select b.id from nd.bcd b where b.name = {value}")})`,
    },
    bcd_list: {
      type: "bcd_name_array",
      label: { de: "In den BCDs", en: "In the BCDs" },
      help: { de: "Einträge in einem dieser BCDs", en: "Records in one of these BCDs" },
      names: "nd.bcd",
      sql: `t.id in (${IDS_IN_BCDS("select b.id from nd.bcd b where b.name = any({value})")})`,
    },
    is_in_bcd: {
      type: "boolean",
      label: { de: "In einem BCD", en: "In a BCD" },
      help: { de: "Nein: Einträge in keinem BCD", en: "No: records in no BCD" },
      sql: `${IN_ANY_BCD} = {value}`,
    },
    target_cidr: {
      type: "cidr",
      label: { de: "Adresse im Netz", en: "Address in the network" },
      help: {
        de: "Einträge mit Zieladresse in diesem Netz",
        en: "Records whose target address lies in this network",
      },
      sql: "t.target_ipaddr <<= {value}",
    },
  },
  ...RECORD_RIGHTS,
  write: {
    ofOwnRows: true,
    create: ownsNameAndAddress,
    update: {
      grant: ownsNameAndAddress,
      attributes: ["data", "ttl", "ttl_reset_date", "target_is_reverse_unique"],
    },
    delete: ownsNameAndAddress,
    after: ownsNameAndAddress,
  },
  storage: {
    columns: {
      name: 'text collate "C"',
      zone: "bigint",
      scope: "bigint",
      bcd: "bigint",
      is_alone: "integer",
    },
    searched: ["data", "name"],
    indexes: {
      name_idx: "(name, type, id)",
      zone_idx: "(zone, name, type, id)",
      scope_idx: "(scope, name, type, id)",
      bcd_idx: "(bcd, name, type, id)",
      target_ipaddr_idx: "(target_ipaddr)",
      name_server_idx: "(target_fqdn) where type = 'NS'",
    },
    constraints: RECORD_CONSTRAINTS,
    statements: RECORD_STATEMENTS,
  },
});
