import { NOTHING_UNSAVED, type NamedEntry, type UnsavedEntries } from "./unsaved-entries.ts";

export interface KeptEntry extends NamedEntry {
  readonly seq: number;
}

/** Stored commands of the list: ordered records for each login name. */
export interface CommandLog {
  readonly unsaved: UnsavedEntries;
  /** True if stored records survive a reload. */
  isLasting(): Promise<boolean>;
  /** Entries of the account after the given one. */
  read(login: string, after: number): Promise<readonly KeptEntry[]>;
  append(login: string, named: NamedEntry): Promise<number>;
  /** Deletes entries up to and including the given one. */
  forget(login: string, upTo: number): Promise<void>;
  /** Runs work while no other tab reads or writes the account's log. */
  locked<Result>(login: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs an apply while no other tab applies for the account; closing the tab releases it. */
  applying<Result>(login: string, work: () => Promise<Result>): Promise<Result>;
  /** Tells other tabs that the account's log has grown. */
  announce(login: string): void;
  /** Calls back when another tab has announced; answers how to stop. */
  onAnnounced(listener: (login: string) => void): () => void;
}

/** A log that lives as long as the page, for browsers that store nothing. */
export function createMemoryLog(): CommandLog {
  const logs = new Map<string, KeptEntry[]>();
  let lastSeq = 0;
  return {
    unsaved: NOTHING_UNSAVED,
    isLasting: () => Promise.resolve(false),
    read: (login, after) => Promise.resolve((logs.get(login) ?? []).filter(({ seq }) => seq > after)),
    append: (login, named) => {
      const seq = ++lastSeq;
      logs.set(login, [...(logs.get(login) ?? []), { seq, ...named }]);
      return Promise.resolve(seq);
    },
    forget: (login, upTo) => {
      logs.set(
        login,
        (logs.get(login) ?? []).filter(({ seq }) => seq > upTo),
      );
      return Promise.resolve();
    },
    locked: (_, work) => work(),
    applying: (_, work) => work(),
    announce: () => undefined,
    onAnnounced: () => () => undefined,
  };
}
