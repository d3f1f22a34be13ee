import { defineObjectType } from "../../catalogue/define.ts";

const VERSION_STATES = { release: { de: "veröffentlicht", en: "released" } } as const;

/** German local time with its zone, in the form of the public version document. */
const SERVED_SINCE = `(
  select to_char(d.served_since at time zone 'Europe/Berlin', 'DD.MM.YYYY HH24:MI:SS.US ')
    || case (d.served_since at time zone 'Europe/Berlin') - (d.served_since at time zone 'UTC')
      when interval '2 hours' then 'CEST'
      else 'CET'
    end
  from netportal.definition d)`;

export default defineObjectType({
  name: "wapi.version",
  gpk: "ver",
  label: { de: "Version", en: "Version" },
  plural: { de: "Versionen", en: "Versions" },
  description: { de: "Bediente Version der API", en: "Served version of the API" },
  attributes: {
    major: { type: "integer", label: { de: "Hauptversion", en: "Major" } },
    minor: { type: "integer", label: { de: "Nebenversion", en: "Minor" } },
    patch: {
      type: "integer",
      label: { de: "Ausgabe", en: "Patch" },
      help: { de: "Wächst mit jeder Änderung der Metadaten", en: "Grows with every change of the metadata" },
    },
    numeric: { type: "text_id", label: { de: "Nummer", en: "Number" } },
    state: { type: "text_id", label: { de: "Stand", en: "State" }, values: VERSION_STATES },
    semantic: { type: "text_id", label: { de: "Bedeutung", en: "Meaning" }, values: VERSION_STATES },
    last_status_change_date: {
      type: "text_line",
      computed: SERVED_SINCE,
      label: { de: "Stand seit", en: "State since" },
      help: {
        de: "Seit wann diese Instanz die Version mit diesem Stand bedient",
        en: "Since when this instance serves the version in this state",
      },
    },
    doc_uri: {
      type: "text_line",
      label: { de: "Dokumentation", en: "Documentation" },
      help: { de: "Pfad auf dieser Instanz", en: "Path on this instance" },
    },
    language_dict: {
      type: "json_object",
      label: { de: "Stand in Worten", en: "State in words" },
    },
    transaction_json_schema: {
      type: "json_object",
      label: { de: "Grammatik der Schritte", en: "Grammar of steps" },
      help: {
        de: "JSON Schema einer Transaktion ohne die Parameter der einzelnen Funktionen",
        en: "JSON Schema of a transaction without the parameters of each function",
      },
    },
  },
  key: ["major", "minor"],
  title: ["numeric"],
  read: "meta",
  source: "metadata",
});
