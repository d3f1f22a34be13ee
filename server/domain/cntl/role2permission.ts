import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.role2permission",
  gpk: "roleperm",
  label: { de: "Rollenberechtigung", en: "Role permission" },
  plural: { de: "Rollenberechtigungen", en: "Role permissions" },
  description: { de: "Berechtigung, die eine Rolle gewährt", en: "Permission that a role grants" },
  attributes: {
    role_name: { createOnly: true, ref: { to: "cntl.role" } },
    permission_name: { createOnly: true, ref: { to: "cntl.permission" } },
  },
  key: ["role_name", "permission_name"],
  read: "all",
  vanishesWith: "role_name",
  givesRights: "permissions",
});
