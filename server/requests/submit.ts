import { LIMITS } from "#contract/limits";
import type { RequestForm } from "#contract/requests/form";
import { ticketText } from "#contract/requests/text";
import type { Json, Localised } from "#contract/wire/json";
import { NOBODY, type Actor } from "../access/actor.ts";
import type { LimitedAttempts } from "../access/attempts.ts";
import { gpkOf } from "../catalogue/gpk.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database, Tx } from "../db/database.ts";
import { accountSender, insertTicket, type NewTicket } from "../domain/req/ticket.store.ts";
import { refuse } from "../faults.ts";
import { createChangeLog } from "../wapi/write/log.ts";
import { readRows } from "../wapi/write/rows.ts";
import { refuseElsewhere } from "./campus.ts";
import { ticketMails, type MailSettings } from "./mail.ts";
import { readBcdRequest, readRequest, type ReadRequest } from "./read.ts";
import type { Outbox } from "./outbox.ts";
import { refuseOthers } from "./who.ts";

export interface RequestParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly accessMode: "rw" | "ro";
  /** Null if there is no mail server. */
  readonly mail: { readonly settings: MailSettings; readonly outbox: Outbox } | null;
  readonly attempts: Pick<LimitedAttempts, "ticket" | "receipt">;
}

/** The function that a request counts as in the change log, metrics and audit. */
export const TICKET_MADE = "req.ticket.create";

/** A received request form. `actor` is null without a token. */
export interface SentRequest {
  readonly form: RequestForm;
  /** `bare`: the body has only the fields (`bcd_request`). */
  readonly shape: "wrapped" | "bare";
  readonly body: Json;
  readonly actor: Actor | null;
  readonly language: keyof Localised;
}

/**
 * Checks a request in the order of wire contract 1.7, stores its ticket with a log entry, and queues its mails. Answers as in 6.4, with the gpk of the
 * record of the change.
 */
export async function submitRequest(parts: RequestParts, sent: SentRequest) {
  const { db, catalogue, accessMode, mail } = parts;
  const { form, body, actor, shape } = sent;
  const request = shape === "bare" ? readBcdRequest(form, body) : readRequest(form, body, actor !== null);
  if (accessMode === "ro") throw refuse("read_only", { access_mode: accessMode });
  if (actor?.account != null && !actor.allowsWriting)
    throw refuse("data_manipulation_not_allowed", { login_name: actor.login });
  await refuseOthers(db, catalogue, form, actor, request.fields);
  await refuseElsewhere(db, catalogue, form, request);
  if (actor !== null) await parts.attempts.ticket.begin(actor.person);
  const tellsSender = actor !== null || (await mayGetReceipt(parts, request.senderEmail));
  const options = { mode: "read write", statementTimeout: LIMITS.callTime, dryRun: false } as const;
  const { number, gpk, transaction } = await db.transaction(options, async (tx) =>
    store(tx, parts, sent, { ...request, tellsSender }),
  );
  mail?.outbox.wake();
  return { answer: { result: "success" as const, number, gpk: actor === null ? null : gpk }, transaction };
}

/** An unverified address gets few mails, whoever names it. */
async function mayGetReceipt({ attempts }: RequestParts, address: string): Promise<boolean> {
  return !("retryAfter" in (await attempts.receipt.tryBegin(address.toLowerCase())));
}

async function store(
  tx: Tx,
  { catalogue, mail }: RequestParts,
  sent: SentRequest,
  request: ReadRequest & { readonly tellsSender: boolean },
) {
  const { form, language } = sent;
  const { variant, fields } = request;
  const ticket: NewTicket = {
    form: form.name,
    variant,
    fields,
    language,
    sender: sent.actor ?? { name: request.senderName, email: request.senderEmail },
    ...(await wordsOf(tx, sent, request)),
  };
  const stored = await insertTicket(tx, ticket);
  const { number } = stored;
  const actor = sent.actor ?? NOBODY;
  const type = catalogue.type("req.ticket");
  const id = String(number);
  const row = (await readRows({ tx, catalogue, actor }, type, [id])).get(id)?.row ?? {};
  const log = createChangeLog();
  log.add(0, { type, id, fn: "create", old: null, new: row });
  const { subject, text } = ticket;
  const step = { name: TICKET_MADE, new: { form: form.name, variant, subject, text, fields } };
  await log.write(tx, { actor, stepCount: 1, steps: [step] }, "the end");
  const record = await log.record();
  if (mail !== null) {
    const senderEmail = textOr(row["sender_email"]);
    const replyTo = textOr(fields["reply_to"]) ?? senderEmail;
    const receipt = sent.actor === null ? { subject: form.label[language], text: RECEIVED[language] } : null;
    const told = { number, form: form.name, variant, subject, text, receipt, senderEmail, replyTo };
    const mails = ticketMails(mail.settings, told);
    await mail.outbox.leave(tx, request.tellsSender ? mails : mails.slice(0, 1));
  }
  const transaction = record === undefined ? null : gpkOf(catalogue.type("wapi.transaction"), record);
  return { ...stored, transaction };
}

const RECEIVED = {
  de: "Ihr Antrag ist angekommen. Antworten auf diese Mail gehen an das Team, das ihn bearbeitet.",
  en: "Your request has arrived. Answers to this mail go to the team that works on it.",
} as const;

/** A script sends no text, so the server makes the same text as the form of the portal. */
async function wordsOf(
  tx: Tx,
  { form, actor, language }: SentRequest,
  { variant, fields, subject, text }: ReadRequest,
): Promise<Pick<NewTicket, "subject" | "text">> {
  if (text !== null) return { subject, text };
  const email = actor === null ? null : (await accountSender(tx, actor)).email;
  const sender = [actor?.login, email].filter((part) => typeof part === "string");
  const date = new Date().toISOString().slice(0, 10);
  const made = `${form.label[language]}: ${textOr(fields["oe"]) ?? ""}`;
  return {
    subject: made.slice(0, 255),
    text: ticketText({ form, variant, values: fields, sender, date, language }),
  };
}

function textOr(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
