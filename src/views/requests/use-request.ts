import { useMemo, useState } from "react";
import { allProblems } from "#contract/requests/check";
import { SENDER_FIELDS } from "#contract/requests/forms";
import type { Field, RequestForm } from "#contract/requests/form";
import type { TicketTeams } from "#contract/requests/teams";
import { ticketText } from "#contract/requests/text";
import { isObject, type Json } from "#contract/wire/json";
import { languageOf } from "#core/catalogue/languages";
import { FaultError } from "#core/fault/fault-error";
import type { FieldProblem } from "#core/form/plan-change";
import type { FormValues } from "#core/form/values";
import { givenBy, sentOf, settled, startOf, listOf } from "#core/requests/draft";
import { planRequest } from "#core/requests/plan";
import { problemText } from "#core/requests/problem-text";
import { pickText, type Locale } from "#core/text";
import { sendRequest, type SentForm } from "../../api/requests.ts";
import { useHttp } from "../../editor/http.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useLocale, useText, type Say } from "../../ui/text.ts";
import type { CollectedAction, CollectedActions } from "../../state/collected-actions.ts";

/** Dependencies of the request forms on the portal. */
export interface RequestPorts {
  /** Login name and mail address of the account; null while signed out. */
  readonly sender: { readonly login: string; readonly email: string | null } | null;
  /** Address for requests by mail while the server is unreachable; null if the instance names none. */
  readonly support: string | null;
  /** Addresses that replace `support`, by form or by variant of a form. */
  readonly teams: TicketTeams;
  /** Entries that were collected in this browser for a request that is not sent yet. */
  readonly collected: CollectedActions;
}

export interface SentTicket {
  readonly number: number;
  readonly text: string;
}

/** Problems besides those of fields: the server was not reached, or gives a reason. */
type Failure = { readonly kind: "offline" } | { readonly kind: "refused"; readonly reason: string };

export type OpenRequest = ReturnType<typeof useRequest>;

export interface RequestParts {
  readonly form: RequestForm;
  readonly ports: RequestPorts;
  /** Texts of the address for fields of the same name. */
  readonly given: Readonly<Record<string, string>>;
  /** Names of chosen objects by gpk. */
  readonly names: ReadonlyMap<string, string>;
  readonly onSent: (ticket: SentTicket) => void;
}

/** A form while it is filled in, and its way to the server. */
export function useRequest({ form, ports, given, names, onSent }: RequestParts) {
  const say = useText();
  const locale = useLocale();
  const catalogue = useCatalogue();
  const http = useHttp();
  const members = useMemo(() => membersOf(form, ports), [form, ports]);
  const fields = useMemo(() => [...members, ...form.fields], [members, form]);
  const { collected } = ports;
  const [values, setValues] = useState<FormValues>(() => ({
    ...startOf(fields, { senderEmail: ports.sender?.email ?? null }),
    ...givenBy(fields, given),
    ...collectedDraft(form, collected),
  }));
  const [refusal, setRefusal] = useState<Refusal>(NO_REFUSAL);
  const [isBusy, setBusy] = useState(false);
  const variant = textOf(values["variant"]);
  const drawn = useMemo(
    () => planRequest(fields, values, { catalogue, locale, variant }),
    [fields, values, catalogue, locale, variant],
  );
  const sent = sentForm({ form, ports, names, locale, members, values });
  const send = (): void => {
    setRefusal(NO_REFUSAL);
    setBusy(true);
    sendRequest(http, form.name, sent)
      .then(
        (number) => {
          keepCollected(form, collected, {}, names);
          onSent({ number, text: sent.text });
        },
        (error: unknown) => setRefusal(refusalOf(error, form, say)),
      )
      .finally(() => setBusy(false));
  };
  return {
    /** The form as drawn. Its own fields come after two others: the kind of the request, and the sender if nobody is signed in. */
    form: drawn,
    values,
    ...refusal,
    isBusy,
    variant,
    /** The present text of the ticket. */
    text: sent.text,
    subject: sent.subject,
    change: (next: FormValues): void => {
      const after = settled(fields, values, next);
      setValues(after);
      keepCollected(form, collected, after, names);
    },
    check: (typed: FormValues): readonly FieldProblem[] => {
      setRefusal(NO_REFUSAL);
      return [form.fields, members]
        .flatMap((some) => allProblems({ fields: some }, sentOf(some, typed)))
        .map((one) => ({ name: one.path, text: problemText(one) }));
    },
    send,
  };
}

