import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "dns.fqdn2ou",
  gpk: "fqdnou",
  label: { de: "FQDN-OE-Zuordnung", en: "FQDN OE assignment" },
  plural: { de: "FQDN-OE-Zuordnungen", en: "FQDN OE assignments" },
  description: {
    de: "Zuordnung eines Namens und aller Namen darunter zu einer OE",
    en: "Assignment of a name and all names below it to an OE",
  },
  attributes: {
    fqdn: {
      help: { de: "Gilt auch für alle Namen darunter", en: "Holds for all names below as well" },
      createOnly: true,
      ref: { to: "dns.fqdn" },
    },
    ou: { label: { de: "OE", en: "OE" }, createOnly: true, ref: { to: "org.unit" } },
  },
  key: ["fqdn", "ou"],
  own: { sql: "(select f.scope = any({scopes}) from dns.fqdn f where f.id = t.fqdn)" },
  read: { ownOr: { column: "ou", in: "units" } },
  vanishesWith: "fqdn",
  givesRights: "objects",
});
