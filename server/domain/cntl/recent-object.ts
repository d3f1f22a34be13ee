import { defineObjectType, rule } from "../../catalogue/define.ts";
import { KEPT, KEPT_INDEXES, keptAttributes, objectRelation } from "./kept-object.parts.ts";

const MOST = 50;

export default defineObjectType({
  name: "cntl.recent_object",
  gpk: "recent",
  label: { de: "Zuletzt geöffnetes Objekt", en: "Recently opened object" },
  plural: { de: "Zuletzt geöffnete Objekte", en: "Recently opened objects" },
  description: {
    de: `Objekt, das ein Konto geöffnet hat. Die letzten ${String(MOST)} bleiben`,
    en: `Object that an account opened. The last ${String(MOST)} are kept`,
  },
  attributes: keptAttributes("ts_opened", { de: "Geöffnet", en: "Opened" }),
  ...KEPT,
  relations: [objectRelation("cntl.recent_object")],
  storage: {
    indexes: KEPT_INDEXES,
    constraints: {
      // The trigger below raises this fault. It halves a batch that is too large, so that later steps replace the rows of earlier ones.
      few: rule("few", ["login_name"], "check (true)", {
        de: `Ein Schritt merkt sich höchstens ${String(MOST)} Objekte.`,
        en: `A step keeps at most ${String(MOST)} objects.`,
      }),
    },
    statements: [
      `create or replace function cntl.recent_object_keep() returns trigger language plpgsql as $body$
      begin
        if exists (select from made m group by m.login_name having count(*) > ${String(MOST)}) then
          raise exception 'one statement opens more objects than are kept'
            using errcode = 'check_violation', constraint = 'cntl_recent_object_few';
        end if;
        delete from cntl.recent_object r using (
          select o.id, row_number() over (partition by o.login_name order by o.id desc) as n
          from cntl.recent_object o
          where o.login_name in (select m.login_name from made m)) kept
          where r.id = kept.id and kept.n > ${String(MOST)};
        return null;
      end $body$`,
      `create or replace trigger recent_object_keep after insert on cntl.recent_object
        referencing new table as made
        for each statement execute function cntl.recent_object_keep()`,
    ],
  },
});
