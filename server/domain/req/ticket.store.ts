import type { Json, Localised } from "#contract/wire/json";
import type { Actor } from "../../access/actor.ts";
import type { Query } from "../../db/database.ts";
import { nameOf } from "./team.sql.ts";

/** A request form whose values were checked (wire contract 6.4). */
export interface NewTicket {
  /** `bcd`, `dhcp`, … */
  readonly form: string;
  readonly variant: string | null;
  /** One line of at most 255 characters, not empty. */
  readonly subject: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, Json>>;
  readonly sender: TicketSender;
  /** Language in which the sender reads and gets mails. */
  readonly language: keyof Localised;
}

/** The account in effect (without id for users outside the database), or the sender of a form without a token. */
type TicketSender = AccountSender | { readonly name: string; readonly email: string };

type AccountSender = Pick<Actor, "account" | "login">;

const INSERT = `insert into req.ticket (id, number, form, variant, subject, text, fields, sender, login_name,
  sender_name, sender_email, language)
  select n.id, n.id, $1, $2, $3, $4, $5::jsonb, $6::bigint, $7, $8, $9, $10
  from (select nextval('req.ticket_id_seq') as id) n
  returning number::text as number`;

/**
 * Stores a ticket in state `open` and answers its number; numbers come from a sequence and are never used twice. Name and mail of an account come
 * from `cntl.mgr`, for a subaccount from its main account. Runs in the given transaction, or directly on the database.
 */
export async function insertTicket(query: Query, ticket: NewTicket) {
  const { form, variant, subject, text, fields, sender, language } = ticket;
  const isInside = "account" in sender;
  const { name, email } = isInside ? await accountSender(query, sender) : sender;
  const from = isInside ? [sender.account, sender.login, name, email] : [null, null, name, email];
  const values = [form, variant, subject, text, JSON.stringify(fields), ...from, language];
  const [row] = await query.query<{ number: string }>(INSERT, values, "insert-ticket");
  if (row === undefined) throw new Error("a stored ticket answers its number");
  return { number: Number(row.number), gpk: `tic-${row.number}` };
}

type Named = Readonly<Record<"name" | "email", string | null>>;

/** Name and mail address of an account; a subaccount has those of its main account. */
export async function accountSender(query: Query, { account }: Pick<Actor, "account">): Promise<Named> {
  const sql = `select nullif(concat_ws(' ', p.first_name, p.last_name), '') "name", p.email
    from cntl.mgr m join cntl.mgr p on p.id = coalesce(m.parent_login_name, m.id)
    where m.id = $1::bigint`;
  const [row] = await query.query<Named>(sql, [account], "ticket-sender");
  return row ?? { name: null, email: null };
}

/** A change of the state or of the person who works on the ticket, or a comment. An unchanged member has equal values before and after. */
interface TicketEvent {
  readonly ticket: string;
  readonly state_before: Json;
  readonly state: Json;
  /** Name of the person who worked on it before. */
  readonly assignee_before: Json;
  readonly comment: string | null;
}

const EVENTS = `with e as (
  insert into req.ticket_event (ticket_gfk, state_before, state, assignee_before, assignee, comment,
    login_name, full_name)
  select r.ticket, r.state_before, r.state, r.assignee_before, ${nameOf("m")}, r.comment, $2, $3
  from json_to_recordset($1::json) r(
    ticket bigint, state_before text, state text, assignee_before text, comment text)
    join req.ticket t on t.id = r.ticket
    left join cntl.mgr m on m.id = t.assignee
  returning id)
  insert into netportal.ticket_news (event)
  select id
  from e
  order by id`;

/** Stores events of written tickets, and queues the mails about them. */
export async function noteEvents(
  query: Query,
  by: AccountSender,
  events: readonly TicketEvent[],
): Promise<void> {
  const { name } = await accountSender(query, by);
  await query.query(EVENTS, [JSON.stringify(events), by.login, name ?? by.login], "ticket-events");
}
