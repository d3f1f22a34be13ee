import { defineObjectType } from "../../catalogue/define.ts";
import { atMost } from "./at-most.sql.ts";

const MOST = 100;

export default defineObjectType({
  name: "cntl.pin",
  gpk: "pin",
  label: { de: "Gemerktes Objekt", en: "Pinned object" },
  plural: { de: "Gemerkte Objekte", en: "Pinned objects" },
  description: {
    de: "Objekt, das sich ein Konto für die Startseite gemerkt hat",
    en: "Object that an account keeps on its start page",
  },
  attributes: {
    login_name: { label: { de: "Konto", en: "Account" }, createOnly: true, ref: { to: "cntl.mgr" } },
    object_gfk: { type: "gpk", label: { de: "Objekt", en: "Object" }, createOnly: true },
    ts_created: {
      type: "timestamp",
      label: { de: "Gemerkt", en: "Pinned" },
      default: { sql: "date_trunc('second', now())" },
      serverWritten: true,
    },
  },
  key: ["login_name", "object_gfk"],
  title: ["object_gfk"],
  relations: [
    {
      name: "api_func_cntl_pin_object_gfk",
      to: "*",
      sql: { gpkIn: "object_gfk" },
    },
  ],
  own: { sql: "t.login_name = {account}" },
  read: "own",
  write: {
    ofOwnRows: true,
    create: { isAccount: "login_name" },
    delete: { isAccount: "login_name" },
  },
  vanishesWith: ["login_name", "object_gfk"],
  isUnlogged: true,
  storage: {
    indexes: { object_gfk_idx: "(object_gfk)" },
    ...atMost("cntl.pin", MOST, {
      de: `Ein Konto merkt sich höchstens ${String(MOST)} Objekte. Heben Sie eine Markierung auf.`,
      en: `An account pins at most ${String(MOST)} objects. Unpin one of them.`,
    }),
  },
});
