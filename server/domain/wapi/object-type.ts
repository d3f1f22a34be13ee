import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.object_type",
  gpk: "ot",
  label: { de: "Objekttyp", en: "Object type" },
  plural: { de: "Objekttypen", en: "Object types" },
  description: { de: "Art von Objekten mit ihren Attributen", en: "Kind of objects with its attributes" },
  attributes: {
    system: { type: "text_id", label: { de: "System", en: "System" } },
    name: { type: "text_id", isDesignation: true, label: { de: "Name", en: "Name" } },
    fq_name: { type: "fq_name", label: { de: "Voller Name", en: "Full name" } },
    is_view: { type: "boolean", label: { de: "Nur lesbar", en: "Read only" } },
    is_setting: {
      type: "boolean",
      label: { de: "Einstellung", en: "Setting" },
      help: {
        de: "Änderungen gelten sofort, werden nicht geplant und stehen nicht im Änderungsprotokoll",
        en: "Changes take effect at once, are not planned and have no entry in the change log",
      },
      default: false,
    },
    has_owners: {
      type: "boolean",
      label: { de: "Hat Eigentümer", en: "Has owners" },
      help: {
        de: "Es gibt eigene Objekte: Die Liste kann auf sie beschränkt werden",
        en: "There are own objects: the list can be cut to them",
      },
      default: false,
    },
    key_attribute_list: { type: "text_id_array", label: { de: "Schlüsselattribute", en: "Key attributes" } },
    title_attribute_list: { type: "text_id_array", label: { de: "Titelattribute", en: "Title attributes" } },
    lang_attr_list: {
      type: "text_id_array",
      label: { de: "Übersetzte Attribute", en: "Translated attributes" },
    },
    made_from_list: {
      type: "fq_name_array",
      label: { de: "Entsteht aus", en: "Made from" },
      help: {
        de: "Objekttypen, aus deren Objekten die Zeilen entstehen; leer, wenn sie für sich stehen",
        en: "Object types whose objects make the rows; empty if they stand for themselves",
      },
      nullable: true,
    },
    attributes: { type: "json_object", label: { de: "Attribute", en: "Attributes" } },
    referencing_by_attribute: {
      type: "json_object",
      label: { de: "Ziele der Attribute", en: "Targets of attributes" },
    },
    reference_names_by_attribute: {
      type: "json_object",
      label: { de: "Referenzen der Attribute", en: "References of attributes" },
    },
    search: {
      type: "json_object",
      label: { de: "Suche", en: "Search" },
      help: {
        de: "Wie die globale Suche Zeilen des Typs findet; leer, wenn sie keine sucht",
        en: "How the global search finds rows of the type; empty if it looks for none",
      },
      nullable: true,
    },
    page: {
      type: "json_object",
      label: { de: "Seite", en: "Page" },
      help: {
        de: "Was die Seite eines Objekts zeigt; leer, wenn es aus den Referenzen folgt",
        en: "What the page of an object shows; empty if it follows from the references",
      },
      nullable: true,
    },
    reverse: {
      type: "json_object",
      label: { de: "Umkehrung", en: "Reversal" },
      help: {
        de: "Was das Portal über das Zurücknehmen von Änderungen wissen muss; leer, wenn es aus den Funktionen folgt",
        en: "What the portal has to know to take changes back; empty if it follows from the functions",
      },
      nullable: true,
    },
    language_dict: { type: "json_object", label: { de: "Texte", en: "Texts" } },
  },
  key: ["fq_name"],
  functions: { metadata: {} },
  read: "meta",
  source: "metadata",
});
