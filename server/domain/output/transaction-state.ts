import { defineObjectType } from "../../catalogue/define.ts";
import { doneBySelf } from "../wapi/change-log.sql.ts";
import { STATE } from "./delivery.attributes.ts";
import { stateOf } from "./state.sql.ts";

export default defineObjectType({
  name: "output.transaction_state",
  gpk: "txstate",
  label: { de: "Stand einer Transaktion", en: "State of a transaction" },
  plural: { de: "Stand der Transaktionen", en: "States of transactions" },
  description: {
    de: "Seit wann ein Nameserver hat, was eine Transaktion in einer Zone geändert hat",
    en: "Since when a name server has what a transaction changed in a zone",
  },
  attributes: {
    transaction_gfk: { ref: { to: "wapi.transaction", by: "gpk" } },
    // No references: the page of a server or of a zone would list every name.
    server: { type: "text_id", label: { de: "Dienstserver", en: "Service server" } },
    zone: { type: "fqdn", label: { de: "Zone", en: "Zone" } },
    ...STATE,
  },
  key: ["transaction_gfk", "server", "zone"],
  own: { sql: doneBySelf("transaction_gfk") },
  read: "own",
  source: {
    sql: stateOf({
      id: "n.id",
      columns: "n.transaction as transaction_gfk, x.login_name, x.actor_login_name",
      from: "output.transaction_zone n join wapi.transaction x on x.id = n.transaction",
    }),
  },
});
