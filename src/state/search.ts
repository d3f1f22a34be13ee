import { proxy } from "valtio";
import { LIMITS } from "#contract/limits";
import { isList, type Json } from "#contract/wire/json";
import type { SearchOptions } from "#core/search/search-steps";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

export interface OpenedSearch {
  readonly term: string;
  /** Text that was typed while the focus was not in the field; the field takes it over. */
  readonly typed: string;
}

export interface Search {
  /** The open search, or null. */
  opened: OpenedSearch | null;
  options: SearchOptions;
  /** Terms, newest first (PREF-10). */
  history: readonly string[];
}

export type SearchStore = ReturnType<typeof createSearchStore>;

const HISTORY = STORAGE_KEYS.searchHistory.key;
const OPTIONS: SearchOptions = { isOwn: true, limit: LIMITS.searchLimit };

/** The global search: its open state and earlier terms. */
export function createSearchStore({ storage }: { readonly storage: KeyStorage }) {
  const history = (): readonly string[] => {
    const stored = readStored(storage, HISTORY);
    return isList(stored) ? stored.filter(isTerm) : [];
  };
  const fresh = (): Search => ({ opened: null, options: OPTIONS, history: history() });
  const state = proxy(fresh());
  const setHistory = (list: readonly string[]): void => {
    state.history = list;
    writeStored(storage, HISTORY, list.length === 0 ? null : list);
  };
  return {
    state,
    open: (term = ""): void => {
      // Sign-outs and other tabs change what is stored.
      Object.assign(state, {
        ...fresh(),
        options: state.options,
        opened: { term, typed: "" },
      });
    },
    /** Keeps text that is typed while the focus is not in the field, so that the field can take it over. */
    type: (text: string): void => {
      const { opened } = state;
      if (opened !== null) state.opened = { ...opened, typed: opened.typed + text };
    },
    /** Answers the text that was kept for the field. */
    take: (): string => {
      const { opened } = state;
      if (opened === null || opened.typed === "") return "";
      state.opened = { ...opened, typed: "" };
      return opened.typed;
    },
    close: () => {
      state.opened = null;
    },
    setOptions: (options: SearchOptions): void => {
      state.options = options;
    },
    /** A repeated term moves to the front; the oldest is dropped (SRCH-53, CONST-13). */
    remember: (term: string): void => {
      const text = term.trim();
      if (text === "") return;
      const others = history().filter((one) => one !== text);
      setHistory([text, ...others].slice(0, LIMITS.searchHistory));
    },
    clearHistory: () => setHistory([]),
    /** Closes and resets the search, because the next account must not see its terms. */
    forget: () => void Object.assign(state, fresh()),
  };
}

function isTerm(value: Json): value is string {
  return typeof value === "string" && value !== "";
}
