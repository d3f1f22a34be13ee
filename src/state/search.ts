import { proxy } from "valtio";
import { LIMITS } from "#contract/limits";
import { isList, isObject, type Json } from "#contract/wire/json";
import type { SearchOptions } from "#core/search/search-steps";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

/** A recently shown object, and its reader. */
export type RecentObject = {
  readonly type: string;
  readonly gpk: string;
  readonly title: string;
  readonly login: string;
};

export interface Search {
  /** The initial term of the open search, or null. */
  opened: { readonly term: string } | null;
  options: SearchOptions;
  /** Terms, newest first (PREF-10). */
  history: readonly string[];
  /** Recently shown objects, newest first. */
  recent: readonly RecentObject[];
}

export type SearchStore = ReturnType<typeof createSearchStore>;

const HISTORY = STORAGE_KEYS.searchHistory.key;
const RECENT = STORAGE_KEYS.recentObjects.key;
const RECENT_KEPT = 20;
const OPTIONS: SearchOptions = { isOwn: true, limit: LIMITS.searchLimit };

/** The global search: its open state, earlier terms and recent objects. */
export function createSearchStore({ storage }: { readonly storage: KeyStorage }) {
  const history = () => listOf(readStored(storage, HISTORY), isTerm);
  const recent = () => listOf(readStored(storage, RECENT), isRecent);
  const fresh = (): Search => ({ opened: null, options: OPTIONS, history: history(), recent: recent() });
  const state = proxy(fresh());
  const setHistory = (list: readonly string[]): void => {
    state.history = list;
    writeStored(storage, HISTORY, list.length === 0 ? null : list);
  };
  return {
    state,
    open: (term = ""): void => {
      // Sign-outs and other tabs change what is stored.
      Object.assign(state, { ...fresh(), options: state.options, opened: { term } });
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
    noteShown: (object: RecentObject): void => {
      const others = recent().filter(({ gpk, login }) => gpk !== object.gpk || login !== object.login);
      state.recent = [object, ...others].slice(0, RECENT_KEPT);
      writeStored(storage, RECENT, state.recent);
    },
  };
}

function listOf<Entry extends Json>(stored: Json, isOne: (value: Json) => value is Entry): readonly Entry[] {
  return isList(stored) ? stored.filter(isOne) : [];
}

function isTerm(value: Json): value is string {
  return typeof value === "string" && value !== "";
}

function isRecent(value: Json): value is RecentObject {
  return (
    isObject(value) && ["type", "gpk", "title", "login"].every((name) => typeof value[name] === "string")
  );
}
