import type { People } from "./people.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import SENT from "./data/tickets.json" with { type: "json" };

const DAY = 86_400_000;

type Sent = (typeof SENT)[number];

/** Tickets of the demo accounts, and one from outside. */
export function ticketTables(people: People, now: Date): readonly Table[] {
  const tickets = new RowList("req.ticket");
  for (const [index, sent] of SENT.entries()) tickets.add({ number: index + 1, ...rowOf(sent, people, now) });
  return [tickets];
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
    ts_state: state === "open" ? created : now.toISOString(),
  };
}
