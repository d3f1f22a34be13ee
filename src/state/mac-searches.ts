import { proxy } from "valtio";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

const KEY = STORAGE_KEYS.macfinderJobs.key;
/** Older ones leave the list; the server forgets them after a week anyway. */
const MOST = 20;

export interface MacSearch {
  readonly id: string;
  readonly mac: string;
}

/** Searches of the MAC finder that were begun in this browser, the latest first (TOOL-02). */
export interface MacSearches {
  readonly state: { readonly list: readonly MacSearch[] };
  add(search: MacSearch): void;
  remove(id: string): void;
}

export function createMacSearches(storage: KeyStorage): MacSearches {
  const state = proxy<{ list: readonly MacSearch[] }>({ list: storedSearches(storage) });
  const set = (list: readonly MacSearch[]): void => {
    state.list = list;
    writeStored(storage, KEY, list);
  };
  return {
    state,
    add: (search) => set([search, ...state.list].slice(0, MOST)),
    remove: (id) => set(state.list.filter((one) => one.id !== id)),
  };
}

function storedSearches(storage: KeyStorage): readonly MacSearch[] {
  const stored = readStored(storage, KEY);
  return Array.isArray(stored) ? stored.filter(isSearch) : [];
}

function isSearch(value: unknown): value is MacSearch {
  if (typeof value !== "object" || value === null || !("id" in value && "mac" in value)) return false;
  return typeof value.id === "string" && typeof value.mac === "string";
}
