import { defineObjectType } from "../../catalogue/define.ts";
import { DELIVERY_ERROR, IS_LIVE, SHOWN_BY, SINCE, UNIT } from "../delivery/attributes.ts";
import { OLD_PART_VERSIONS } from "./part.sql.ts";
import { IS_LATE_SQL, IS_LIVE_SQL, SHOWN_BY_SQL } from "../delivery/shown.sql.ts";

export default defineObjectType({
  name: "output.delivery",
  gpk: "delivery",
  label: { de: "Auslieferung", en: "Delivery" },
  plural: { de: "Auslieferungen", en: "Deliveries" },
  description: {
    de: "Was ein Dienstserver hat und was er haben soll",
    en: "What a service server has, and what it should have",
  },
  attributes: {
    server: { ref: { to: "output.server" } },
    unit: UNIT,
    zone: { label: { de: "Zone", en: "Zone" }, nullable: true, ref: { to: "dns.fqdn" } },
    is_live: {
      ...IS_LIVE,
      help: {
        de: "Es ist gezeigt, dass der Server den Stand hat: von ihm selbst oder von dem, was er bei jeder Frage liest",
        en: "It is shown that the server is up to date: by itself, or by what it reads with every question",
      },
    },
    since: {
      ...SINCE,
      help: {
        de: "Seitdem ist der Server aktuell oder wird gewartet",
        en: "Since then the server is live, or is waited for",
      },
    },
    is_late: {
      type: "boolean",
      label: { de: "Verspätet", en: "Late" },
      help: {
        de: "Seit mehr als 20 Sekunden wird auf den Server gewartet",
        en: "The server has been waited for longer than 20 seconds",
      },
    },
    left_out: {
      type: "integer",
      label: { de: "Ausgelassen", en: "Left out" },
      help: {
        de: "Einträge der Zone, mit denen Nameserver die ganze Zone ablehnten; ihr Stand nennt sie",
        en: "Records of the zone with which name servers would refuse the whole zone; their states name them",
      },
    },
    error: DELIVERY_ERROR,
    shown_by: SHOWN_BY,
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
    detail: {
      type: "text_line",
      label: { de: "Wortlaut", en: "In its words" },
      help: {
        de: "Was der Server oder die Verbindung zu ihm gemeldet hat",
        en: "What the server, or the connection to it, reported",
      },
      nullable: true,
    },
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
  // Owners of the name of a zone.
  own: { column: "scope", in: "scopes" },
  read: "own",
  sweep: OLD_PART_VERSIONS,
  source: {
    sql: `select d.id::text as id, d.server, d.unit, d.zone, ${IS_LIVE_SQL} as is_live,
      case when ${IS_LIVE_SQL} then d.live_since else d.waits_since end as since, ${IS_LATE_SQL} as is_late,
      d.has, d.wanted, ${SHOWN_BY_SQL} as shown_by, d.error, d.detail, d.tries, d.compared, d.differences,
      (select count(*)::int from output.unsent u where u.zone = d.unit) as left_out, z.scope
      from output.seen d
        join output.server s on s.id = d.server and s.is_enabled
        left join dns.fqdn z on z.id = d.zone`,
  },
});
