import { defineObjectType, rule } from "../../catalogue/define.ts";

const MOST = 100;

export default defineObjectType({
  name: "cntl.pin",
  gpk: "pin",
  label: { de: "Gemerktes Objekt", en: "Pinned object" },
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
    constraints: {
      // The trigger below raises this fault, because the rule counts rows.
      few: rule("few", ["login_name"], "check (true)", {
        de: `Ein Konto merkt sich höchstens ${String(MOST)} Objekte. Heben Sie eine Markierung auf.`,
        en: `An account pins at most ${String(MOST)} objects. Unpin one of them.`,
      }),
    },
    statements: [
      `create or replace function cntl.pin_check() returns trigger language plpgsql as $body$
begin
  if exists (select from cntl.pin p where p.login_name in (select m.login_name from made m)
    group by p.login_name having count(*) > ${String(MOST)}) then
    raise exception 'the account has pinned as many objects as it may'
      using errcode = 'check_violation', constraint = 'cntl_pin_few';
  end if;
  return null;
end $body$`,
      `create or replace trigger pin_check after insert on cntl.pin referencing new table as made
  for each statement execute function cntl.pin_check()`,
    ],
  },
});
