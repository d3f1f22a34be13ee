import { doneBySelf } from "../wapi/change-log.sql.ts";
import { unitState } from "./state.define.ts";
import { stateOf } from "./state.sql.ts";

export default unitState({
  name: "output.transaction_state",
  gpk: "txstate",
  label: { de: "Transaktionsstand", en: "Transaction state" },
  plural: { de: "Transaktionsstände", en: "Transaction states" },
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
