import type { Json } from "#contract/wire/json";
import type { Http } from "./http.ts";
import { shaped } from "./shape.ts";

/** The answer (wire contract 6.4). */
const isTicket = shaped<{ readonly number: number }>({ number: "number" });

/** Body of `POST /api/requests/{form}` (wire contract 6.4). */
export interface SentForm {
  readonly variant?: string;
  readonly subject: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, Json>>;
  readonly sender_name?: string;
  readonly sender_email?: string;
}

/** Sends a request form; answers with the number of its ticket. */
export async function sendRequest(http: Http, form: string, sent: SentForm): Promise<number> {
  return (await http.post(`/api/requests/${form}`, { body: sent })).as(isTicket).number;
}
