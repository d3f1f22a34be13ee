import type { Json } from "#contract/wire/json";
import type { Call } from "./report.ts";

const POLLED = /^\/(version\.json|api\/(alerts\.json|[\d.]+\/wapi\/maint_state\/list))/;

/** Remembers the last call for the report of an unhandled error. */
export function watchFetch(fetch: typeof globalThis.fetch) {
  let last: (() => Call) | null = null;
  return {
    fetch: (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
      // Data are only read for a report.
      if (!POLLED.test(url)) last = () => ({ url, data: dataOf(init?.body) });
      return fetch(input, init);
    },
    /** The last call, except those that repeat every minute (ERR-15). */
    lastCall: (): Call | null => last?.() ?? null,
  };
}

function dataOf(body: BodyInit | null | undefined): Json {
  // Parse boundary: the portal sends JSON only (src/api/http.ts).
  return typeof body === "string" ? (JSON.parse(body) as Json) : null;
}
