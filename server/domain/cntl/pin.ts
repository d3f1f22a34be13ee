import { defineObjectType } from "../../catalogue/define.ts";
import { atMost } from "./at-most.sql.ts";
import { KEPT, KEPT_INDEXES, keptAttributes, objectRelation } from "./kept-object.parts.ts";

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
  attributes: keptAttributes("ts_created", { de: "Gemerkt", en: "Pinned" }),
  ...KEPT,
  relations: [objectRelation("cntl.pin")],
  storage: {
    indexes: KEPT_INDEXES,
    ...atMost("cntl.pin", MOST, {
      de: `Ein Konto merkt sich höchstens ${String(MOST)} Objekte. Heben Sie eine Markierung auf.`,
      en: `An account pins at most ${String(MOST)} objects. Unpin one of them.`,
    }),
  },
});
