import { defineObjectType } from "../../catalogue/define.ts";
import { doneBySelf } from "./change-log.sql.ts";

export default defineObjectType({
  name: "wapi.change_log",
  gpk: "log",
  label: { de: "Änderung", en: "Change" },
  description: {
    de: "Änderung an einem Objekt, mit dem ganzen Stand davor und danach",
    en: "Change of an object, with all its values before and after",
  },
  attributes: {
    transaction_gfk: {
      type: "gpk",
      label: { de: "Transaktion", en: "Transaction" },
      serverWritten: true,
      ref: { to: "wapi.transaction", by: "gpk" },
    },
    position: { type: "integer", label: { de: "Position", en: "Position" }, serverWritten: true },
    ts: { type: "timestamp", label: { de: "Zeit", en: "Time" }, serverWritten: true },
    actor_login_name: {
      type: "login_name",
      label: { de: "Ausgeführt von", en: "Done by" },
      serverWritten: true,
    },
    login_name: {
      type: "login_name",
      label: { de: "Wirksames Konto", en: "Account in effect" },
      serverWritten: true,
    },
    object_fq_name: { type: "fq_name", label: { de: "Objekttyp", en: "Object type" }, serverWritten: true },
    object_gfk: { type: "gpk", label: { de: "Objekt", en: "Object" }, serverWritten: true },
    object_title: { type: "text_line", label: { de: "Titel", en: "Title" }, serverWritten: true },
    function: {
      type: "text_id",
      label: { de: "Funktion", en: "Function" },
      values: {
        create: { de: "Anlegen", en: "Create" },
        update: { de: "Ändern", en: "Change" },
        delete: { de: "Löschen", en: "Delete" },
      },
      serverWritten: true,
    },
    old: { type: "json", label: { de: "Vorher", en: "Before" }, nullable: true, serverWritten: true },
    new: { type: "json", label: { de: "Nachher", en: "After" }, nullable: true, serverWritten: true },
  },
  key: ["transaction_gfk", "position"],
  title: ["object_title", "function"],
  relations: [
    {
      name: "api_func_wapi_change_log_object_gfk",
      to: "*",
      sql: { gpkIn: "object_gfk" },
    },
    {
      name: "api_func_wapi_change_log_about",
      to: "*",
      sql: {
        ids: `select l.id from {earlier} e join wapi.change_log l on l.object_gfk = e.gpk
          union all select l.id from {earlier} e join wapi.change_log l on l.about @> array[e.gpk]`,
      },
      isExplicit: true,
      showsGone: true,
    },
  ],
  functions: {},
  own: { sql: doneBySelf("transaction_gfk") },
  read: "own",
  write: "nobody",
  storage: {
    // What the row referred to before or after the change, by gpk; of a deleted row the columns that its read rule looks at.
    columns: { about: "text[]", gone_row: "jsonb" },
    indexes: {
      object_idx: "(object_gfk, id)",
      about_idx: "using gin (about)",
      login_idx: "(login_name, id)",
      actor_idx: "(actor_login_name, id)",
      ts_idx: "(ts, id)",
    },
  },
});
