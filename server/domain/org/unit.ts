import type { Localised } from "#contract/wire/json";
import { defineObjectType, linkSql, type Assignable, rule } from "../../catalogue/define.ts";

/** OEs are administered through managers. */
export const UNIT: Assignable = {
  type: "org.unit",
  isMine: "{id} = any({units})",
  key: `select json_build_object('fq_name', u.fq_name) as key from org.unit u where u.id = $1::bigint`,
  links: `select ${linkSql("org.unit", "'fq_name', u.fq_name")}, null::bigint, u.id
    from org.unit u
    where u.id = $1`,
};

/** A parameter with the OE of a new object. */
export function ouParameter(help: Localised) {
  return {
    type: "ou_name",
    label: { de: "OE", en: "OE" },
    help,
    nullable: true,
    ref: { to: "org.unit" },
  } as const;
}

export default defineObjectType({
  name: "org.unit",
  gpk: "ou",
  system: { label: { de: "Organisation", en: "Organisation" } },
  label: { de: "Organisationseinheit", en: "Organisational unit" },
  plural: { de: "Organisationseinheiten", en: "Organisational units" },
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
      madeOf: ["{parent}::{short_name}", "{short_name}"],
    },
    short_name: { type: "ou_short_name", label: { de: "Kurzname", en: "Short name" } },
    title: { type: "text_line", label: { de: "Bezeichnung", en: "Title" } },
    parent: { label: { de: "Übergeordnete OE", en: "Parent OE" }, nullable: true, ref: { to: "org.unit" } },
    unit_type: { ref: { to: "org.unit_type" } },
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
      label: { de: "Untergeordnete OEs", en: "Sub-OEs" },
      counted: { of: "org.unit", by: "parent" },
    },
  },
  key: ["fq_name"],
  title: ["short_name", "title"],
  languageAttributes: ["title"],
  hierarchy: { parent: "parent", name: { attribute: "fq_name", part: "short_name", separator: "::" } },
  search: {
    rank: 60,
    system: "org",
    by: ["fq_name_regexp", "short_name_regexp", "title_regexp_ic"],
    shown: ["title", "short_name", "fq_name"],
  },
  own: { column: "id", in: "units" },
  read: "all",
  givesRights: "objects",
  storage: {
    constraints: {
      fq_name_length: rule(
        "full_name_has_room",
        ["short_name", "parent"],
        "check (char_length(fq_name) <= 255)",
        {
          de: "Der volle Name einer OE, auch jeder darunter, hat höchstens 255 Zeichen.",
          en: "The full name of an OE, and of each one below it, has at most 255 characters.",
        },
      ),
    },
  },
});
