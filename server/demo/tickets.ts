import type { People } from "./people.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import SENT from "./data/tickets.json" with { type: "json" };

const DAY = 86_400_000;
const WORKER = "ada";

type Sent = (typeof SENT)[number];

/** Tickets of the demo accounts, and one from outside. */
export function ticketTables(people: People, now: Date): readonly Table[] {
  const tickets = new RowList("req.ticket");
  const events = new RowList("req.ticket_event");
  for (const [index, sent] of SENT.entries()) {
    const ticket = tickets.add({ number: index + 1, ...rowOf(sent, people, now) });
    if (sent.state !== "open") events.add({ ticket_gfk: ticket, ...eventOf(sent, people, now) });
  }
  return [tickets, events];
}

/** Somebody of the network works on a ticket after a day. */
function workedAt(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * DAY).toISOString();
}

function eventOf({ state, comment, days }: Sent, people: People, now: Date): Row {
  const account = people.accounts.rows.find((row) => row["login_name"] === WORKER);
  return {
    ts: workedAt(days, now),
    state_before: "open",
    state,
    comment,
    login_name: WORKER,
    full_name: `${String(account?.["first_name"])} ${String(account?.["last_name"])}`,
  };
}

function rowOf({ login, form, subject, text, fields, state, days }: Sent, people: People, now: Date): Row {
  const id = login === null ? undefined : people.ids.get(login);
  const account = people.accounts.rows.find((row) => row["id"] === id);
  const name =
    account === undefined ? "Ida Blau" : `${String(account["first_name"])} ${String(account["last_name"])}`;
  const created = new Date(now.getTime() - days * DAY).toISOString();
  return {
    form,
    subject,
    text,
    fields: JSON.stringify(fields),
    login_name: login,
    sender: id ?? null,
    sender_name: name,
    sender_email: account === undefined ? "ida.blau@sternwarte.example" : (account["email"] ?? null),
    ts_created: created,
    state,
    ts_state: state === "open" ? created : workedAt(days, now),
  };
}
