import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.role2role",
  gpk: "rolerole",
  label: { de: "Enthaltene Rolle", en: "Contained role" },
  plural: { de: "Enthaltene Rollen", en: "Contained roles" },
  description: { de: "Rolle, die in einer anderen enthalten ist", en: "Role that is contained in another" },
  attributes: {
    role_name: { createOnly: true, ref: { to: "cntl.role" } },
    sub_role_name: {
      label: { de: "Enthaltene Rolle", en: "Contained role" },
      createOnly: true,
      ref: { to: "cntl.role" },
    },
  },
  key: ["role_name", "sub_role_name"],
  read: "all",
  vanishesWith: "role_name",
  givesRights: "permissions",
});
