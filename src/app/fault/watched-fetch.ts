import type { Json } from "#contract/wire/json";
import type { Call } from "./report.ts";

export interface WatchedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** The last call, those that are asked every minute aside (ERR-15). */
  readonly lastCall: () => Call | null;
}

const POLLED = /^\/(version\.json|api\/(alerts\.json|[\d.]+\/wapi\/maint_state\/list))/;

/** Remembers what was sent last, for the report of an unhandled error. */
export function watchFetch(fetch: typeof globalThis.fetch): WatchedFetch {
  let last: (() => Call) | null = null;
  return {
    fetch: (input, init) => {
      const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
      // The data are read only when a report is wanted.
      if (!POLLED.test(url)) last = () => ({ url, data: dataOf(init?.body) });
      return fetch(input, init);
    },
    lastCall: () => last?.() ?? null,
  };
}

function dataOf(body: BodyInit | null | undefined): Json {
  // Parse boundary: the portal sends JSON only (src/api/http.ts).
  return typeof body === "string" ? (JSON.parse(body) as Json) : null;
}
