import { useEffect, useState, useSyncExternalStore } from "react";
import type { SearchOptions } from "#core/search/search-steps";
import { createSearching, type Searching, type SearchingState } from "#core/search/searching";
import { usePortal } from "../../editor/portal.ts";
import { toAscii } from "../../editor/screen/to-ascii.ts";

/** A search of the account in effect, begun with a term. */
export function useSearching(
  term: string,
  options: SearchOptions,
): { readonly searching: Searching; readonly state: SearchingState } {
  const { execute, catalogue, visitor } = usePortal();
  const [searching] = useState(() =>
    createSearching(
      {
        catalogue,
        toAscii,
        mayAsk: visitor.signedIn,
        ask: (steps) => {
          const controller = new AbortController();
          return {
            answer: execute(steps, { dryRun: false, signal: controller.signal }),
            cancel: () => controller.abort(),
          };
        },
        later: (callback, delay) => {
          const timer = setTimeout(callback, delay);
          return () => clearTimeout(timer);
        },
      },
      term,
      options,
    ),
  );
  useEffect(() => {
    if (term !== "") searching.search(term);
    return () => searching.stop();
  }, [searching, term]);
  return { searching, state: useSyncExternalStore(searching.subscribe, searching.state) };
}
