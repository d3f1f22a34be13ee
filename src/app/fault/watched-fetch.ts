import type { Json } from "#contract/wire/json";
import type { Call } from "./report.ts";

export interface WatchedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** The last call, except those that repeat every minute (ERR-15). */
  readonly lastCall: () => Call | null;
}

const POLLED = /^\/(version\.json|api\/(alerts\.json|[\d.]+\/wapi\/maint_state\/list))/;

/** Remembers the last call for the report of an unhandled error. */
export function watchFetch(fetch: typeof globalThis.fetch): WatchedFetch {
  let last: (() => Call) | null = null;
  return {
    fetch: (input, init) => {
      const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
      // Data are only read for a report.
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
