import type { QueryClient } from "@tanstack/react-query";

const PAUSE = 100;

/** Loads what a person opens next once the opened page has its rows, so that it opens at once and stands there offline too (SYS-14). */
export function fetchAhead(queries: QueryClient, isSignedIn: boolean): void {
  const fetch = async (): Promise<void> => (await import("./fetch-ahead-parts.ts")).fetchParts(isSignedIn);
  // What does not come ahead is loaded again, and missed only, when it is needed.
  void whenQuiet(queries).then(() => fetch().catch(() => undefined));
}

/** When the browser is idle and nothing is asked for. */
async function whenQuiet(queries: QueryClient): Promise<void> {
  await whenIdle();
  while (queries.isFetching() > 0) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    await whenIdle();
  }
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1500);
  });
}
