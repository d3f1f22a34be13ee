import { defineObjectType } from "../../catalogue/define.ts";
import { SERVER_STATEMENTS } from "./server.sql.ts";
import { PART_STATEMENTS } from "./part.sql.ts";
import { STATE_STATEMENTS } from "../delivery/state.sql.ts";

const OF_KEA = {
  type: "boolean",
  help: { de: "Wenn der Server ein Kea ist", en: "If the server is a Kea server" },
} as const;

const KEY_ALGORITHM = {
  type: "text_id",
  values: {
    "hmac-sha256": { de: "HMAC-SHA256", en: "HMAC-SHA256" },
    "hmac-sha384": { de: "HMAC-SHA384", en: "HMAC-SHA384" },
    "hmac-sha512": { de: "HMAC-SHA512", en: "HMAC-SHA512" },
  },
  default: "hmac-sha256",
} as const;

const KEY_SECRET = {
  type: "text_line",
  pattern: "^([A-Za-z0-9+/]{4}){4,}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  nullable: true,
  secret: true,
  shown: "null::text",
} as const;

export default defineObjectType({
  name: "output.server",
  gpk: "outserver",
  system: { label: { de: "Auslieferung an Dienste", en: "Delivery to services" } },
  label: { de: "Dienstserver", en: "Service server" },
  plural: { de: "Dienstserver", en: "Service servers" },
  description: {
    de: "Server für DNS, DHCP oder RADIUS, der bekommt, was angewendet wurde",
    en: "DNS, DHCP or RADIUS server that is given what was applied",
  },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    kind: {
      type: "text_id",
      label: { de: "Art", en: "Kind" },
      values: {
        dns: { de: "DNS", en: "DNS" },
        kea: { de: "DHCP (Kea)", en: "DHCP (Kea)" },
        radius: { de: "RADIUS", en: "RADIUS" },
      },
      default: "dns",
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    address: {
      type: "inet",
      label: { de: "Adresse", en: "Address" },
      help: {
        de: "Unter ihr wird der Server benachrichtigt und gefragt",
        en: "Where the server is notified and asked",
      },
    },
    source_list: {
      type: "cidr_array",
      label: { de: "Absender", en: "Sources" },
      help: {
        de: "Netze, aus denen der Server fragt, wenn es nicht seine Adresse ist, zum Beispiel 192.0.2.7/32 hinter einem NAT. Fragen von anderswo werden nicht gelesen",
        en: "Networks from which the server asks if that is not its address, for example 192.0.2.7/32 behind a NAT. Questions from elsewhere are not read",
      },
      default: [],
    },
    port: {
      type: "integer",
      label: { de: "Port", en: "Port" },
      min: 1,
      max: 65_535,
      default: 53,
    },
    key_name: {
      type: "fqdn",
      label: { de: "Name des Schlüssels", en: "Name of the key" },
      help: {
        de: "TSIG-Schlüssel, mit dem sich der Server ausweist, zum Beispiel ns1.netportal.",
        en: "TSIG key by which the server identifies itself, for example ns1.netportal.",
      },
      nullable: true,
    },
    key_algorithm: {
      ...KEY_ALGORITHM,
      label: { de: "Verfahren des Schlüssels", en: "Algorithm of the key" },
    },
    key_secret: {
      ...KEY_SECRET,
      label: { de: "Geheimnis des Schlüssels", en: "Secret of the key" },
      help: {
        de: "Mindestens 12 Byte in Base64, wie sie tsig-keygen oder keymgr -t erzeugt; wird nie wieder gezeigt. Leer: der Server bekommt nichts",
        en: "At least 12 bytes in Base64, as tsig-keygen or keymgr -t make them; never shown again. Empty: the server is given nothing",
      },
    },
    next_key_name: {
      type: "fqdn",
      label: { de: "Name des nächsten Schlüssels", en: "Name of the next key" },
      help: {
        de: "Gilt neben dem ersten, bis der Nameserver umgestellt ist",
        en: "Holds beside the first one until the name server was changed",
      },
      nullable: true,
    },
    next_key_algorithm: {
      ...KEY_ALGORITHM,
      label: { de: "Verfahren des nächsten Schlüssels", en: "Algorithm of the next key" },
    },
    next_key_secret: {
      ...KEY_SECRET,
      label: { de: "Geheimnis des nächsten Schlüssels", en: "Secret of the next key" },
      help: {
        de: "Mindestens 12 Byte in Base64; wird nie wieder gezeigt",
        en: "At least 12 bytes in Base64; never shown again",
      },
    },
    is_unsigned: {
      type: "boolean",
      label: { de: "Ohne Schlüssel", en: "Without a key" },
      help: {
        de: "Ein Nameserver ohne Schlüssel wird allein an seiner Adresse erkannt; für Windows DNS und Geräte, die kein TSIG können. Wer von dieser Adresse fragen kann, liest alle Zonen des Servers",
        en: "A name server that has no key is known by its address alone; for Windows DNS and appliances without TSIG. Whoever can ask from that address reads all zones of the server",
      },
      default: false,
    },
    has_all_zones: {
      type: "boolean",
      label: { de: "Alle Zonen", en: "All zones" },
      help: { de: "Nein: nur die Zonen der Liste", en: "No: only the zones of the list" },
      default: true,
    },
    zone_list: {
      type: "fqdn_array",
      label: { de: "Zonen", en: "Zones" },
      help: { de: "Wenn der Server nicht alle Zonen hat", en: "If the server does not have all zones" },
      default: [],
      ref: { to: "dns.fqdn" },
      set: true,
    },
    has_catalog: {
      type: "boolean",
      label: { de: "Katalogzone", en: "Catalog zone" },
      help: {
        de: "Der Server findet seine Zonen in der Katalogzone (RFC 9432)",
        en: "The server finds its zones in the catalog zone (RFC 9432)",
      },
      default: true,
    },
    has_dhcp4: { ...OF_KEA, label: { de: "DHCPv4", en: "DHCPv4" }, default: true },
    has_dhcp6: { ...OF_KEA, label: { de: "DHCPv6", en: "DHCPv6" }, default: false },
    copy_name: {
      type: "text_id",
      label: { de: "Name der Kopie", en: "Name of the copy" },
      help: {
        de: "Kopie, die Kea oder FreeRADIUS liest (--name beim Anlegen). Leer: die Sichten dieser Datenbank",
        en: "Copy that Kea or FreeRADIUS reads (--name when it was made). Empty: the views of this database",
      },
      nullable: true,
      default: "netportal_copy",
    },
    is_enabled: { type: "boolean", label: { de: "Eingeschaltet", en: "Enabled" }, default: true },
  },
  key: ["name"],
  unique: [["key_name"], ["next_key_name"]],
  read: "own",
  isOfInstance: true,
  storage: {
    statements: [...SERVER_STATEMENTS, ...STATE_STATEMENTS, ...PART_STATEMENTS],
  },
});
