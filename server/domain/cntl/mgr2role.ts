import { defineObjectType } from "../../catalogue/define.ts";

const HELD = `exists (select from cntl.mgr m where m.id = t.login_name and m.parent_login_name = {account})
  and exists (select from cntl.mgr2role r where r.login_name = {account} and r.role_name = t.role_name)`;

export default defineObjectType({
  name: "cntl.mgr2role",
  gpk: "mgrrole",
  label: { de: "Kontorolle", en: "Account role" },
  plural: { de: "Kontorollen", en: "Account roles" },
  description: { de: "Zuordnung einer Rolle zu einem Konto", en: "Link of a role to an account" },
  attributes: {
    login_name: { label: { de: "Anmeldename", en: "Login name" }, createOnly: true, ref: { to: "cntl.mgr" } },
    role_name: { createOnly: true, ref: { to: "cntl.role" } },
  },
  key: ["login_name", "role_name"],
  reverse: { given: { turn: 0, holder: "login_name" } },
  own: { column: "login_name", in: "accounts" },
  read: "own",
  write: { byMainAccounts: true, ofOwnRows: true, create: { sql: HELD }, delete: { sql: HELD } },
  vanishesWith: "login_name",
  givesRights: "permissions",
});
