import { defineObjectType } from "../../catalogue/define.ts";
import { DELIVERY_ERROR } from "./delivery.attributes.ts";
import { IS_LIVE } from "./server.sql.ts";

export default defineObjectType({
  name: "output.delivery",
  gpk: "delivery",
  label: { de: "Auslieferung", en: "Delivery" },
  plural: { de: "Auslieferungen", en: "Deliveries" },
  description: {
    de: "Was ein Dienstserver nach eigener Auskunft hat und was er haben soll",
    en: "What a service server says that it has, and what it should have",
  },
  attributes: {
    server: { ref: { to: "output.server" } },
    unit: {
      type: "text_line",
      label: { de: "Einheit", en: "Unit" },
      help: {
        de: "Was als Ganzes ausgeliefert wird, bei DNS eine Zone",
        en: "What is delivered as a whole, for DNS a zone",
      },
    },
    zone: { label: { de: "Zone", en: "Zone" }, nullable: true, ref: { to: "dns.fqdn" } },
    is_live: {
      type: "boolean",
      label: { de: "Aktuell", en: "Live" },
      help: {
        de: "Der Server hat selbst gezeigt, dass er den Stand hat",
        en: "The server itself has shown that it is up to date",
      },
    },
    since: {
      type: "timestamp",
      label: { de: "Seit", en: "Since" },
      help: {
        de: "Seitdem ist der Server aktuell oder wird gewartet",
        en: "Since then the server is live, or is waited for",
      },
      nullable: true,
    },
    has: {
      type: "text_line",
      label: { de: "Hat", en: "Has" },
      help: {
        de: "Stand des Servers, bei DNS die Seriennummer",
        en: "Version on the server, for DNS its serial",
      },
      nullable: true,
    },
    wanted: { type: "text_line", label: { de: "Soll", en: "Wanted" } },
    error: DELIVERY_ERROR,
    tries: {
      type: "integer",
      label: { de: "Versuche", en: "Tries" },
      help: { de: "Seit dem letzten Erfolg", en: "Since the last success" },
    },
    compared: {
      type: "timestamp",
      label: { de: "Verglichen", en: "Compared" },
      help: {
        de: "Letzter Vergleich aller Einträge mit dem, was veröffentlicht wurde; leer, wenn der Server sie nicht hergibt",
        en: "Last comparison of all records with what was published; empty if the server does not give them",
      },
      nullable: true,
    },
    differences: {
      type: "integer",
      label: { de: "Abweichungen", en: "Differences" },
      help: { de: "Beim letzten Vergleich", en: "At the last comparison" },
      nullable: true,
    },
  },
  key: ["server", "unit"],
  read: "all",
  source: {
    sql: `select d.id::text as id, d.server, d.unit, d.zone, ${IS_LIVE} as is_live,
      case when ${IS_LIVE} then d.live_since else d.wanted_since end as since,
      d.has, d.wanted, d.error, d.tries, d.compared, d.differences
    from output.seen d join output.server s on s.id = d.server and s.is_enabled`,
  },
});
