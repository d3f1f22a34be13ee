import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.role2role",
  gpk: "rolerole",
  label: { de: "Enthaltene Rolle", en: "Contained role" },
  description: { de: "Rolle, die in einer anderen enthalten ist", en: "Role that is contained in another" },
  attributes: {
    role_name: {
      type: "text_id",
      label: { de: "Rolle", en: "Role" },
      createOnly: true,
      ref: { to: "cntl.role", by: "key" },
    },
    sub_role_name: {
      type: "text_id",
      label: { de: "Enthaltene Rolle", en: "Contained role" },
      createOnly: true,
      ref: { to: "cntl.role", by: "key" },
    },
  },
  key: ["role_name", "sub_role_name"],
  title: ["role_name", "sub_role_name"],
  functions: { create: {}, delete: {} },
  own: null,
  read: "all",
  write: {},
  vanishesWith: "role_name",
  givesRights: "permissions",
});
