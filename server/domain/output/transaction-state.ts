import { doneBySelf } from "../wapi/change-log.sql.ts";
import { unitState } from "./state.define.ts";
import { stateOf } from "./state.sql.ts";

export default unitState({
  name: "output.transaction_state",
  gpk: "txstate",
  label: { de: "Stand einer Transaktion", en: "State of a transaction" },
  plural: { de: "Stand der Transaktionen", en: "States of transactions" },
  description: {
    de: "Seit wann ein Dienstserver hat, was eine Transaktion geändert hat",
    en: "Since when a server has what a transaction changed",
  },
  of: { to: "wapi.transaction", as: "transaction_gfk" },
  own: doneBySelf("transaction_gfk"),
  source: {
    sql: stateOf({
      id: "n.id",
      columns: "n.unit, n.transaction as transaction_gfk, x.login_name, x.actor_login_name",
      from: "output.transaction_unit n join wapi.transaction x on x.id = n.transaction",
    }),
  },
});
