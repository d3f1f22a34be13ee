import { textIn, type Json, type Localised } from "#contract/wire/json";
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
  readonly fields: Readonly<Record<string, Json>>;
  /** Name that the sender gives without a token; otherwise empty. */
  readonly senderName: string;
  readonly senderEmail: string;
}

type Members = Readonly<Record<string, Json>>;

const SAME = (text: string): Localised => ({ de: text, en: text });

function member(name: string, type: Field["type"]): Field {
  return { name, label: SAME(name), type, required: true };
}

/** The body of `POST /api/requests/{form}`; senders name themselves only without a token. */
export function readRequest({
  form,
  body,
  actor,
}: {
  readonly form: RequestForm;
  readonly body: Json;
  readonly actor: object | null;
}): ReadRequest {
  const members = objectOf(body);
  const known: readonly Field[] = [
    ...(form.variants === undefined ? [] : [member("variant", { kind: "choice", choices: form.variants })]),
    member("subject", { kind: "text", dataType: "text_line" }),
    member("text", { kind: "text", dataType: "text" }),
    ...(actor === null
      ? [
          member("sender_name", { kind: "text", dataType: "text_line" }),
          member("sender_email", { kind: "text", dataType: "email" }),
        ]
      : []),
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

function objectOf(value: Json): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse("malformed_json", { position: null });
  // Arrays are excluded above; TypeScript does not narrow readonly arrays away.
  return value as Members;
}
