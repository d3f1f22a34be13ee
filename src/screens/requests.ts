import { defineScreen } from "#core/screen/screen";

/** Tickets made of requests, under the forms (REQ-100); people missing from the database have none that could be shown. */
export default defineScreen({
  path: "/requests",
  send: { all: ["signedIn", "inDatabase"] },
  steps: () => [{ idx: "ticket", name: "req.ticket.list", old: { sorting_params_list: ["number DESC"] } }],
  sections: [
    {
      kind: "table",
      of: "ticket",
      title: "views.requests.tickets",
      columns: ["number", "form", "ts_created", "state", "subject"],
      plan: [{ do: "update", ask: ["state"], when: { permission: "req.rw:ticket" } }],
      empty: "views.requests.noTickets",
      when: { all: ["signedIn", "inDatabase"] },
    },
  ],
});
