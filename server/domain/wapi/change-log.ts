import { defineObjectType } from "../../catalogue/define.ts";
import { objectRelation } from "../cntl/kept-object.parts.ts";
import { doneBySelf, IS_SHORTENED } from "./change-log.sql.ts";

export default defineObjectType({
  name: "wapi.change_log",
  gpk: "log",
  label: { de: "Änderung", en: "Change" },
  plural: { de: "Änderungen", en: "Changes" },
  description: {
    de: "Änderung an einem Objekt, mit dem ganzen Stand davor und danach",
    en: "Change of an object, with all its values before and after",
  },
  attributes: {
    transaction_gfk: { ref: { to: "wapi.transaction", by: "gpk" } },
    position: { type: "integer", label: { de: "Position", en: "Position" } },
    ts: { type: "timestamp", label: { de: "Zeit", en: "Time" } },
    actor_login_name: { type: "login_name", label: { de: "Ausgeführt von", en: "Done by" } },
    login_name: { type: "login_name", label: { de: "Wirksames Konto", en: "Account in effect" } },
    object_fq_name: { type: "fq_name", label: { de: "Objekttyp", en: "Object type" } },
    object_gfk: { type: "gpk", label: { de: "Objekt", en: "Object" } },
    object_title: { type: "text_line", label: { de: "Titel", en: "Title" } },
    function: {
      type: "text_id",
      label: { de: "Funktion", en: "Function" },
      values: {
        create: { de: "Anlegen", en: "Create" },
        update: { de: "Ändern", en: "Change" },
        delete: { de: "Löschen", en: "Delete" },
      },
    },
    old: { type: "json", label: { de: "Vorher", en: "Before" }, nullable: true },
    new: { type: "json", label: { de: "Nachher", en: "After" }, nullable: true },
    is_shortened: {
      type: "boolean",
      label: { de: "Verlauf gekürzt", en: "History shortened" },
      help: {
        de: "Frühere Änderungen des Objekts und andere der Transaktion können entfernt sein",
        en: "Earlier changes of the object, and others of the transaction, may have been removed",
      },
      computed: IS_SHORTENED,
    },
  },
  key: ["transaction_gfk", "position"],
  title: ["object_title", "function"],
  relations: [
    objectRelation("wapi.change_log"),
    {
      name: "api_func_wapi_change_log_about",
      to: "*",
      sql: {
        ids: `select l.id
          from {earlier} e join wapi.change_log l on l.object_gfk = e.gpk
          union all select l.id
          from {earlier} e join wapi.change_log l on l.about @> array[e.gpk]`,
      },
      isExplicit: true,
      showsGone: true,
    },
  ],
  functions: {},
  own: doneBySelf("transaction_gfk"),
  read: "own",
  storage: {
    // gpks that the row referred to before or after the change; for a deleted row also the columns that its read rule needs.
    columns: { about: "text[]", gone_row: "jsonb" },
    indexes: {
      object_idx: "(object_gfk, id)",
      about_idx: "using gin (about)",
      login_idx: "(login_name, id)",
      actor_idx: "(actor_login_name, id)",
      ts_idx: "(ts, id)",
    },
    // The space of removed entries is reused before a fifth of a long log consists of it.
    statements: ["alter table wapi.change_log set (autovacuum_vacuum_scale_factor = 0.02)"],
  },
});
