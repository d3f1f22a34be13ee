import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.reference",
  gpk: "ref",
  label: { de: "Referenz", en: "Reference" },
  plural: { de: "Referenzen", en: "References" },
  description: { de: "Beziehung zwischen zwei Objekttypen", en: "Relation between two object types" },
  attributes: {
    name: { type: "text_line", label: { de: "Name", en: "Name" } },
    kind: {
      type: "text_id",
      label: { de: "Art", en: "Kind" },
      values: {
        fkey: { de: "Fremdschlüssel", en: "foreign key" },
        func: { de: "Beziehung", en: "relation" },
      },
    },
    object_fq_name: { type: "text_line", label: { de: "Objekttyp", en: "Object type" } },
    attribute_list: { type: "text_id_array", label: { de: "Attribute", en: "Attributes" } },
    ref_object_fq_name: { type: "text_line", label: { de: "Ziel-Objekttyp", en: "Target object type" } },
    ref_attribute_list: {
      type: "text_id_array",
      label: { de: "Attribute des Ziels", en: "Attributes of the target" },
    },
    is_default: { type: "boolean", label: { de: "Vorgabe", en: "Default" } },
  },
  key: ["name"],
  read: "meta",
  source: "metadata",
});
