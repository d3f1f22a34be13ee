import type { Json } from "#contract/wire/json";
import type { Call } from "./report.ts";

export interface WatchedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** The last call, except those that repeat every minute (ERR-15); for a status of a broken server the last one that was answered with it. */
  readonly lastCall: (status?: number) => Call | null;
}

const POLLED = /^\/(version\.json|api\/(alerts\.json|[\d.]+\/wapi\/maint_state\/list))/;

const BROKEN = 500;

/** Remembers the last calls for the report of an unhandled error. */
export function watchFetch(fetch: typeof globalThis.fetch): WatchedFetch {
  let last: (() => Call) | null = null;
  const broken = new Map<number, () => Call>();
  return {
    fetch: async (input, init) => {
      const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
      // Data are only read for a report.
      const call = (): Call => ({ url, data: dataOf(init?.body) });
      if (!POLLED.test(url)) last = call;
      const answer = await fetch(input, init);
      if (answer.status >= BROKEN) broken.set(answer.status, call);
      return answer;
    },
    lastCall: (status = 0) => (broken.get(status) ?? last)?.() ?? null,
  };
}

function dataOf(body: BodyInit | null | undefined): Json {
  // Parse boundary: the portal sends JSON only (src/api/http.ts).
  return typeof body === "string" ? (JSON.parse(body) as Json) : null;
}
