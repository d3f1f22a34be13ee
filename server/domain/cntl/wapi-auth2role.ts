import { defineObjectType, type Grant } from "../../catalogue/define.ts";
import { ACCOUNT } from "./mgr.ts";

const holder = "(select a.login_name from cntl.wapi_auth a where a.id = t.wapi_auth_gfk)";
const OF_OTHERS: Grant = {
  sql: `${holder} = any({accounts}) and ${holder} <> {account}`,
  names: { to: ACCOUNT, id: `select m.id from cntl.mgr m where m.id = ${holder} and m.is_svc` },
};

export default defineObjectType({
  name: "cntl.wapi_auth2role",
  gpk: "tokrole",
  label: { de: "Tokenrolle", en: "Token role" },
  plural: { de: "Tokenrollen", en: "Token roles" },
  description: { de: "Rolle, die ein API-Token trägt", en: "Role that an API token carries" },
  attributes: {
    wapi_auth_gfk: { createOnly: true, ref: { to: "cntl.wapi_auth", by: "gpk" } },
    role_name: { createOnly: true, ref: { to: "cntl.role" } },
  },
  key: ["wapi_auth_gfk", "role_name"],
  title: ["role_name"],
  reverse: { given: { turn: 1, holder: "wapi_auth_gfk" } },
  own: { sql: `${holder} = any({accounts})` },
  read: "own",
  write: { byMainAccounts: true, ofOwnRows: true, create: OF_OTHERS, delete: OF_OTHERS },
  vanishesWith: "wapi_auth_gfk",
  isOfInstance: true,
  givesRights: "permissions",
});
