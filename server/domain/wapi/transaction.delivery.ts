import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { unitState } from "../../services/delivery/state.define.ts";
import { stateOf } from "../../services/delivery/state.sql.ts";
import { doneBySelf } from "./change-log.sql.ts";

export default defineDelivery({
  of: "wapi.transaction",
  state: unitState({
    name: "output.transaction_state",
    gpk: "txstate",
    label: { de: "Transaktionsstand", en: "Transaction state" },
    plural: { de: "Transaktionsstände", en: "Transaction states" },
    description: {
      de: "Seit wann ein Dienstserver hat, was eine Transaktion geändert hat",
      en: "Since when a server has what a transaction changed",
    },
    as: "transaction_gfk",
    own: doneBySelf("transaction_gfk"),
    source: {
      sql: stateOf({
        id: "n.id",
        columns: "n.unit, n.transaction as transaction_gfk, x.login_name, x.actor_login_name",
        from: "output.transaction_unit n join wapi.transaction x on x.id = n.transaction",
      }),
    },
  }),
});
