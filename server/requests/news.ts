import { LIMITS } from "#contract/limits";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { TICKET_STATES } from "#contract/requests/states";
import type { Localised } from "#contract/wire/json";
import { startBackground, type Background } from "../background.ts";
import {
  isMailAddress,
  newId,
  subjectOf,
  teamOf,
  type Mail,
  type MailSettings,
  type TicketMail,
} from "./mail.ts";
import type { RequestParts } from "./submit.ts";

/** Without a mail server the senders are never told. */
export interface NewsParts extends Pick<RequestParts, "db" | "mail"> {
  /** Address of the portal, for links to tickets. */
  readonly publicUrl: URL | null;
  readonly log: (text: string) => void;
}

interface News extends Pick<TicketMail, "number" | "form" | "variant" | "subject" | "replyTo"> {
  readonly language: keyof Localised;
  readonly hasAccount: boolean;
  readonly sender: string | null;
  readonly stateBefore: keyof typeof TICKET_STATES;
  readonly state: keyof typeof TICKET_STATES;
  readonly comment: string | null;
  readonly by: string;
}

const EVERY_MS = 5_000;

const CLAIM = `with n as (delete from netportal.ticket_news where id = (
  select id from netportal.ticket_news order by id limit 1 for update skip locked) returning event)
select k.number::int, k.form, k.variant, k.subject, k.language, k.sender is not null "hasAccount", k.sender_email "sender",
  k.fields->>'reply_to' "replyTo", e.state_before "stateBefore", e.state, e.comment, e.full_name "by"
from n join req.ticket_event e on e.id = n.event join req.ticket k on k.id = e.ticket_gfk`;

/** Turns events of tickets into mails in the outbox, in one transaction, in any process. */
export function startTicketNews({ db, mail, publicUrl, log }: NewsParts): Background {
  const options = { mode: "read write", statementTimeout: LIMITS.callTime, dryRun: false } as const;
  return startBackground({
    work: async () => {
      if (mail === null) {
        await db.query("delete from netportal.ticket_news");
        return false;
      }
      const isTold = await db.transaction(options, async (tx) => {
        const [news] = await tx.query<News>(CLAIM);
        if (news !== undefined) await mail.outbox.leave(tx, newsMails(mail.settings, news, publicUrl));
        return news !== undefined;
      });
      if (isTold) mail.outbox.wake();
      return isTold;
    },
    every: EVERY_MS,
    isIdle: db.isReplica,
    onError: (error) => {
      log(`tickets: ${String(error)}`);
    },
  });
}

/**
 * One mail to the sender, and one to the address for answers if it differs. Only the address of an account is verified; any other may belong to somebody who asked for nothing, so its
 * mail has number, form and state, and no text that a person has written.
 */
export function newsMails(settings: MailSettings, news: News, publicUrl: URL | null): readonly Mail[] {
  const to = [news.sender, news.replyTo].filter((one) => one !== null && isMailAddress(one));
  const path = `requests/${String(news.number)}`;
  const link = publicUrl === null || !news.hasAccount ? [] : ["", new URL(path, publicUrl).href];
  return [...new Map(to.map((address) => [String(address).toLowerCase(), String(address)])).values()].map(
    (address) => {
      const isVerified = news.hasAccount && address.toLowerCase() === news.sender?.toLowerCase();
      const { subject, text } = isVerified ? wordsOf(news) : plainWordsOf(news);
      return {
        messageId: newId(settings),
        to: address,
        replyTo: teamOf(settings, news),
        subject: subjectOf(news, subject),
        text: [...text, ...(isVerified ? link : [])].join("\n"),
      };
    },
  );
}

const WORDS = {
  de: {
    state: (of: string, now: string, before: string) =>
      `Ihr Antrag ${of} hat einen neuen Stand: ${now} (bisher: ${before}).`,
    comment: (of: string) => `Zu Ihrem Antrag ${of} gibt es einen Kommentar.`,
    commented: "neuer Kommentar",
    by: (name: string) => `Kommentar von ${name}:`,
    answer: "Antworten auf diese Mail gehen an das Team, das ihn bearbeitet.",
  },
  en: {
    state: (of: string, now: string, before: string) =>
      `Your request ${of} has a new state: ${now} (before: ${before}).`,
    comment: (of: string) => `There is a comment on your request ${of}.`,
    commented: "new comment",
    by: (name: string) => `Comment by ${name}:`,
    answer: "Answers to this mail go to the team that works on it.",
  },
} as const;

/** Words of the product alone. */
function plainWordsOf(news: News): { readonly subject: string; readonly text: readonly string[] } {
  const { language, form } = news;
  const label = REQUEST_FORMS.get(form)?.label[language] ?? form;
  const { subject, text } = wordsOf({ ...news, subject: label, comment: null });
  return { subject, text: [...text, "", WORDS[language].answer] };
}

function wordsOf(news: News): { readonly subject: string; readonly text: readonly string[] } {
  const { language, comment, number } = news;
  const words = WORDS[language];
  const of = `#${String(number)}, ${news.subject}`;
  const [now, before] = [TICKET_STATES[news.state][language], TICKET_STATES[news.stateBefore][language]];
  const isSame = news.state === news.stateBefore;
  return {
    subject: `${news.subject}: ${isSame ? words.commented : now}`,
    text: [
      isSame ? words.comment(of) : words.state(of, now, before),
      ...(comment === null ? [] : ["", words.by(news.by), comment]),
    ],
  };
}
