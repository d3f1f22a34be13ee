import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.permission",
  gpk: "perm",
  label: { de: "Berechtigung", en: "Permission" },
  plural: { de: "Berechtigungen", en: "Permissions" },
  description: { de: "Recht, das Rollen gewähren", en: "Right that roles grant" },
  attributes: {
    name: { type: "permission_name", label: { de: "Name", en: "Name" } },
    system: { type: "text_id", label: { de: "System", en: "System" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["name"],
  relations: [
    {
      name: "api_func_cntl_permission_role_hierarchy",
      to: "cntl.role",
      sql: {
        ids: `with recursive below(id) as (
          select e.id
          from {earlier} e
          union select l.sub_role_name
          from below b join cntl.role2role l on l.role_name = b.id)
          select l.permission_name
          from below b join cntl.role2permission l on l.role_name = b.id`,
      },
    },
  ],
  read: "all",
  source: "metadata",
  describes: "permissions",
});
