import { proxy } from "valtio";
import { isList, isObject, type Json } from "#contract/wire/json";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

const KEY = STORAGE_KEYS.macfinderJobs.key;
/** Older ones leave the list; the server forgets them after a week. */
const MOST = 20;

export type MacSearch = {
  readonly id: string;
  readonly mac: string;
};

export type MacSearches = ReturnType<typeof createMacSearches>;

/** Searches of the MAC finder in this browser, latest first (TOOL-02). */
export function createMacSearches(storage: KeyStorage) {
  const stored = readStored(storage, KEY);
  const state = proxy<{ list: readonly MacSearch[] }>({
    list: isList(stored) ? stored.filter(isSearch) : [],
  });
  const set = (list: readonly MacSearch[]): void => {
    state.list = list;
    writeStored(storage, KEY, list);
  };
  return {
    state,
    add: (search: MacSearch) => set([search, ...state.list].slice(0, MOST)),
    remove: (id: string) => set(state.list.filter((one) => one.id !== id)),
  };
}

function isSearch(value: Json): value is MacSearch {
  return isObject(value) && typeof value["id"] === "string" && typeof value["mac"] === "string";
}
