import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { Outcome } from "#contract/wire/outcome";
import type { Joke } from "#core/search/jokes";
import type { SearchOptions } from "#core/search/search-steps";
import { createSearching, type Searching, type SearchingState } from "#core/search/searching";
import { usePlannedReader } from "../../editor/overlay/planned-reader.ts";
import { useAccount } from "../../editor/portal/account.ts";
import { useCalls } from "../../editor/portal/calls.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useSearch } from "../../editor/portal/stores.ts";
import { toAscii } from "../../editor/screen/to-ascii.ts";
import { useLatest } from "../../ui/use-latest.ts";
import type { Entry } from "./entries.ts";
import type { useWalk } from "./use-walk.ts";

interface Parts {
  readonly searching: Searching;
  readonly state: SearchingState;
  readonly walk: ReturnType<typeof useWalk>;
  readonly input: RefObject<HTMLInputElement | null>;
}

type Opening = ReturnType<typeof useOpening>;

/** Effect of a line of the search. */
export function useOpening(parts: Parts & { readonly showAllTerms: () => void }) {
  const { searching, state, walk, input, showAllTerms } = parts;
  const search = useSearch();
  const navigate = useNavigate();
  const close = () => search.close();
  const choose = (options: SearchOptions): void => {
    search.setOptions(options);
    searching.choose(options);
    input.current?.focus();
  };
  const searchFor = (text: string): void => {
    walk.reset();
    searching.search(text);
    input.current?.focus();
  };
  const set = (what: "allObjects" | "allTerms" | "forget"): void => {
    if (what === "allObjects") choose({ ...state.options, isOwn: false });
    else if (what === "allTerms") showAllTerms();
    else search.clearHistory();
  };
  const open = ({ act }: Entry, isNewTab: boolean): void => {
    if ("set" in act) return set(act.set);
    if ("term" in act) return searchFor(act.term);
    search.remember(state.text);
    if ("run" in act) {
      close();
      // The focus returns first, so that a dialog opened by the command can return it as well.
      return void setTimeout(act.run);
    }
    // Like a link: with an opener the tab would copy this tab's state, including impersonation.
    if (isNewTab || act.isExternal) return void window.open(act.href, "_blank", "noopener");
    close();
    return void navigate(act.href);
  };
  // A stable function, because each arrow key would redraw thousands of lines otherwise.
  const latest = useLatest(open);
  const onOpen = useCallback<typeof open>((entry, isNewTab) => latest.current(entry, isNewTab), [latest]);
  return { close, choose, searchFor, onOpen };
}

interface KeyParts extends Parts, Opening {
  readonly isStale: boolean;
  readonly onJoke: (joke: Joke) => void;
  readonly turnHelp: () => void;
}

/** Typing and keys in the field of the search. */
export function useKeys(parts: KeyParts) {
  const { searching, state, walk, input, isStale, onJoke, turnHelp, close, searchFor, onOpen } = parts;
  const search = useSearch();
  const kept = useSnapshot(search.state);
  const recalled = useRef(-1);
  const enter = (isNewTab: boolean): void => {
    if (state.reading.kind === "joke") {
      close();
      // A joke is not stored, not even in the history (EGG-10).
      return onJoke(state.reading.joke);
    }
    search.remember(state.text);
    const isSure = walk.isChosen || !isStale || walk.active?.isMeant === true;
    if (walk.active !== null && isSure) onOpen(walk.active, isNewTab);
    else if (state.text !== "" && state.phase !== "asking") searching.search(state.text);
  };
  /** Puts the next older term into the field, selected, so that typing replaces it. */
  const recall = (): void => {
    recalled.current = (recalled.current + 1) % Math.max(kept.history.length, 1);
    const text = kept.history[recalled.current];
    if (text === undefined) return;
    flushSync(() => searchFor(text));
    input.current?.select();
  };
  const actOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): (() => void) | undefined => {
    const isControl = ctrlKey || metaKey;
    if (key === "Enter") return () => enter(isControl);
    if (key.toLowerCase() === "k" && isControl) return () => input.current?.select();
    if (state.text !== "") return undefined;
    if (key === "Backspace") return recall;
    return key === "?" ? turnHelp : undefined;
  };
  return {
    onType: (text: string): void => {
      walk.reset();
      if (text !== "") recalled.current = -1;
      searching.type(text);
    },
    onKeyDown: (event: KeyboardEvent): void => {
      // Letters are text here, and Enter must not submit a form below. Escape closes the dialog.
      if (event.key !== "Escape") event.stopPropagation();
      if (event.nativeEvent.isComposing) return;
      const act = walk.move(event) ? () => undefined : actOf(event);
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
  };
}

/** A search of the account in effect, begun with a term. */
export function useSearching(term: string, options: SearchOptions) {
  const { execute } = useCalls();
  const catalogue = useCatalogue();
  const { visitor } = useAccount();
  const { overlay } = usePlannedReader();
  const [searching] = useState(() =>
    createSearching(
      {
        catalogue,
        toAscii,
        mayAsk: visitor.signedIn,
        ask: (steps) => {
          const controller = new AbortController();
          const options = { dryRun: false, signal: controller.signal };
          const answer = overlay().then(async (planned): Promise<Outcome> => {
            const outcome = await execute(planned?.steps(steps) ?? steps, options);
            if (!outcome.ok || planned === null) return outcome;
            return { ...outcome, lists: planned.lists(steps, outcome.lists).staying };
          });
          return { answer, cancel: () => controller.abort() };
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
