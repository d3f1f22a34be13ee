import { createMemoryLog, type CommandLog } from "../../../src/state/command-log.ts";
import { createUnsavedEntries } from "../../../src/state/unsaved-entries.ts";

export interface Tabs {
  /** Opens the command log in one more tab. */
  log(): CommandLog;
  /** Closes all tabs, which releases their locks. */
  close(): void;
}

/** A lock of the browser, granted in the order of the requests. */
function createLock(): CommandLog["locked"] {
  let last: Promise<unknown> = Promise.resolve();
  return (_, work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Storage of a browser that lives as long as the test. */
export function createStorage(): Storage {
  const methods: Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem" | "clear"> = {
    get length() {
      return Object.keys(stored).length;
    },
    key: (at) => Object.keys(stored)[at] ?? null,
    getItem: (key) => (typeof stored[key] === "string" ? stored[key] : null),
    setItem: (key, text) => void (stored[key] = text),
    removeItem: (key) => void Reflect.deleteProperty(stored, key),
    clear: () => undefined,
  };
  // Keys are own properties, as in a browser.
  const stored = Object.create(methods) as Storage;
  return stored;
}

/** One browser: its storage, its locks, and tabs that send messages to each other. */
export function createTabs(): Tabs {
  const kept = createMemoryLog();
  const storage = createStorage();
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
        unsaved: createUnsavedEntries(storage),
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
