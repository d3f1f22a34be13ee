import { TICKET_STATES } from "#contract/requests/states";
import { defineObjectType } from "../../catalogue/define.ts";
import { WRITTEN_NOW } from "../written.parts.ts";
import { onTeam } from "./team.sql.ts";

export default defineObjectType({
  name: "req.ticket_event",
  gpk: "ticevent",
  label: { de: "Ticket-Ereignis", en: "Ticket event" },
  plural: { de: "Ticket-Ereignisse", en: "Ticket events" },
  description: {
    de: "Wechsel des Stands oder der bearbeitenden Person, oder Kommentar zu einem Ticket",
    en: "Change of the state of a ticket or of who works on it, or a comment on it",
  },
  attributes: {
    ticket_gfk: { ref: { to: "req.ticket", by: "gpk" } },
    ts: { ...WRITTEN_NOW, label: { de: "Zeit", en: "Time" } },
    state_before: { type: "text_id", label: { de: "Bisher", en: "Before" }, values: TICKET_STATES },
    state: { type: "text_id", label: { de: "Stand", en: "State" }, values: TICKET_STATES },
    assignee_before: {
      type: "text_line",
      label: { de: "Bisher bearbeitet von", en: "Worked on before by" },
      nullable: true,
    },
    assignee: {
      type: "text_line",
      label: { de: "Bearbeitet von", en: "Worked on by" },
      nullable: true,
    },
    comment: { type: "text", label: { de: "Kommentar", en: "Comment" }, nullable: true },
    login_name: { type: "login_name", label: { de: "Konto", en: "Account" } },
    full_name: { type: "text_line", label: { de: "Eingetragen von", en: "Done by" } },
  },
  key: ["gpk"],
  title: ["ts", "state"],
  functions: {},
  own: { sql: "exists (select from req.ticket k where k.id = t.ticket_gfk and k.sender = {account})" },
  // Readers of all tickets also read all events.
  read: {
    ownOr: { sql: `exists (select from req.ticket k where k.id = t.ticket_gfk and ${onTeam("k")})` },
    permissions: ["req.ro:ticket", "req.rw:ticket"],
  },
});
