import type { Offer } from "#core/form/widget";
import type { Planning } from "#core/screen/planning";
import type { Condition } from "#core/screen/value";

/** The account works on tickets of this form. */
const WORKS: Condition = { value: { row: "is_team" }, in: [true] };
/** The account has the ticket. The condition reads `assignee`, because a planned change sets this attribute. */
const IS_MINE: Condition = { value: { row: "assignee" }, same: { account: "login_name" } };
const IS_TAKEN: Condition = { given: { row: "assignee" } };
/** Another account has the ticket already, whatever is planned. */
const IS_ANOTHERS: Condition = { all: [IS_TAKEN, { given: { row: "assignee_name" } }, { not: IS_MINE }] };
const IS_CLOSED: Condition = { value: { row: "state" }, in: ["done", "refused"] };
const TO_ME = { assignee: { account: "login_name" }, state: { is: "in_work" } } as const;

/** Accounts that the ticket can be assigned to. */
const COLLEAGUES: Offer = {
  narrowing: {
    steps: [{ idx: "ticket", name: "req.ticket.list", old: { gpk: "{{gpk}}" } }],
    inner: { ticket: "api_func_req_ticket_assignable" },
  },
  isFew: true,
};

/** Actions of a person who works on a ticket: take, take over, assign, give back, and change the state. */
export const ticketPlannings: readonly Planning[] = [
  {
    do: "update",
    set: TO_ME,
    ask: [],
    text: "screens.tickets.take",
    only: { all: [WORKS, { not: IS_TAKEN }, { not: IS_CLOSED }] },
  },
  {
    do: "update",
    set: TO_ME,
    ask: ["comment"],
    text: "screens.tickets.takeOver",
    only: { all: [WORKS, IS_ANOTHERS, { not: IS_CLOSED }] },
  },
  {
    do: "update",
    ask: ["state", "comment"],
    text: "screens.tickets.change",
    only: WORKS,
  },
  {
    do: "update",
    ask: ["assignee", "comment"],
    require: ["assignee"],
    offer: { assignee: COLLEAGUES },
    text: "screens.tickets.assign",
    only: { all: [WORKS, { not: IS_CLOSED }] },
  },
  {
    do: "update",
    set: { assignee: { is: null }, state: { is: "open" } },
    ask: ["comment"],
    text: "screens.tickets.handBack",
    only: { all: [WORKS, IS_TAKEN, { not: IS_CLOSED }] },
  },
];
