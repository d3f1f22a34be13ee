import { defineObjectType, linkSql, type Assignable } from "../../catalogue/define.ts";

/** OEs are administered. */
export const UNIT: Assignable = {
  type: "org.unit",
  isMine: "{id} = any({units})",
  key: `select json_build_object('fq_name', u.fq_name) key from org.unit u where u.id = $1::bigint`,
  links: `select ${linkSql("org.unit", "'fq_name', u.fq_name")}, null::bigint, u.id from org.unit u where u.id = $1`,
};

export default defineObjectType({
  name: "org.unit",
  gpk: "ou",
  label: { de: "Organisationseinheit", en: "Organisational unit" },
  description: {
    de: "Organisationseinheit (OE) im Baum der Einrichtung",
    en: "Organisational unit (OE) in the tree of the institution",
  },
  attributes: {
    fq_name: {
      type: "ou_name",
      label: { de: "Voller Name", en: "Full name" },
      help: {
        de: "Kurznamen von der Wurzel an, verbunden mit ::",
        en: "Short names from the root, joined by ::",
      },
      serverWritten: true,
    },
    short_name: { type: "ou_short_name", label: { de: "Kurzname", en: "Short name" } },
    title: { type: "text_line", label: { de: "Bezeichnung", en: "Title" } },
    parent: {
      type: "ou_name",
      label: { de: "Übergeordnete OE", en: "Parent OE" },
      nullable: true,
      ref: { to: "org.unit", by: "key" },
    },
    unit_type: {
      type: "text_id",
      label: { de: "OE-Typ", en: "OE type" },
      ref: { to: "org.unit_type", by: "key" },
    },
    sub_position: {
      type: "integer",
      label: { de: "Position", en: "Position" },
      help: { de: "Reihenfolge unter den Geschwistern", en: "Order among the units of one parent" },
      default: 0,
    },
    level: { type: "integer", label: { de: "Ebene", en: "Level" }, computed: "cardinality(t.path)" },
    can_have_mgr: {
      type: "boolean",
      label: { de: "Kann Administratoren haben", en: "Can have administrators" },
      default: true,
    },
    sub_unit_count: {
      type: "integer",
      label: { de: "Untergeordnete OEs", en: "Sub-OEs" },
      counted: { of: "org.unit", by: "parent" },
    },
    hierarchy_gfk_list: {
      type: "gpk_array",
      label: { de: "Pfad", en: "Path" },
      computed: "array(select 'ou-' || p.id from unnest(t.path) with ordinality p(id, n) order by p.n)",
    },
  },
  key: ["fq_name"],
  title: ["short_name", "title"],
  languageAttributes: ["title"],
  hierarchy: { parent: "parent", name: { attribute: "fq_name", part: "short_name", separator: "::" } },
  relations: [
    {
      name: "api_func_org_unit_hierarchy_gfk_list_is_subset",
      to: "org.unit",
      sql: { ids: "select unnest(e.path) from {earlier} e" },
    },
    {
      name: "api_func_org_unit_hierarchy_gfk_list_is_superset",
      to: "org.unit",
      sql: {
        ids: "select d.id from org.unit d, unnest(d.path) above(id) where above.id in (select e.id from {earlier} e)",
      },
    },
  ],
  functions: { create: {}, update: {}, delete: {} },
  own: { column: "id", in: "units" },
  read: "all",
  write: {},
  givesRights: "objects",
  storage: {
    constraints: {
      fq_name_length: {
        sql: "check (char_length(fq_name) <= 255)",
        fault: {
          kind: "check",
          rule: "full_name_has_room",
          attributes: ["short_name", "parent"],
          hint: {
            de: "Der volle Name einer OE, auch jeder darunter, hat höchstens 255 Zeichen.",
            en: "The full name of an OE, and of each one below it, has at most 255 characters.",
          },
        },
      },
    },
  },
});
