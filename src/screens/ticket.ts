import { defineScreen } from "#core/screen/screen";

const CLERK = { permission: "req.rw:ticket" } as const;

/** -1 for a text that is no number, which no ticket has. */
function numberIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** One ticket as sent, and its events: read by its sender, processed by holders of the permission (REQ-100). */
export default defineScreen({
  path: "/requests/:number",
  steps: (p) => [
    { idx: "ticket", name: "req.ticket.list", old: { number: numberIn(p.number) } },
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
    {
      kind: "detail",
      of: "ticket",
      fields: [
        "number",
        "state",
        "ts_state",
        "form",
        "variant",
        "sender_name",
        "sender_email",
        "login_name",
        "ts_created",
        "text",
      ],
      plan: [
        {
          do: "update",
          ask: ["state", "comment"],
          text: "screens.tickets.change",
          when: CLERK,
        },
      ],
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
      text: "comment",
    },
  ],
});
