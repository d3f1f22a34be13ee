import { defineObjectType } from "../../catalogue/define.ts";
import { GENERIC_TYPE } from "#contract/values/generic-types";
import type { RecordType } from "#contract/record-type";
import { RECORD_TYPES } from "#contract/records/index";
import { addressVersion, hasFields } from "#contract/values/record-types";

function targetKind(type: RecordType): "inet" | "fqdn" | "text" | "none" {
  if (type.target !== undefined) return "fqdn";
  if (addressVersion(type.name) !== null) return "inet";
  return hasFields(type) ? "text" : "none";
}

export default defineObjectType({
  name: "dns.record_type",
  gpk: "recordtype",
  label: { de: "Eintragstyp", en: "Record type" },
  plural: { de: "Eintragstypen", en: "Record types" },
  description: {
    de: "Art eines DNS-Eintrags und die Form seiner Daten",
    en: "Kind of a DNS record and the form of its data",
  },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    target_kind: {
      type: "text_id",
      label: { de: "Ziel", en: "Target" },
      help: { de: "Worauf die Daten zeigen", en: "What the data point to" },
      values: {
        inet: { de: "Adresse", en: "address" },
        fqdn: { de: "Name", en: "name" },
        text: { de: "Text", en: "text" },
        none: { de: "nichts", en: "nothing" },
      },
    },
    is_singleton: {
      type: "boolean",
      label: { de: "Einzeln", en: "Singleton" },
      help: {
        de: "Höchstens ein Eintrag dieses Typs je Name",
        en: "At most one record of this type per name",
      },
    },
    data_format: {
      type: "text_line",
      label: { de: "Beispiel", en: "Example" },
      help: { de: "Daten in ihrer kanonischen Form", en: "Data in their canonical form" },
      nullable: true,
    },
    position: { type: "integer", isOrder: true, label: { de: "Position", en: "Position" } },
  },
  key: ["name"],
  languageAttributes: ["description"],
  read: "all",
  source: "metadata",
  rows: RECORD_TYPES.map((type, at) => ({
    id: type.name,
    name: type.name,
    description: type.description,
    target_kind: targetKind(type),
    is_singleton: type.isSingleton ?? false,
    data_format: type.example ?? null,
    position: at + 1,
  })),
  broughtRows: GENERIC_TYPE,
});
