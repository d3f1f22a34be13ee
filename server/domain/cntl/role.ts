import { defineObjectType } from "../../catalogue/define.ts";

const above = (start: string): string =>
  `with recursive up(id) as (
    ${start}
    union select l.role_name
    from up join cntl.role2role l on l.sub_role_name = up.id)`;

export default defineObjectType({
  name: "cntl.role",
  gpk: "role",
  label: { de: "Rolle", en: "Role" },
  plural: { de: "Rollen", en: "Roles" },
  description: { de: "Bündel von Berechtigungen", en: "Bundle of permissions" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    is_assignable: {
      type: "boolean",
      isOffered: true,
      label: { de: "Zuweisbar", en: "Assignable" },
      help: { de: "Kann einem Token gegeben werden", en: "Can be given to a token" },
      default: true,
    },
    is_assigned: {
      type: "boolean",
      label: { de: "Zugewiesen", en: "Assigned" },
      help: { de: "Direkte Rolle dieses Aufrufs", en: "Direct role of this call" },
      computed: "t.id = any({roles})",
      perReader: true,
    },
    hierarchy_gfk_list: {
      type: "gpk_array",
      label: { de: "Enthalten in", en: "Contained in" },
      computed: `array(${above("select t.id")} select 'role-' || up.id from up order by up.id = t.id, up.id)`,
    },
  },
  key: ["name"],
  languageAttributes: ["description"],
  relations: [
    {
      name: "api_func_cntl_role_hierarchy_gfk_list_is_subset",
      to: "cntl.role",
      sql: { ids: `${above("select e.id from {earlier} e")} select up.id from up` },
    },
    {
      name: "api_func_cntl_role_hierarchy_gfk_list_is_superset",
      to: "cntl.role",
      sql: {
        ids: `with recursive down(id) as (
          select e.id
          from {earlier} e
          union select l.sub_role_name
          from down join cntl.role2role l on l.role_name = down.id)
          select down.id
          from down`,
      },
    },
  ],
  read: "all",
  givesRights: "permissions",
});
