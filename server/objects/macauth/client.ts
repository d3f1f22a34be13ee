import { defineObjectType } from "../../catalogue/define.ts";

const OWNS_BCD = { owns: "nd.bcd", by: "bcd_name" } as const;

export default defineObjectType({
  name: "macauth.client",
  gpk: "macclient",
  label: { de: "MAC-Client", en: "MAC client" },
  description: {
    de: "Gerät, das sich mit seiner MAC-Adresse am Netz anmeldet",
    en: "Device that signs in to the network by its MAC address",
  },
  attributes: {
    mac_addr: { type: "mac_addr", label: { de: "MAC-Adresse", en: "MAC address" } },
    bcd_name: {
      type: "bcd_name",
      label: { de: "BCD", en: "BCD" },
      help: { de: "Netz, in das das Gerät kommt", en: "Network that the device gets into" },
      ref: { to: "nd.bcd", by: "key" },
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    wpa2_key: {
      type: "wpa2_key",
      label: { de: "WPA2-Schlüssel", en: "WPA2 key" },
      help: {
        de: "8 bis 63 druckbare ASCII-Zeichen; ohne Angabe erzeugt der Server einen",
        en: "8 to 63 printable ASCII characters; the server makes one if none is given",
      },
      nullable: true,
      secret: true,
      shown:
        "case when t.bcd_name = any({bcds}) or 'macauth.rw:client' = any({permissions}) then t.wpa2_key end",
    },
    last_login: {
      type: "timestamp",
      label: { de: "Letzte Anmeldung", en: "Last login" },
      nullable: true,
      computed: "(select l.ts from macauth.login l where l.mac_addr = t.mac_addr)",
    },
    last_login_node: {
      type: "text_line",
      label: { de: "Ort der letzten Anmeldung", en: "Last login node" },
      help: { de: "Gerät des Netzes, das angefragt hat", en: "Network device that asked" },
      nullable: true,
      computed: "(select l.node from macauth.login l where l.mac_addr = t.mac_addr)",
    },
  },
  key: ["mac_addr"],
  title: ["mac_addr", "description"],
  functions: {
    create: {},
    update: {
      extra: {
        do_generate: {
          type: "boolean",
          label: { de: "Schlüssel neu erzeugen", en: "Generate a new key" },
          help: { de: "Der alte WPA2-Schlüssel gilt dann nicht mehr", en: "The old WPA2 key is then gone" },
          default: false,
        },
      },
    },
    delete: {},
  },
  own: { column: "bcd_name", in: "bcds" },
  read: "own",
  write: {
    ofOwnRows: true,
    create: OWNS_BCD,
    update: { grant: OWNS_BCD, attributes: ["mac_addr", "bcd_name", "description", "wpa2_key"] },
    delete: OWNS_BCD,
    after: OWNS_BCD,
  },
  storage: {
    indexes: { order_idx: "(bcd_name, mac_addr, id)" },
    // Written by the RADIUS servers: the last login of each address.
    statements: [
      `create table if not exists macauth.login (mac_addr macaddr primary key, ts timestamptz not null, node text collate "C")`,
    ],
  },
});
