import { requestOf, type Call } from "./request.ts";

const sent = new Map<string, Promise<Response>>();

/** Sends a call before the code that reads its answer is loaded. The first equal call of `withSentAhead` gets the answer. */
export function sendAhead(path: string, call: Call): void {
  const request = requestOf(call);
  const answer = fetch(path, request);
  // A failure is reported to the call that takes the answer.
  answer.catch(() => null);
  sent.set(keyOf(path, request), answer);
}

/** An answer that was requested ahead is used once, and only by a call with the same path, headers and body. */
export function withSentAhead(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const key = typeof input === "string" ? keyOf(input, init ?? {}) : "";
    const answer = sent.get(key);
    sent.delete(key);
    init?.signal?.throwIfAborted();
    return answer ?? fetch(input, init);
  };
}

function keyOf(path: string, { method, headers, body }: RequestInit): string {
  return JSON.stringify([path, method, headers, body]);
}
