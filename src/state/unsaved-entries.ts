import type { Entry } from "#core/txlist/entry";
import { readStored, writeStored } from "./storage-keys.ts";

/** An entry of the list with its own name, by which every tab knows it again. */
export interface NamedEntry {
  readonly id: string;
  readonly entry: Entry;
}

/**
 * Entries that are not in the log yet. They are written at once, so that a page that is closed before the log has them loses nothing; the next page
 * of the account adds them to the log.
 */
export interface UnsavedEntries {
  note(login: string, named: NamedEntry): void;
  /** Entries of the account, in the order in which they were noted. */
  of(login: string): readonly NamedEntry[];
  drop(ids: readonly string[]): void;
}

/** One item of the storage for each entry, because two tabs may write at the same time. */
const PREFIX = "unsaved_command_";

interface Noted extends NamedEntry {
  readonly login: string;
  /** Time in ms since 1970, and the order within it. */
  readonly at: readonly [number, number];
}

export function createUnsavedEntries(storage: Storage): UnsavedEntries {
  let noted = 0;
  return {
    note: (login, named) => {
      const item: Noted = { ...named, login, at: [Date.now(), noted++] };
      writeStored(storage, `${PREFIX}${named.id}`, item);
    },
    of: (login) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(PREFIX))
        // Parse boundary: only this file writes these items.
        .flatMap((key) => (readStored(storage, key) as unknown as Noted | null) ?? [])
        .filter((item) => item.login === login)
        .toSorted((one, other) => one.at[0] - other.at[0] || one.at[1] - other.at[1])
        .map(({ id, entry }) => ({ id, entry })),
    drop: (ids) => {
      for (const id of ids) storage.removeItem(`${PREFIX}${id}`);
    },
  };
}

/** For pages without storage: entries that are only in memory are lost with the page. */
export const NOTHING_UNSAVED: UnsavedEntries = {
  note: () => undefined,
  of: () => [],
  drop: () => undefined,
};
