import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "tmp.any_addr",
  gpk: "anyaddr",
  label: { de: "Adresse", en: "Address" },
  plural: { de: "Adressen", en: "Addresses" },
  description: {
    de: "Was mit einer Adresse ist, auch wenn kein Objekt sie hat",
    en: "What is the case with an address, even if no object has it",
  },
  attributes: {
    value: { type: "inet", label: { de: "Adresse", en: "Address" } },
    state: {
      type: "text_id",
      label: { de: "Zustand", en: "State" },
      values: {
        free: { de: "Frei", en: "Free" },
        pool: { de: "Frei in einem DHCP-Pool", en: "Free in a DHCP pool" },
        leased: { de: "Von DHCP vergeben", en: "Lent by DHCP" },
        used: { de: "Belegt", en: "In use" },
        reserved: { de: "Reserviert", en: "Reserved" },
        gateway: { de: "Gateway des Subnetzes", en: "Gateway of the subnet" },
        anycast: { de: "Anycast-Adresse der Router", en: "Anycast address of the routers" },
        network: { de: "Netzadresse des Subnetzes", en: "Network address of the subnet" },
        broadcast: { de: "Broadcast-Adresse des Subnetzes", en: "Broadcast address of the subnet" },
        unknown: {
          de: "Nicht bekannt: Kein Subnetz, das Sie lesen dürfen, enthält die Adresse",
          en: "Not known: no subnet that you may read contains the address",
        },
      },
    },
    subnet: {
      type: "cidr",
      label: { de: "Subnetz", en: "Subnet" },
      help: { de: "Das kleinste, das sie enthält", en: "The smallest one that contains it" },
      nullable: true,
    },
    bcd: { type: "bcd_name", label: { de: "BCD", en: "BCD" }, nullable: true },
    pool: {
      type: "text_line",
      label: { de: "DHCP-Pool", en: "DHCP pool" },
      help: { de: "Erste und letzte Adresse", en: "First and last address" },
      nullable: true,
    },
    mac_addr: {
      type: "mac_addr",
      label: { de: "MAC-Adresse", en: "MAC address" },
      help: {
        de: "Aus der festen Zuweisung oder der laufenden Lease",
        en: "From the static assignment or the present lease",
      },
      nullable: true,
    },
  },
  key: ["value"],
  filters: {
    value: {
      type: "inet",
      label: { de: "Adresse", en: "Address" },
      required: true,
      sql: "true",
    },
  },
  read: "all",
  source: "generated",
});
