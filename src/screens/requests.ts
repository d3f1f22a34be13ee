import { TICKET_STATES } from "#contract/requests/states";
import { defineScreen, type Screen, type Tab } from "#core/screen/screen";

const PATH = "/requests";
/** Holders read every ticket and change its state. */
const CLERK = { permission: "req.rw:ticket" } as const;
const SIGNED_IN = ["signedIn", "inDatabase"] as const;

/** One tab for all states, and one for each. */
const STATES: readonly Tab[] = [
  { title: "screens.tickets.every", to: { to: PATH } },
  ...Object.entries(TICKET_STATES).map(([state, title]) => ({
    title,
    to: { to: PATH, params: { state: { is: state } } },
  })),
];

const TABLE = {
  kind: "table",
  of: "ticket",
  plan: [{ do: "update", ask: ["state", "comment"], text: "screens.tickets.change", when: CLERK }],
  isLong: true,
  tabs: STATES,
} as const;

/** Tickets below the forms (REQ-100), of one state or all; people missing from the database have none. */
export function ticketsScreen(state: string | null): Screen<typeof PATH> {
  const ofState = state === null ? {} : { state };
  const empty = state === null ? "views.requests.noTickets" : "screens.tickets.noneOfState";
  return defineScreen({
    path: PATH,
    send: { all: SIGNED_IN },
    steps: () => [
      { idx: "ticket", name: "req.ticket.list", old: { ...ofState, sorting_params_list: ["number DESC"] } },
    ],
    sections: [
      {
        ...TABLE,
        title: "screens.tickets.all",
        columns: ["number", "form", "subject", "state", "ts_state", "sender_name", "ts_created"],
        empty,
        when: { all: [...SIGNED_IN, CLERK] },
      },
      {
        ...TABLE,
        title: "views.requests.tickets",
        columns: ["number", "form", "subject", "state", "ts_state", "ts_created"],
        empty,
        when: { all: [...SIGNED_IN, { not: CLERK }] },
      },
    ],
  });
}

export default ticketsScreen(null);
