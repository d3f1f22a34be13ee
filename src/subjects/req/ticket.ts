import { defineScreen, type Column, type Section } from "#core/screen/screen";
import { ticketPlannings } from "./tickets.ts";

const CLERK = { permission: "req.rw:ticket" } as const;

/** -1 for a text that is no number, which no ticket has. */
function numberIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

const FIELDS: readonly Column[] = [
  "number",
  "state",
  "ts_state",
  "form",
  "variant",
  { attr: "sender_name", opens: { from: "sender", on: { login_name: "login_name" } } },
  "sender_email",
  "login_name",
  "ts_created",
];

const SHEET = { kind: "detail", of: "ticket", plan: ticketPlannings } as const satisfies Partial<Section>;
/** The reader may see the account of who works on the ticket, so the side panel has a link with the name. */
const SEES_WORKER = { given: { rows: "worker" } } as const;

/** One ticket as sent, and its events: read by its sender, processed by its team (REQ-100, REQ-125). */
export default defineScreen({
  path: "/requests/:number",
  steps: (p) => [
    { idx: "ticket", name: "req.ticket.list", old: { number: numberIn(p.number) } },
    { idx: "worker", name: "cntl.mgr.list", inner_join_ref: { ticket: "api_fkey_req_ticket_assignee" } },
    {
      idx: "sender",
      name: "cntl.mgr.list",
      old_ref_params: [{ idx: "ticket", params: { login_name: "login_name" } }],
    },
    {
      idx: "event",
      name: "req.ticket_event.list",
      old: { sorting_params_list: ["ts DESC", "gpk DESC"] },
      inner_join_ref: { ticket: "default" },
    },
  ],
  // The sender reads the events; the change log is for clerks.
  current: { of: "ticket", missing: "screens.ticket.missing", historyFor: CLERK },
  sections: [
    { ...SHEET, fields: FIELDS, when: SEES_WORKER },
    { ...SHEET, fields: [...FIELDS, "assignee_name"], when: { not: SEES_WORKER } },
    {
      kind: "answers",
      of: "ticket",
      title: "screens.ticket.answers",
      form: "form",
      values: "fields",
      text: "text",
    },
    {
      kind: "entries",
      of: "event",
      title: "screens.ticket.events",
      empty: "screens.ticket.noEvents",
      at: "ts",
      by: "full_name",
      from: "state_before",
      to: "state",
      also: { from: "assignee_before", to: "assignee", none: "screens.ticket.nobody" },
      text: "comment",
    },
  ],
});
