import { TICKET_STATES } from "#contract/requests/states";
import type { Params } from "#contract/wire/json";
import { defineScreen, type Column, type Screen, type Tab } from "#core/screen/screen";
import type { Condition } from "#core/screen/value";
import { ticketPlannings } from "./tickets.ts";

const PATH = "/requests";
/** Holders work on every ticket. */
const CLERK = { permission: "req.rw:ticket" } as const;
const SIGNED_IN = ["signedIn", "inDatabase"] as const;
const READER = { permission: "req.ro:ticket" } as const;
/** There is a ticket, of any state, that the account works on. */
const ON_TEAM: Condition = { given: { rows: "any" } };
/** An account that works on no ticket is also told that there are none. */
const HAS_OTHERS: Condition = { any: [{ not: ON_TEAM }, { given: { rows: "ticket" } }] };
const WORKS: Condition = { any: [CLERK, ON_TEAM] };

/** The view of the tickets that the account works on. */
const MINE = "mine";

/** One tab for all states, and one for each. */
const STATES: readonly Tab[] = [
  { title: "screens.tickets.every", to: { to: PATH } },
  ...Object.entries(TICKET_STATES).map(([state, title]) => ({
    title,
    to: { to: PATH, params: { state: { is: state } } },
  })),
];
const VIEWS: readonly Tab[] = [
  ...STATES,
  { title: "screens.tickets.mine", to: { to: PATH, params: { state: { is: MINE } } } },
];

const TABLE = { kind: "table", isLong: true, plan: ticketPlannings } as const;
const OWN: readonly Column[] = [
  "number",
  "form",
  "subject",
  "state",
  "assignee_name",
  "ts_state",
  "ts_created",
];
const OF_TEAM: readonly Column[] = [
  "number",
  "form",
  "subject",
  "state",
  "assignee",
  "ts_state",
  "sender_name",
  "ts_created",
];

const VIEW_FILTERS: Readonly<Record<string, Params>> = {
  ...Object.fromEntries(Object.keys(TICKET_STATES).map((state) => [state, { state }])),
  [MINE]: { is_mine: true },
};

/**
 * Tickets below the forms (REQ-100, REQ-131): first tickets on which the account works with its team, then all others that it can read, mostly its
 * own ones. A person who is missing from the database has no tickets.
 */
export function ticketsScreen(view: string | null): Screen<typeof PATH> {
  const filter = VIEW_FILTERS[view ?? ""] ?? {};
  const empty = Object.keys(filter).length === 0 ? "views.requests.noTickets" : "screens.tickets.noneOfState";
  const list = { ...filter, sorting_params_list: ["number DESC"] };
  const team = { ...TABLE, of: "team", columns: OF_TEAM, empty } as const;
  const own = { ...TABLE, of: "ticket", columns: OWN, empty } as const;
  return defineScreen({
    path: PATH,
    send: { all: SIGNED_IN },
    steps: () => [
      { idx: "ticket", name: "req.ticket.list", old: { ...list, is_team: false } },
      { idx: "team", name: "req.ticket.list", old: { ...list, is_team: true } },
      { idx: "worker", name: "cntl.mgr.list", inner_join_ref: { team: "api_fkey_req_ticket_assignee" } },
      { idx: "any", name: "req.ticket.list", old: { is_team: true, fetch_limit: 1 } },
    ],
    sections: [
      { kind: "tabs", tabs: VIEWS, when: { all: [...SIGNED_IN, WORKS] } },
      { kind: "tabs", tabs: STATES, when: { all: [...SIGNED_IN, { not: WORKS }] } },
      { ...team, title: "screens.tickets.all", when: { all: [...SIGNED_IN, CLERK] } },
      { ...team, title: "screens.tickets.team", when: { all: [...SIGNED_IN, { not: CLERK }, ON_TEAM] } },
      {
        ...own,
        title: "screens.tickets.all",
        when: { all: [...SIGNED_IN, { not: CLERK }, READER, HAS_OTHERS] },
      },
      {
        ...own,
        title: "views.requests.tickets",
        when: { all: [...SIGNED_IN, { not: CLERK }, { not: READER }, HAS_OTHERS] },
      },
    ],
  });
}

/** The views besides that of all tickets. */
export function isTicketView(view: string): boolean {
  return Object.hasOwn(VIEW_FILTERS, view);
}

export default ticketsScreen(null);
