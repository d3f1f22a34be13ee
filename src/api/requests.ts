import type { Json } from "#contract/wire/json";
import type { Http } from "./http.ts";

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
  const { body } = await http.post(`/api/requests/${form}`, { body: { ...sent } });
  // Parse boundary of the answer (wire contract 6.4).
  return (body as unknown as { readonly number: number }).number;
}
