import { defineScreen } from "#core/screen/screen";

const CLERK = { permission: "req.rw:ticket" } as const;

/** No ticket has the number of a text that is none. */
function numberIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** One ticket as it was sent, and what became of it: read by its sender, worked on by holders of the permission (REQ-100). */
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
  // The sender reads what was done; the log of changes is for those who work on it.
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
