import { defineObjectType } from "../../../server/catalogue/define.ts";

/** A type with a service of its own, of which the portal knows nothing. */
export default defineObjectType({
  name: "lab.bell",
  gpk: "labbell",
  label: { de: "Glocke", en: "Bell" },
  description: { de: "Zum Testen", en: "For tests" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    tone: { type: "text_id", label: { de: "Ton", en: "Tone" } },
  },
  key: ["name"],
  functions: { create: {} },
  own: null,
  read: "all",
  service: {
    answers: {
      service: { name: "bells", label: { de: "Glocken, Turm", en: "Bells, tower" } },
      types: { tone: { de: "klingt", en: "rings" } },
      keys: "select t.id::text as key from lab.bell t",
      rows: `select 'north' as place, t.name, 'tone' as type, null::int as ttl, t.tone as data, null::text as mark, t.id, null::bigint as through
        from lab.bell t where t.id = any({keys}::bigint[])`,
    },
  },
});
