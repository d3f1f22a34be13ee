import type { People } from "./people.ts";
import { RowList } from "./rows.ts";
import type { Row, Table } from "./rows.ts";

const DAY = 86_400_000;

interface Sent {
  readonly login: string | null;
  readonly form: string;
  readonly subject: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly state: string;
  readonly days: number;
}

const SENT: readonly Sent[] = [
  {
    login: "otto",
    form: "dhcp",
    subject: "DHCP für ein BCD",
    text: "Bitte DHCP mit 20 Adressen einschalten.",
    fields: { bcd: "arbeit", dhcp_pool_size: 20, mdhcp_enabled: true },
    state: "done",
    days: 40,
  },
  {
    login: "otto",
    form: "wifi2vlan",
    subject: "Zugang aus dem WLAN",
    text: "Bitte das Netz im WLAN anbieten.",
    fields: { bcd: "labor", wlan: "campus" },
    state: "in_work",
    days: 3,
  },
  {
    login: "greta",
    form: "firewall",
    subject: "Freischaltung für den Webserver",
    text: "Bitte Port 443 von außen freischalten.",
    fields: { rule_list: [{ direction: "in", protocol: "tcp", ports: "443" }] },
    state: "open",
    days: 1,
  },
  {
    login: null,
    form: "home_ap",
    subject: "Access Point für zu Hause",
    text: "Bitte einen Access Point zusenden.",
    fields: { name: "Ida Blau", organisation: "Sternwarte" },
    state: "refused",
    days: 12,
  },
];

/** Tickets of the demo accounts, and one from outside. */
export function ticketTables(people: People, now: Date): readonly Table[] {
  const tickets = new RowList();
  for (const [index, sent] of SENT.entries()) tickets.add({ number: index + 1, ...rowOf(sent, people, now) });
  return [{ type: "req.ticket", rows: tickets.rows }];
}

function rowOf({ login, form, subject, text, fields, state, days }: Sent, people: People, now: Date): Row {
  const id = login === null ? undefined : people.ids.get(login);
  const account = people.accounts.rows.find((row) => row["id"] === id);
  const name =
    account === undefined ? "Ida Blau" : `${String(account["first_name"])} ${String(account["last_name"])}`;
  const created = new Date(now.getTime() - days * DAY).toISOString();
  return {
    form,
    variant: null,
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
