import type { Campus } from "./campus.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import SENT from "./data/tickets.json" with { type: "json" };

const DAY = 86_400_000;
const WORKER = "ada";

type Sent = (typeof SENT)[number];

/** Tickets of the demo accounts, and two from outside. */
export function ticketTables(campus: Campus): readonly Table[] {
  const tickets = new RowList("req.ticket");
  const events = new RowList("req.ticket_event");
  for (const [index, sent] of SENT.entries()) {
    const ticket = tickets.add({ number: index + 1, ...rowOf(sent, index, campus) });
    if (sent.state !== "open") events.add({ ticket_gfk: ticket, ...eventOf(sent, campus) });
  }
  return [tickets, events];
}

/** After a day a person of the network team works on a ticket. */
function workedAt(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * DAY).toISOString();
}

function eventOf({ state, comment, days }: Sent, { people, now }: Campus): Row {
  const account = people.accounts.rows.find((row) => row["login_name"] === WORKER);
  const name = `${String(account?.["first_name"])} ${String(account?.["last_name"])}`;
  return {
    ts: workedAt(days, now),
    state_before: "open",
    state,
    comment,
    login_name: WORKER,
    full_name: name,
    assignee: name,
  };
}

/** Tickets are about the first networks of the campus. */
function rowOf(sent: Sent, index: number, { people, networks, now }: Campus): Row {
  const { login, form, subject, text, fields, state, days } = sent;
  const created = new Date(now.getTime() - days * DAY).toISOString();
  return {
    form,
    subject,
    text,
    fields: JSON.stringify(fields).replaceAll("{network}", networks[index]?.name ?? ""),
    login_name: login,
    ...senderOf(login, people),
    ts_created: created,
    ...(state === "open"
      ? { state, ts_state: created }
      : { state, ts_state: workedAt(days, now), assignee: people.ids.get(WORKER) ?? null }),
  };
}

function senderOf(login: string | null, { accounts, ids }: Campus["people"]): Row {
  const id = login === null ? undefined : ids.get(login);
  const account = accounts.rows.find((row) => row["id"] === id);
  if (id === undefined || account === undefined)
    return { sender: null, sender_name: "Ida Blau", sender_email: "ida.blau@sternwarte.example" };
  const name = `${String(account["first_name"])} ${String(account["last_name"])}`;
  return { sender: id, sender_name: name, sender_email: account["email"] ?? null };
}
