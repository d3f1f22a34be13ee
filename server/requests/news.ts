import { LIMITS } from "#contract/limits";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { TICKET_STATES } from "#contract/requests/states";
import type { Localised } from "#contract/wire/json";
import { startBackground, type Background } from "../background.ts";
import { nameOf } from "../domain/req/team.sql.ts";
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
import type { Log } from "../log.ts";

/** Without a mail server the senders get no mails. */
export interface NewsParts extends Pick<RequestParts, "db" | "mail"> {
  /** Address of the portal, for links to tickets. */
  readonly publicUrl: URL | null;
  readonly log: Log;
}

interface News extends Pick<TicketMail, "number" | "form" | "variant" | "subject" | "replyTo"> {
  readonly language: keyof Localised;
  readonly hasAccount: boolean;
  readonly sender: string | null;
  readonly stateBefore: keyof typeof TICKET_STATES;
  readonly state: keyof typeof TICKET_STATES;
  readonly comment: string | null;
  readonly by: string;
  /** The person who works on the ticket since the event. */
  readonly worker: string | null;
  /** Mail address of this person, if somebody else assigned the ticket. */
  readonly assigned: string | null;
}

const EVERY_MS = 5_000;

const CLAIM = `with n as (
  delete from netportal.ticket_news
  where id = (select id from netportal.ticket_news order by id limit 1 for update skip locked)
  returning event)
  select k.number::int, k.form, k.variant, k.subject, k.language, k.sender is not null "hasAccount",
    k.sender_email "sender", k.fields ->> 'reply_to' "replyTo", e.state_before "stateBefore", e.state,
    e.comment, e.full_name "by",
    case when e.assignee is distinct from e.assignee_before then e.assignee end worker, a.email as assigned
  from n
    join req.ticket_event e on e.id = n.event
    join req.ticket k on k.id = e.ticket_gfk
    left join cntl.mgr a on a.id = k.assignee
      and a.login_name <> e.login_name
      and ${nameOf("a")} = e.assignee
      and e.assignee is distinct from e.assignee_before`;

/** Makes mails in the outbox from events of tickets, in one transaction, in any process. */
export function startTicketNews({ db, mail, publicUrl, log }: NewsParts): Background {
  const options = { mode: "read write", statementTimeout: LIMITS.callTime, dryRun: false } as const;
  return startBackground({
    name: "ticket_news",
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
      log("tickets", { error });
    },
  });
}

/**
 * One mail to the sender, one to the address for answers if it differs, and one to the person to whom the ticket was assigned. Only the address of an
 * account is verified. Any other may belong to a stranger, so its mail has number, form and state, and no typed text.
 */
export function newsMails(settings: MailSettings, news: News, publicUrl: URL | null): readonly Mail[] {
  const isTold = news.state !== news.stateBefore || news.comment !== null;
  const to = (isTold ? [news.sender, news.replyTo] : []).filter((one) => one !== null && isMailAddress(one));
  const path = `requests/${String(news.number)}`;
  const link = publicUrl === null ? [] : ["", new URL(path, publicUrl).href];
  const mail = (address: string, { subject, text }: Words, further: readonly string[]): Mail => ({
    messageId: newId(settings),
    to: address,
    replyTo: teamOf(settings, news),
    subject: subjectOf(news, subject),
    text: [...text, ...further].join("\n"),
  });
  const told = [
    ...new Map(to.map((address) => [String(address).toLowerCase(), String(address)])).values(),
  ].map((address) => {
    const isVerified = news.hasAccount && address.toLowerCase() === news.sender?.toLowerCase();
    return isVerified ? mail(address, wordsOf(news), link) : mail(address, plainWordsOf(news), []);
  });
  const { assigned } = news;
  if (assigned === null || !isMailAddress(assigned)) return told;
  return [...told, mail(assigned, assignedWordsOf(news), link)];
}

interface Words {
  readonly subject: string;
  readonly text: readonly string[];
}

const WORDS = {
  de: {
    state: (of: string, now: string, before: string) =>
      `Ihr Antrag ${of} hat einen neuen Stand: ${now} (bisher: ${before}).`,
    comment: (of: string) => `Zu Ihrem Antrag ${of} gibt es einen Kommentar.`,
    commented: "neuer Kommentar",
    by: (name: string) => `Kommentar von ${name}:`,
    worker: (name: string) => `Ihren Antrag bearbeitet ${name}.`,
    assigned: (of: string, by: string) => `${by} hat Ihnen das Ticket ${of} zugewiesen.`,
    isYours: "Ihnen zugewiesen",
    answer: "Antworten auf diese Mail gehen an das Team, das ihn bearbeitet.",
  },
  en: {
    state: (of: string, now: string, before: string) =>
      `Your request ${of} has a new state: ${now} (before: ${before}).`,
    comment: (of: string) => `There is a comment on your request ${of}.`,
    commented: "new comment",
    by: (name: string) => `Comment by ${name}:`,
    worker: (name: string) => `${name} works on your request.`,
    assigned: (of: string, by: string) => `${by} has assigned the ticket ${of} to you.`,
    isYours: "assigned to you",
    answer: "Answers to this mail go to the team that works on it.",
  },
} as const;

/** Texts of the product, without typed parts. */
function plainWordsOf(news: News): Words {
  const { language, form } = news;
  const label = REQUEST_FORMS.get(form)?.label[language] ?? form;
  const { subject, text } = wordsOf({ ...news, subject: label, comment: null, worker: null });
  return { subject, text: [...text, "", WORDS[language].answer] };
}

function wordsOf(news: News): Words {
  const { language, worker } = news;
  const words = WORDS[language];
  const of = titleOf(news);
  const [now, before] = [TICKET_STATES[news.state][language], TICKET_STATES[news.stateBefore][language]];
  const isSame = news.state === news.stateBefore;
  return {
    subject: `${news.subject}: ${isSame ? words.commented : now}`,
    text: [
      isSame ? words.comment(of) : words.state(of, now, before),
      ...(worker === null ? [] : [words.worker(worker)]),
      ...commentOf(news),
    ],
  };
}

/** Mail to the colleague who works on the ticket from now on. */
function assignedWordsOf(news: News): Words {
  const words = WORDS[news.language];
  return {
    subject: `${news.subject}: ${words.isYours}`,
    text: [words.assigned(titleOf(news), news.by), ...commentOf(news)],
  };
}

function titleOf({ number, subject }: News): string {
  return `#${String(number)}, ${subject}`;
}

function commentOf({ comment, by, language }: News): readonly string[] {
  return comment === null ? [] : ["", WORDS[language].by(by), comment];
}
