import type { ParameterSpec } from "../../catalogue/define.ts";

/** Parameters of `dns.record.imp` (wire contract 7.6). */
export const IMPORT_PARAMETERS: Readonly<Record<string, ParameterSpec>> = {
  fqdn: {
    type: "fqdn",
    label: { de: "FQDN", en: "FQDN" },
    help: {
      de: "Name, zu dem die Einträge gehören; fehlt er, wird er angelegt",
      en: "Name that the records belong to; made if it is missing",
    },
    names: "dns.fqdn",
    required: true,
  },
  fqdn_type: {
    type: "text_id",
    label: { de: "Typ des Namens", en: "Type of the name" },
    help: {
      de: "Typ, mit dem ein fehlender Name angelegt wird",
      en: "Type that a missing name is made with",
    },
    names: "dns.fqdn_type",
    nullable: true,
  },
  strict_mode: {
    type: "boolean",
    label: { de: "Streng", en: "Strict" },
    help: {
      de: "Ja: ein vorhandener Eintrag ist ein Fehler, außer REF-FQDN; Nein: er bleibt, wie er ist",
      en: "Yes: a record that is there is an error, except REF-FQDN; no: it stays as it is",
    },
    default: false,
  },
  import_data: {
    type: "json_object",
    label: { de: "Einträge", en: "Records" },
    help: {
      de: 'Form: {"dns.record_imp": [{"type": …, "data_list": […], "ttl": …}]}',
      en: 'Form: {"dns.record_imp": [{"type": …, "data_list": […], "ttl": …}]}',
    },
    required: true,
  },
};
