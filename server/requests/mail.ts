import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { teamFor, type TicketTeams } from "#contract/requests/teams";

/** Settings of outgoing mail: server, sender and recipients. */
export interface MailSettings {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  /** Address of the support. */
  readonly support: string;
  /** Teams for single forms, or for one variant of a form (`patch/cn`), instead of the support. */
  readonly teams: TicketTeams;
  readonly from: string;
}

/** A plain text mail to one address. */
export interface Mail {
  /** The same in every attempt, so that a duplicate is recognised. */
  readonly messageId: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;

/** Exactly one address, because a comma or bracket could add others, or a header. */
const ADDRESS = /^[^\s\p{C}@<>()[\],;:\\"]+@[^\s\p{C}@<>()[\],;:\\"]+$/u;
/** RFC 5321, 4.5.3.1.3: a path of 256 bytes with its brackets. */
const ADDRESS_LENGTH = 254;

export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH && ADDRESS.test(text);
}

/** Sends mails to the configured server, each over its own connection. */
export function mailSender(settings: Pick<MailSettings, "url" | "from">): SendMail {
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ messageId, to, replyTo, subject, text }) => {
    await transport.sendMail({
      messageId,
      from: settings.from,
      to: { name: "", address: to },
      envelope: { from: addressOf(settings.from), to: [to] },
      ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
      subject: oneLine(subject),
      text,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}

/** Contents of the mails about a ticket. */
export interface TicketMail {
  readonly number: number;
  readonly form: string;
  readonly variant: string | null;
  readonly subject: string;
  readonly text: string;
  /** Null for a sender with an account. It is then a text without typed parts, because nobody has verified the address. */
  readonly receipt: { readonly subject: string; readonly text: string } | null;
  /** Address of the sender, and the address for answers, if given. */
  readonly senderEmail: string | null;
  readonly replyTo: string | null;
}

/**
 * The mail to the support or the team of the form, with answers to the sender, and one for the sender (wire contract 6.4). The latter is a copy, or
 * for a sender without account only a receipt, because the address may belong to anybody.
 */
export function ticketMails(settings: MailSettings, ticket: TicketMail): readonly Mail[] {
  const [sender = null, replyTo = null] = [ticket.senderEmail, ticket.replyTo].map((text) =>
    text !== null && isMailAddress(text) ? text : null,
  );
  const team = teamOf(settings, ticket);
  const common = { subject: subjectOf(ticket, ticket.subject), text: ticket.text };
  const { receipt } = ticket;
  const told = receipt === null ? common : { ...receipt, subject: subjectOf(ticket, receipt.subject) };
  return [
    { ...common, messageId: newId(settings), to: team, replyTo },
    ...(sender === null ? [] : [{ ...told, messageId: newId(settings), to: sender, replyTo: team }]),
  ];
}

/** The team for tickets of a form or of one variant of it. */
export function teamOf(
  { teams, support }: Pick<MailSettings, "teams" | "support">,
  { form, variant }: Pick<TicketMail, "form" | "variant">,
): string {
  return teamFor(teams, form, variant) ?? support;
}

/** The subject of every mail about a ticket begins with the number. */
export function subjectOf({ number }: Pick<TicketMail, "number">, text: string): string {
  return `[#${String(number)}] ${oneLine(text)}`;
}

/** A `Message-ID` of the instance. */
export function newId({ from }: Pick<MailSettings, "from">): string {
  return `<${randomUUID()}@${addressOf(from).split("@")[1] ?? "localhost"}>`;
}

/** The address in `Name <address>`. */
export function addressOf(text: string): string {
  return /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text.trim();
}

/** Control characters and line separators would end a header line, and direction marks would change its display. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ");
}
