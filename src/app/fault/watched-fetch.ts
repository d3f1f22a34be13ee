import type { Json } from "#contract/wire/json";
import type { Call } from "./report.ts";

export interface WatchedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** The last call, except those that repeat every minute (ERR-15), or the last one that a broken server answered. */
  readonly lastCall: (isBroken?: boolean) => Call | null;
}

const POLLED = /^\/(version\.json|api\/(alerts\.json|[\d.]+\/wapi\/maint_state\/list))/;

/** Remembers the last calls for the report of an unhandled error. */
export function watchFetch(fetch: typeof globalThis.fetch): WatchedFetch {
  let last: (() => Call) | null = null;
  let broken: (() => Call) | null = null;
  return {
    fetch: async (input, init) => {
      const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
      // Data are read only for a report.
      const call = (): Call => ({ url, data: dataOf(init?.body) });
      if (!POLLED.test(url)) last = call;
      const answer = await fetch(input, init);
      if (answer.status > 499) broken = call;
      return answer;
    },
    lastCall: (isBroken = false) => ((isBroken ? broken : null) ?? last)?.() ?? null,
  };
}

function dataOf(body: BodyInit | null | undefined): Json {
  // Parse boundary: the portal sends JSON only (src/api/http.ts).
  return typeof body === "string" ? (JSON.parse(body) as Json) : null;
}
