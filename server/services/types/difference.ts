import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "output.difference",
  gpk: "diff",
  label: { de: "Abweichung", en: "Difference" },
  plural: { de: "Abweichungen", en: "Differences" },
  description: {
    de: "Eintrag, den nur ein Nameserver hat oder nur die Datenbank",
    en: "Record that only a name server has, or only the database",
  },
  attributes: {
    server: { ref: { to: "output.server" } },
    unit: { type: "text_line", label: { de: "Einheit", en: "Unit" } },
    kind: {
      type: "text_id",
      label: { de: "Art", en: "Kind" },
      values: {
        missing: { de: "fehlt auf dem Server", en: "is missing on the server" },
        foreign: { de: "steht nur auf dem Server", en: "is only on the server" },
      },
    },
    name: { type: "text_line", label: { de: "Name", en: "Name" } },
    type: { type: "text_id", label: { de: "Eintragstyp", en: "Record type" } },
    ttl: { type: "integer", label: { de: "TTL", en: "TTL" } },
    data: {
      type: "text",
      label: { de: "Daten", en: "Data" },
      help: {
        de: "Leer, wenn sich die Daten nicht als Text schreiben lassen",
        en: "Empty if the data cannot be written as text",
      },
      nullable: true,
    },
  },
  key: ["gpk"],
  title: ["name", "type"],
  read: "own",
  source: {
    sql: `select r.id::text as id, d.server, d.unit, r.kind, r.name, r.type, r.ttl, r.data
      from output.drift r
        join output.seen d on d.id = r.seen
        join output.server s on s.id = d.server and s.is_enabled`,
  },
});
