import { createMemoryLog, type CommandLog } from "../../../src/state/command-log.ts";

export interface Tabs {
  /** The log as one more tab sees it. */
  log(): CommandLog;
  /** All tabs are closed: what they hold is let go. */
  close(): void;
}

/** A lock of the browser: one after the other, whoever asks first. */
function createLock(): CommandLog["locked"] {
  let last: Promise<unknown> = Promise.resolve();
  return (_, work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** One browser: what is kept, its locks, and tabs that hear each other. */
export function createTabs(): Tabs {
  const kept = createMemoryLog();
  const locked = createLock();
  let applying = createLock();
  let listeners: { readonly tab: number; readonly hear: (login: string) => void }[] = [];
  let tabs = 0;
  return {
    log: () => {
      const tab = ++tabs;
      const own = applying;
      return {
        ...kept,
        isLasting: () => Promise.resolve(true),
        locked,
        applying: own,
        announce: (about) => {
          for (const listener of listeners) if (listener.tab !== tab) listener.hear(about);
        },
        onAnnounced: (hear) => {
          listeners.push({ tab, hear });
          return () => undefined;
        },
      };
    },
    close: () => {
      applying = createLock();
      listeners = [];
    },
  };
}
