import { useState } from "react";
import { allProblems } from "#contract/requests/check";
import { SENDER_FIELDS } from "#contract/requests/forms";
import type { Field, RequestForm } from "#contract/requests/form";
import { ticketText } from "#contract/requests/text";
import type { Json } from "#contract/wire/json";
import { languageOf } from "#core/catalogue/languages";
import { FaultError } from "#core/fault/fault-error";
import { givenBy, sentOf, startOf, type Draft } from "#core/requests/draft";
import { problemText } from "#core/requests/problem-text";
import { pickText, type Locale } from "#core/text";
import { sendRequest, type SentForm } from "../../api/requests.ts";
import { sayText, useLocale, useText, type Say } from "../../ui/text.ts";
import { collectedDraft, keepCollected } from "./collected.ts";
import type { RequestPorts } from "./request-ports.ts";

/** A request that became a ticket. */
export interface SentTicket {
  readonly number: number;
  readonly text: string;
}

/** What went wrong besides fields: the server was not reached, or it says why not. */
export type Failure = { readonly kind: "offline" } | { readonly kind: "refused"; readonly reason: string };

export interface OpenRequest {
  /** Fields beside those of the form: kind of the request, and who sends it without being signed in. */
  readonly members: readonly Field[];
  readonly head: Draft;
  readonly draft: Draft;
  /** Sentences by path. */
  readonly problems: ReadonlyMap<string, string>;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly variant: string | null;
  /** The text of the ticket as it stands. */
  readonly text: string;
  readonly subject: string;
  readonly setHead: (head: Draft) => void;
  readonly setDraft: (draft: Draft) => void;
  /** Sends what is right; answers whether there was something wrong with the fields. */
  readonly send: () => boolean;
}

interface RequestParts {
  readonly form: RequestForm;
  readonly ports: RequestPorts;
  /** Texts of the address for fields of the same name. */
  readonly given: Readonly<Record<string, string>>;
  /** Names of chosen objects by gpk. */
  readonly names: ReadonlyMap<string, string>;
  readonly onSent: (ticket: SentTicket) => void;
}

/** A form while it is filled in, and its way to the server. */
export function useRequest({ form, ports, given, names, onSent }: RequestParts): OpenRequest {
  const say = useText();
  const locale = useLocale();
  const known = { senderEmail: ports.sender?.email ?? null };
  const members = membersOf(form, ports);
  const startWith = (fields: readonly Field[]): Draft => ({
    ...startOf(fields, known),
    ...givenBy(fields, given),
  });
  const [head, setHead] = useState<Draft>(() => startWith(members));
  const { collected } = ports;
  const [draft, setDraft] = useState<Draft>(() => ({
    ...startWith(form.fields),
    ...collectedDraft(form, collected),
  }));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const sent = sentForm({ form, ports, names, locale, head, members, draft });
  const send = (): boolean => {
    const found = [
      ...allProblems({ fields: members }, sentOf(members, head)),
      ...allProblems(form, sent.fields),
    ];
    setFailure(null);
    setProblems(new Map(found.map((one) => [one.path, sayText(say, problemText(one))])));
    if (found.length > 0) return false;
    setBusy(true);
    sendRequest(ports.http, form.name, sent)
      .then(
        (number) => {
          keepCollected(form, collected, {}, names);
          onSent({ number, text: sent.text });
        },
        (error: unknown) => {
          const refused = refusalOf(error, say);
          setProblems(refused.problems);
          setFailure(refused.failure);
        },
      )
      .finally(() => setBusy(false));
    return true;
  };
  return {
    members,
    head,
    draft,
    problems,
    failure,
    isBusy,
    variant: textOf(head["variant"] ?? null),
    text: sent.text,
    subject: sent.subject,
    setHead,
    setDraft: (next) => {
      setDraft(next);
      keepCollected(form, collected, next, names);
    },
    send,
  };
}

function membersOf({ variants }: RequestForm, { sender }: RequestPorts): readonly Field[] {
  const variant: readonly Field[] =
    variants === undefined
      ? []
      : [
          {
            name: "variant",
            label: { de: "Art", en: "Kind" },
            type: { kind: "choice", choices: variants },
            required: true,
            default: variants[0]?.value ?? "",
          },
        ];
  return sender === null ? [...variant, ...SENDER_FIELDS] : variant;
}

interface Filled extends Omit<RequestParts, "onSent" | "given"> {
  readonly locale: Locale;
  readonly members: readonly Field[];
  readonly head: Draft;
  readonly draft: Draft;
}

const LONGEST_TEXT = 4000;

function sentForm({ form, ports, names, locale, members, head, draft }: Filled): SentForm {
  const fields = sentOf(form.fields, draft);
  const given = sentOf(members, head);
  const variant = textOf(given["variant"]);
  const [name, email] = [textOf(given["sender_name"]), textOf(given["sender_email"])];
  const sender = ports.sender === null ? [name, email] : [ports.sender.login, ports.sender.email];
  const text = ticketText({
    form,
    variant,
    values: fields,
    names,
    sender: sender.filter((part): part is string => part !== null && part !== ""),
    date: new Date().toISOString().slice(0, 10),
    language: languageOf(locale),
  });
  return {
    ...(variant === null ? {} : { variant }),
    subject: subjectOf(form, fields, locale),
    text: Array.from(text).slice(0, LONGEST_TEXT).join(""),
    fields,
    ...(name === null || ports.sender !== null ? {} : { sender_name: name }),
    ...(email === null || ports.sender !== null ? {} : { sender_email: email }),
  };
}

/** The form and the first line that was filled in: what a ticket is told from others by. */
function subjectOf(form: RequestForm, fields: Readonly<Record<string, Json>>, locale: Locale): string {
  const first = ["bcd_name", "bcd", "device_kind", "name"].map((name) => textOf(fields[name]));
  const about = first.find((text) => text !== null) ?? null;
  const title = pickText({ ...form.label }, locale) ?? form.name;
  return (about === null ? title : `${title}: ${about}`).slice(0, 255);
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A refusal of the server, at its field where it names one (wire contract 6.4). */
function refusalOf(
  error: unknown,
  say: Say,
): { readonly problems: ReadonlyMap<string, string>; readonly failure: Failure | null } {
  if (!(error instanceof FaultError)) throw error;
  if (error.status === 0) return { problems: new Map(), failure: { kind: "offline" } };
  const { details, description } = error.fault;
  const parameter = details["parameter"];
  if (typeof parameter !== "string")
    return {
      problems: new Map(),
      failure: { kind: "refused", reason: description || say("views.requests.failed") },
    };
  return { problems: new Map([[parameter.replace(/^fields\./, ""), description]]), failure: null };
}
