import type { Entry } from "#core/txlist/entry";

export interface KeptEntry {
  readonly seq: number;
  readonly entry: Entry;
}

/** Where the commands of the list are kept: one record each, in order, per login name. */
export interface CommandLog {
  /** Whether what is kept is still there when the page is loaded anew. */
  isLasting(): Promise<boolean>;
  /** Entries of the account that came after the given one. */
  read(login: string, after: number): Promise<readonly KeptEntry[]>;
  append(login: string, entry: Entry): Promise<number>;
  /** Forgets everything up to and including the given entry; what follows stays. */
  forget(login: string, upTo: number): Promise<void>;
  /** Runs work while no other tab reads or writes the log of the account. */
  locked<Result>(login: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs an apply of the account while no other tab runs one; a tab that is closed lets go. */
  applying<Result>(login: string, work: () => Promise<Result>): Promise<Result>;
  /** Tells the other tabs that the log of the account has grown. */
  announce(login: string): void;
  /** Calls back when another tab has announced; answers how to stop. */
  onAnnounced(listener: (login: string) => void): () => void;
}

/** A log that lives as long as the page, where the browser keeps nothing. */
export function createMemoryLog(): CommandLog {
  const logs = new Map<string, KeptEntry[]>();
  let lastSeq = 0;
  return {
    isLasting: () => Promise.resolve(false),
    read: (login, after) => Promise.resolve((logs.get(login) ?? []).filter(({ seq }) => seq > after)),
    append: (login, entry) => {
      const seq = ++lastSeq;
      logs.set(login, [...(logs.get(login) ?? []), { seq, entry }]);
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
