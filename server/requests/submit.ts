import { LIMITS } from "#contract/limits";
import type { RequestForm } from "#contract/requests/form";
import { ticketText } from "#contract/requests/text";
import type { Json, Localised } from "#contract/wire/json";
import { NOBODY, type Actor } from "../access/actor.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database, Tx } from "../db/database.ts";
import {
  accountSender,
  insertTicket,
  type NewTicket,
  type StoredTicket,
  type TicketSender,
} from "../domain/req/ticket.store.ts";
import { refuse } from "../faults.ts";
import { createChangeLog } from "../wapi/write/log.ts";
import { readRows } from "../wapi/write/rows.ts";
import { refuseElsewhere } from "./campus.ts";
import { ticketMails, type MailSettings, type TicketMail } from "./mail.ts";
import { readBcdRequest, readRequest, type ReadRequest } from "./read.ts";
import type { Outbox } from "./outbox.ts";
import { refuseOthers } from "./who.ts";

export interface RequestParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly accessMode: "rw" | "ro";
  /** Null without a mail server. */
  readonly mail: { readonly settings: MailSettings; readonly outbox: Outbox } | null;
}

/** A request form as received; `actor` is null without a token. */
export interface SentRequest {
  readonly form: RequestForm;
  /** `bare`: the body is the fields themselves (`bcd_request`). */
  readonly shape: "wrapped" | "bare";
  readonly body: Json;
  readonly actor: Actor | null;
  readonly language: keyof Localised;
}

/** Answer of a request (wire contract 6.4). */
export interface RequestAnswer {
  readonly result: "success";
  readonly number: number;
  readonly gpk: string | null;
}

/** Checks a request in the order of wire contract 1.7, stores its ticket with a log entry, and queues its mails. */
export async function submitRequest(parts: RequestParts, sent: SentRequest): Promise<RequestAnswer> {
  const { db, catalogue, accessMode, mail } = parts;
  const request = sent.shape === "bare" ? readBcdRequest(sent.form, sent.body) : readRequest(sent);
  if (accessMode === "ro") throw refuse("read_only", { access_mode: accessMode });
  await refuseOthers(db, catalogue, sent.form, sent.actor, request.fields);
  await refuseElsewhere(db, catalogue, sent.form, request);
  const options = { mode: "read write", statementTimeout: LIMITS.callTime, dryRun: false } as const;
  const { number, gpk } = await db.transaction(options, async (tx) => store(tx, parts, sent, request));
  mail?.outbox.wake();
  return { result: "success", number, gpk: sent.actor === null ? null : gpk };
}

async function store(
  tx: Tx,
  { catalogue, mail }: RequestParts,
  sent: SentRequest,
  request: ReadRequest,
): Promise<StoredTicket> {
  const sender = senderOf(sent.actor, request);
  const ticket: NewTicket = { ...(await withText(tx, sent, request)), sender, language: sent.language };
  const stored = await insertTicket(tx, ticket);
  const actor = sent.actor ?? NOBODY;
  const type = catalogue.type("req.ticket");
  const id = stored.gpk.slice(stored.gpk.indexOf("-") + 1);
  const row = (await readRows({ tx, catalogue, actor }, type, [id])).get(id)?.row ?? {};
  const log = createChangeLog();
  log.add(0, { type, id, fn: "create", old: null, new: row });
  const { form, variant, subject, text, fields } = ticket;
  const step = { name: "req.ticket.create", new: { form, variant, subject, text, fields } };
  await log.write(tx, { actor, stepCount: 1, steps: [step] }, "the end");
  if (mail !== null) {
    const senderEmail = textOr(row["sender_email"]);
    const replyTo = textOr(request.fields["reply_to"]) ?? senderEmail;
    const { number } = stored;
    const receipt = sent.actor === null ? receiptOf(sent) : null;
    const told = { number, form, variant, subject, text, receipt, senderEmail, replyTo };
    const mails = ticketMails(mail.settings, told);
    await mail.outbox.leave(tx, mails);
  }
  return stored;
}

const RECEIVED = {
  de: "Ihr Antrag ist angekommen. Antworten auf diese Mail gehen an das Team, das ihn bearbeitet.",
  en: "Your request has arrived. Answers to this mail go to the team that works on it.",
} as const;

function receiptOf({ form, language }: SentRequest): TicketMail["receipt"] {
  return { subject: form.label[language], text: RECEIVED[language] };
}

function senderOf(actor: Actor | null, request: ReadRequest): TicketSender {
  if (actor === null) return { name: request.senderName, email: request.senderEmail };
  return { account: actor.account, login: actor.login };
}

/** A script sends no text, so the server makes the one of the portal's form. */
async function withText(
  tx: Tx,
  { form, actor, language }: SentRequest,
  request: ReadRequest,
): Promise<Omit<NewTicket, "sender" | "language">> {
  const { variant, fields } = request;
  if (request.text !== null)
    return { form: form.name, variant, subject: request.subject, text: request.text, fields };
  const email = actor === null ? null : (await accountSender(tx, actor)).email;
  const sender = [actor?.login, email].filter((part) => typeof part === "string");
  const date = new Date().toISOString().slice(0, 10);
  const text = ticketText({ form, variant, values: fields, sender, date, language });
  const subject = `${form.label[language]}: ${textOr(fields["oe"]) ?? ""}`;
  return { form: form.name, variant, subject: subject.slice(0, 255), text, fields };
}

function textOr(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
