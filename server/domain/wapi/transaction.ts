import { defineObjectType } from "../../catalogue/define.ts";
import { doneBySelf, IS_SESSION } from "./change-log.sql.ts";

export default defineObjectType({
  name: "wapi.transaction",
  gpk: "tx",
  label: { de: "Transaktion", en: "Transaction" },
  plural: { de: "Transaktionen", en: "Transactions" },
  description: {
    de: "Ausgeführte Transaktion mit ihren Schritten",
    en: "Applied transaction with its steps",
  },
  attributes: {
    ts: { type: "timestamp", label: { de: "Zeit", en: "Time" } },
    actor_login_name: { type: "login_name", label: { de: "Ausgeführt von", en: "Done by" } },
    login_name: { type: "login_name", label: { de: "Wirksames Konto", en: "Account in effect" } },
    step_count: { type: "integer", label: { de: "Schritte", en: "Steps" } },
    is_session: {
      type: "boolean",
      label: { de: "An- oder Abmeldung", en: "Sign-in or sign-out" },
      help: { de: "Nur Sitzungen wurden geändert", en: "It changed nothing but sessions" },
      computed: IS_SESSION,
    },
    steps: { type: "json", label: { de: "Schritte im Einzelnen", en: "Steps in detail" }, nullable: true },
  },
  key: ["gpk"],
  title: ["ts", "login_name"],
  functions: { execute: {}, progress: {} },
  own: doneBySelf("id"),
  read: "own",
  storage: {
    // Number of the database transaction. Readers of events find by it what was committed since their last look.
    columns: { xid: "xid8 default pg_current_xact_id()" },
    indexes: { login_idx: "(login_name, id)", actor_idx: "(actor_login_name, id)", xid_idx: "(xid)" },
  },
});
