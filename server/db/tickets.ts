import type { Json } from "#contract/wire/json";
import type { Query } from "./database.ts";

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
}

/** The account in effect (id and login name as in `Actor`; no id for users outside of the database), or who sent the form without a token. */
export type TicketSender =
  | { readonly account: string | null; readonly login: string }
  | { readonly name: string; readonly email: string };

export interface StoredTicket {
  readonly number: number;
  readonly gpk: string;
}

const INSERT = `insert into req.ticket (id, number, form, variant, subject, text, fields, sender, login_name, sender_name, sender_email)
select n.id, n.id, $1, $2, $3, $4, $5::jsonb, $6::bigint, $7, $8, $9 from (select nextval('req.ticket_id_seq') id) n
returning number::text number`;

/**
 * Stores a ticket in state `open` and answers its number; numbers rise by a sequence and are never used twice. For an account, name and mail are
 * those of `cntl.mgr`, for a subaccount those of its main account. Runs in the given transaction, or by itself on the database.
 */
export async function insertTicket(query: Query, ticket: NewTicket): Promise<StoredTicket> {
  const { form, variant, subject, text, fields, sender } = ticket;
  const from = "account" in sender ? await insideSender(query, sender) : outsideSender(sender);
  const values = [form, variant, subject, text, JSON.stringify(fields), ...from];
  const [row] = await query.query<{ number: string }>(INSERT, values, "insert-ticket");
  if (row === undefined) throw new Error("a stored ticket answers its number");
  return { number: Number(row.number), gpk: `tic-${row.number}` };
}

type SenderColumns = readonly [
  account: string | null,
  login: string | null,
  name: string | null,
  email: string | null,
];

function outsideSender({ name, email }: { name: string; email: string }): SenderColumns {
  return [null, null, name, email];
}

async function insideSender(
  query: Query,
  sender: Extract<TicketSender, { account: string | null }>,
): Promise<SenderColumns> {
  const { name, email } = await accountSender(query, sender);
  return [sender.account, sender.login, name, email];
}

/** Name and mail address of an account; a subaccount has those of its main account. */
export async function accountSender(
  query: Query,
  { account }: { readonly account: string | null },
): Promise<{ readonly name: string | null; readonly email: string | null }> {
  const sql = `select nullif(concat_ws(' ', p.first_name, p.last_name), '') "name", p.email
    from cntl.mgr m join cntl.mgr p on p.id = coalesce(m.parent_login_name, m.id) where m.id = $1::bigint`;
  const [row] = await query.query<{ name: string | null; email: string | null }>(
    sql,
    [account],
    "ticket-sender",
  );
  return row ?? { name: null, email: null };
}