function membersOf(form: RequestForm, { sender }: RequestPorts): readonly Field[] {
  const { variants } = form;
  const members = sender === null && form.sender === undefined ? SENDER_FIELDS : [];
  if (variants === undefined) return members;
  const variant: Field = {
    name: "variant",
    label: { de: "Art", en: "Kind" },
    type: { kind: "choice", choices: variants },
    required: true,
    default: variants[0]?.value ?? "",
  };
  return [variant, ...members];
}

interface Filled extends Omit<RequestParts, "onSent" | "given"> {
  readonly locale: Locale;
  readonly members: readonly Field[];
  readonly values: FormValues;
}

function sentForm({ form, ports, names, locale, members, values }: Filled): SentForm {
  const fields = sentOf(form.fields, values);
  const given = sentOf(members, values);
  const variant = textOf(given["variant"]);
  const [name, email] =
    form.sender === undefined
      ? [textOf(given["sender_name"]), textOf(given["sender_email"])]
      : [textOf(fields[form.sender.name]), textOf(fields[form.sender.email])];
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
    text,
    fields,
    ...(name === null || ports.sender !== null ? {} : { sender_name: name }),
    ...(email === null || ports.sender !== null ? {} : { sender_email: email }),
  };
}

/** Subject of the ticket: the form and the first filled-in line, which distinguish it from other tickets. */
function subjectOf(form: RequestForm, fields: Readonly<Record<string, Json>>, locale: Locale): string {
  const first = ["bcd_name", "bcd", "device_kind", "name"].map((name) => textOf(fields[name]));
  const about = first.find((text) => text !== null) ?? null;
  const title = pickText(form.label, locale) ?? form.name;
  return (about === null ? title : `${title}: ${about}`).slice(0, 255);
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

interface Refusal {
  /** Sentences by path. */
  readonly refused: ReadonlyMap<string, string>;
  readonly failure: Failure | null;
}

const NO_REFUSAL: Refusal = { refused: new Map(), failure: null };

/** A refusal of the server, at its field where it names one (wire contract 6.4). */
function refusalOf(error: unknown, { sender }: RequestForm, say: Say): Refusal {
  if (!(error instanceof FaultError)) throw error;
  if (error.status === 0) return { ...NO_REFUSAL, failure: { kind: "offline" } };
  const { details, description } = error.fault;
  const parameter = details["parameter"];
  if (typeof parameter === "string") {
    const path = { sender_name: sender?.name, sender_email: sender?.email }[parameter];
    return { ...NO_REFUSAL, refused: new Map([[path ?? parameter.replace(/^fields\./, ""), description]]) };
  }
  const reason = description || say("views.requests.failed");
  return { ...NO_REFUSAL, failure: { kind: "refused", reason } };
}

/** Collected entries of an unsent form, in the form of its fields (PREF-12). */
function collectedDraft(form: RequestForm, store: CollectedActions): FormValues {
  const { actions } = store.read();
  const field = collectedField(form);
  return field === undefined || actions.length === 0 ? {} : { [field.name]: actions };
}

/** Keeps what a form has collected, with the names of the objects in it. */
function keepCollected(
  form: RequestForm,
  store: CollectedActions,
  draft: FormValues,
  names: ReadonlyMap<string, string>,
): void {
  const field = collectedField(form);
  if (field === undefined) return;
  const actions = listOf(draft[field.name]).flatMap((entry) => (isObject(entry) ? [scalarsOf(entry)] : []));
  const values = new Set(actions.flatMap((action) => Object.values(action)));
  const named = [...names].filter(([value]) => values.has(value));
  store.keep({ actions, names: Object.fromEntries(named) });
}

function collectedField({ fields }: RequestForm): Field | undefined {
  return fields.find(({ isCollected }) => isCollected === true);
}

function scalarsOf(entry: Readonly<Record<string, Json>>): CollectedAction {
  return Object.fromEntries(
    Object.entries(entry).filter(
      (pair): pair is [string, CollectedAction[string]] => pair[1] !== null && typeof pair[1] !== "object",
    ),
  );
}
