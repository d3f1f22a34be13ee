import { isObject, textIn, type Json, type Params } from "#contract/wire/json";
import { firstProblem } from "#contract/requests/check";
import type { Field, RequestForm } from "#contract/requests/form";
import type { FieldProblem } from "#contract/requests/problem";
import { refuse, type Refusal } from "../faults.ts";

/** A request whose members and fields follow wire contract 6.4. */
export interface ReadRequest {
  readonly variant: string | null;
  readonly subject: string;
  /** The text that the sender saw, or null. */
  readonly text: string | null;
  readonly fields: Params;
  /** Name that the sender gives without a token; otherwise empty. */
  readonly senderName: string;
  readonly senderEmail: string;
}

function member(name: string, type: Field["type"]): Field {
  return { name, label: { de: name, en: name }, type, required: true };
}

const LINE = { kind: "text", dataType: "text_line" } as const;
const OF_SENDER = [member("sender_name", LINE), member("sender_email", { kind: "text", dataType: "email" })];

/** The body of `POST /api/requests/{form}`; senders name themselves only without a token. */
export function readRequest(form: RequestForm, body: Json, hasToken: boolean): ReadRequest {
  const members = objectOf(body);
  const known = [
    ...(form.variants === undefined ? [] : [member("variant", { kind: "choice", choices: form.variants })]),
    member("subject", LINE),
    member("text", { kind: "text", dataType: "text" }),
    ...(hasToken ? [] : OF_SENDER),
    member("fields", { kind: "object", fields: form.fields }),
  ];
  const problem = firstProblem({ fields: known }, members);
  if (problem !== null) throw refusalOf(problem, problem.path);
  return {
    variant: form.variants === undefined ? null : textIn(members["variant"]),
    subject: textIn(members["subject"]).trim(),
    text: textIn(members["text"]),
    fields: objectOf(members["fields"] ?? {}),
    senderName: textIn(members["sender_name"]).trim(),
    senderEmail: textIn(members["sender_email"]).trim(),
  };
}

/** The body of `POST /api/bcd_request`: the fields without wrapping. */
export function readBcdRequest(form: RequestForm, body: Json): ReadRequest {
  const fields = objectOf(body);
  const problem = firstProblem(form, fields);
  if (problem !== null) throw refusalOf(problem, `fields.${problem.path}`);
  return { variant: null, subject: "", text: null, fields, senderName: "", senderEmail: "" };
}

function refusalOf({ fault, details }: FieldProblem, parameter: string): Refusal {
  const all = { parameter, scope: "new", ...details };
  return fault === "not_here" ? refuse("bad_format", all).because("fieldNotHere") : refuse(fault, all);
}

function objectOf(value: Json): Params {
  if (!isObject(value)) throw refuse("malformed_json", { position: null });
  return value;
}
