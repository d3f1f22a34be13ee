import { defineObjectType, type Grant } from "../../catalogue/define.ts";
import { atMost } from "./at-most.sql.ts";
import { GROUP } from "./group.ts";

const MOST = 100;

const OWNER_OR_GROUP: Grant = { any: [{ isAccount: "login_name" }, { reaches: GROUP, by: "group_name" }] };

export default defineObjectType({
  name: "cntl.saved_view",
  gpk: "view",
  label: { de: "Gespeicherte Ansicht", en: "Saved view" },
  plural: { de: "Gespeicherte Ansichten", en: "Saved views" },
  description: {
    de: "Liste mit Filter, Spalten und Reihenfolge unter einem Namen, für ein Konto oder eine Gruppe",
    en: "List with its filter, columns and order under a name, for an account or a group",
  },
  attributes: {
    name: { type: "text_line", label: { de: "Name", en: "Name" } },
    group_name: {
      help: {
        de: "Alle, die die Gruppe verwalten, sehen und ändern die Ansicht. Leer: nur für Sie",
        en: "Everybody who administers the group sees and changes the view. Empty: only for you",
      },
      nullable: true,
      createOnly: true,
      ref: { to: "cntl.group" },
    },
    page: { type: "portal_path", label: { de: "Seite", en: "Page" } },
    login_name: { label: { de: "Konto", en: "Account" }, createOnly: true, ref: { to: "cntl.mgr" } },
  },
  key: ["login_name", "name"],
  title: ["name"],
  unique: [["group_name", "name"]],
  search: { rank: 90, by: ["name_regexp_ic"], shown: ["name", "group_name", "page"], sorting: ["name"] },
  own: { any: [{ sql: "t.login_name = {account}" }, { column: "group_name", in: "groups" }] },
  read: "own",
  write: {
    ofOwnRows: true,
    create: {
      all: [
        { isAccount: "login_name" },
        { any: [{ sql: "t.group_name is null" }, { reaches: GROUP, by: "group_name" }] },
      ],
    },
    update: { grant: OWNER_OR_GROUP, attributes: ["name", "page"] },
    delete: OWNER_OR_GROUP,
  },
  vanishesWith: ["login_name", "group_name"],
  // Entries of the log stay for ever, but the searches of a person are private.
  isUnlogged: true,
  storage: atMost("cntl.saved_view", MOST, {
    de: `Ein Konto speichert höchstens ${String(MOST)} Ansichten. Löschen Sie eine davon.`,
    en: `An account saves at most ${String(MOST)} views. Delete one of them.`,
  }),
});
