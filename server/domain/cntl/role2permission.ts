import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.role2permission",
  gpk: "roleperm",
  label: { de: "Berechtigung einer Rolle", en: "Permission of a role" },
  description: { de: "Berechtigung, die eine Rolle gewährt", en: "Permission that a role grants" },
  attributes: {
    role_name: {
      type: "text_id",
      label: { de: "Rolle", en: "Role" },
      createOnly: true,
      ref: { to: "cntl.role", by: "key" },
    },
    permission_name: {
      type: "permission_name",
      label: { de: "Berechtigung", en: "Permission" },
      createOnly: true,
      ref: { to: "cntl.permission", by: "key" },
    },
  },
  key: ["role_name", "permission_name"],
  title: ["role_name", "permission_name"],
  functions: { create: {}, delete: {} },
  own: null,
  read: "all",
  write: {},
  vanishesWith: "role_name",
  givesRights: "permissions",
});
