import { proxy } from "valtio";
import { LIMITS } from "#contract/limits";
import type { SearchOptions } from "#core/search/search-steps";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

/** An object that was shown, and to whom. */
export interface RecentObject {
  readonly type: string;
  readonly gpk: string;
  readonly title: string;
  readonly login: string;
}

export interface Search {
  /** The term the search was opened with; null while it is closed. */
  opened: { readonly term: string } | null;
  options: SearchOptions;
  /** Terms, newest first (PREF-10). */
  history: readonly string[];
  /** What was shown last, newest first. */
  recent: readonly RecentObject[];
}

export interface SearchStore {
  readonly state: Search;
  open(term?: string): void;
  close(): void;
  setOptions(options: SearchOptions): void;
  /** A repeated term moves to the front; the oldest falls out (SRCH-53, CONST-13). */
  remember(term: string): void;
  clearHistory(): void;
  /** Closes it and starts anew: what one account has searched and chosen is nothing to the next. */
  forget(): void;
  noteShown(object: RecentObject): void;
}

const HISTORY = STORAGE_KEYS.searchHistory.key;
const RECENT = STORAGE_KEYS.recentObjects.key;
const RECENT_KEPT = 20;
const OPTIONS: SearchOptions = { isOwn: true, limit: LIMITS.searchLimit };

/** The global search: whether it is open, what was searched and what was shown before. */
export function createSearchStore({ storage }: { readonly storage: KeyStorage }): SearchStore {
  const history = () => listOf(readStored(storage, HISTORY), isTerm);
  const recent = () => listOf(readStored(storage, RECENT), isRecent);
  const state = proxy<Search>({
    opened: null,
    options: OPTIONS,
    history: history(),
    recent: recent(),
  });
  const setHistory = (list: readonly string[]): void => {
    state.history = list;
    writeStored(storage, HISTORY, list.length === 0 ? null : list);
  };
  return {
    state,
    open: (term = "") => {
      // Signing out and other tabs have changed what is kept.
      state.history = history();
      state.recent = recent();
      state.opened = { term };
    },
    close: () => {
      state.opened = null;
    },
    setOptions: (options) => {
      state.options = options;
    },
    remember: (term) => {
      const text = term.trim();
      if (text === "") return;
      const others = history().filter((one) => one !== text);
      setHistory([text, ...others].slice(0, LIMITS.searchHistory));
    },
    clearHistory: () => setHistory([]),
    forget: () => {
      state.opened = null;
      state.options = OPTIONS;
      state.history = history();
      state.recent = recent();
    },
    noteShown: (object) => {
      const others = recent().filter(({ gpk, login }) => gpk !== object.gpk || login !== object.login);
      state.recent = [object, ...others].slice(0, RECENT_KEPT);
      writeStored(storage, RECENT, state.recent);
    },
  };
}

function listOf<Entry>(stored: unknown, isOne: (value: unknown) => value is Entry): readonly Entry[] {
  return Array.isArray(stored) ? stored.filter(isOne) : [];
}

function isTerm(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isRecent(value: unknown): value is RecentObject {
  if (typeof value !== "object" || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return ["type", "gpk", "title", "login"].every((name) => typeof members.get(name) === "string");
}
