import { REQUEST_FORMS } from "#contract/requests/forms";
import { TICKET_STATES } from "#contract/requests/states";
import { defineObjectType } from "../../catalogue/define.ts";
import { WRITTEN_NOW } from "../written.parts.ts";
import { ASSIGNABLE, TICKET, nameOf, onTeam, worksOn } from "./team.sql.ts";

export default defineObjectType({
  name: "req.ticket",
  gpk: "tic",
  system: { label: { de: "Anträge", en: "Requests" } },
  label: { de: "Ticket", en: "Ticket" },
  plural: { de: "Tickets", en: "Tickets" },
  description: { de: "Abgesendetes Antragsformular", en: "Request form that was sent" },
  attributes: {
    number: { type: "integer", label: { de: "Nummer", en: "Number" }, serverWritten: true },
    form: {
      type: "text_id",
      label: { de: "Formular", en: "Form" },
      values: Object.fromEntries([...REQUEST_FORMS.values()].map(({ name, label }) => [name, label])),
      serverWritten: true,
    },
    variant: {
      type: "text_id",
      label: { de: "Variante", en: "Variant" },
      values: Object.fromEntries(
        [...REQUEST_FORMS.values()]
          .flatMap(({ variants }) => variants ?? [])
          .map(({ value, label }) => [String(value), label]),
      ),
      nullable: true,
      serverWritten: true,
    },
    subject: { type: "text_line", label: { de: "Betreff", en: "Subject" }, serverWritten: true },
    text: {
      type: "text",
      label: { de: "Text", en: "Text" },
      help: { de: "Wie ihn der Absender gesehen hat", en: "As the sender has seen it" },
      serverWritten: true,
    },
    fields: {
      type: "json_object",
      label: { de: "Angaben", en: "Values" },
      help: { de: "Ausgefüllte Felder des Formulars", en: "Fields of the form as filled in" },
      serverWritten: true,
    },
    login_name: {
      type: "login_name",
      label: { de: "Konto", en: "Account" },
      help: { de: "Leer, wenn ohne Anmeldung gesendet", en: "Empty where sent without signing in" },
      nullable: true,
      serverWritten: true,
    },
    sender_name: {
      type: "text_line",
      label: { de: "Absender", en: "Sender" },
      nullable: true,
      serverWritten: true,
    },
    sender_email: {
      type: "email",
      label: { de: "E-Mail des Absenders", en: "Mail of the sender" },
      nullable: true,
      serverWritten: true,
    },
    ts_created: { ...WRITTEN_NOW, label: { de: "Gesendet", en: "Sent" } },
    state: {
      type: "text_id",
      label: { de: "Stand", en: "State" },
      values: TICKET_STATES,
      default: "open",
    },
    ts_state: { ...WRITTEN_NOW, label: { de: "Stand seit", en: "State since" } },
    assignee: {
      label: { de: "Zugewiesen an", en: "Assigned to" },
      help: {
        de: "Wer zum Team des Formulars gehört; leer, solange niemand das Ticket genommen hat",
        en: "A member of the team of the form; empty while nobody has taken the ticket",
      },
      nullable: true,
      ref: { to: "cntl.mgr" },
    },
    assignee_name: {
      type: "text_line",
      label: { de: "Bearbeitet von", en: "Worked on by" },
      nullable: true,
      computed: `(select ${nameOf("m")} from cntl.mgr m where m.id = t.assignee)`,
    },
    is_team: {
      type: "boolean",
      label: { de: "Eigenes Team", en: "Own team" },
      help: {
        de: "Das Team des Kontos bearbeitet Tickets dieses Formulars",
        en: "The team of the account works on tickets of this form",
      },
      computed: worksOn("t"),
      perReader: true,
    },
    is_mine: {
      type: "boolean",
      label: { de: "Von mir bearbeitet", en: "Assigned to me" },
      computed: "coalesce(t.assignee = {account}, false)",
      perReader: true,
    },
  },
  key: ["number"],
  title: ["number", "subject"],
  relations: [
    {
      name: "api_func_req_ticket_assignable",
      to: "cntl.mgr",
      sql: { ids: ASSIGNABLE.tickets },
      inverseSql: { ids: ASSIGNABLE.accounts },
      isExplicit: true,
    },
  ],
  functions: {
    update: {
      extra: {
        comment: {
          type: "text",
          label: { de: "Kommentar", en: "Comment" },
          help: {
            de: "Der Absender bekommt ihn als Mail und liest ihn beim Ticket",
            en: "The sender gets it by mail and reads it with the ticket",
          },
          nullable: true,
        },
      },
    },
  },
  search: {
    rank: 80,
    by: [{ number: "number" }, { words: "subject_regexp_ic" }],
    shown: ["subject", "number", "state"],
    sorting: ["number DESC"],
  },
  // The id of the account, because a name can be given to another account.
  own: { sql: "t.sender = {account}" },
  read: { ownOr: { sql: onTeam("t") } },
  write: {
    update: {
      grant: { sql: onTeam("t"), names: { to: TICKET, id: "t.id" } },
      attributes: ["state", "assignee"],
    },
  },
  storage: {
    columns: { sender: "bigint", language: "text not null default 'de'" },
    searched: ["subject"],
    indexes: {
      sender_idx: "(sender)",
    },
  },
});
