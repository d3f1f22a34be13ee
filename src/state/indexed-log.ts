import { createMemoryLog, type CommandLog } from "./command-log.ts";
import { createUnsavedEntries, type NamedEntry } from "./unsaved-entries.ts";

const DATABASE = "netportal";
const STORE = "commands";
const BY_LOGIN = "login";
const CHANNEL = "netportal-commands";

interface StoredEntry extends NamedEntry {
  readonly login: string;
}

/**
 * A log in IndexedDB with one record for each command, written under a web lock; BroadcastChannel tells other tabs. The start does not wait for the
 * database, the first entry does.
 */
export function openCommandLog(storage: Storage): CommandLog {
  const opened = openDatabase().then((database) =>
    database === null ? createMemoryLog() : createDatabaseLog(database),
  );
  return {
    unsaved: createUnsavedEntries(storage),
    isLasting: async () => (await opened).isLasting(),
    read: async (login, after) => (await opened).read(login, after),
    append: async (login, named) => (await opened).append(login, named),
    forget: async (login, upTo) => (await opened).forget(login, upTo),
    locked: async (login, work) => (await opened).locked(login, work),
    applying: async (login, work) => (await opened).applying(login, work),
    announce: (login) => void opened.then((log) => log.announce(login)),
    onAnnounced: (listener) => {
      const stop = opened.then((log) => log.onAnnounced(listener));
      return () => void stop.then((end) => end());
    },
  };
}

function createDatabaseLog(database: IDBDatabase): Omit<CommandLog, "unsaved"> {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  return {
    isLasting: () => Promise.resolve(true),
    read: async (login, after) => {
      const store = database.transaction(STORE, "readonly").objectStore(STORE);
      // By key instead of account, so that a long list is not read again for every entry.
      const newer = IDBKeyRange.lowerBound(after, true);
      const keys = resultOf(store.getAllKeys(newer));
      const values = resultOf(store.getAll(newer));
      // Parse boundary: only this file writes the store.
      const entries = (await values) as readonly StoredEntry[];
      const seqs = await keys;
      return entries.flatMap((stored, at) =>
        stored.login === login ? [{ seq: Number(seqs[at]), id: stored.id, entry: stored.entry }] : [],
      );
    },
    append: async (login, named) => {
      const record: StoredEntry = { login, ...named };
      const transaction = database.transaction(STORE, "readwrite");
      const seq = await resultOf(transaction.objectStore(STORE).add(record));
      await finished(transaction);
      return Number(seq);
    },
    forget: async (login, upTo) => {
      const transaction = database.transaction(STORE, "readwrite");
      const store = transaction.objectStore(STORE);
      const keys = await resultOf(store.index(BY_LOGIN).getAllKeys(login));
      for (const key of keys) if (Number(key) <= upTo) store.delete(key);
      await finished(transaction);
    },
    locked: (login, work) => inLock(`${DATABASE}-${login}`, work),
    applying: (login, work) => inLock(`${DATABASE}-apply-${login}`, work),
    announce: (login) => channel?.postMessage(login),
    onAnnounced: (listener) => {
      const heard = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === "string") listener(data);
      };
      channel?.addEventListener("message", heard);
      return () => channel?.removeEventListener("message", heard);
    },
  };
}

// Private windows of some browsers refuse a database; the list then lives as long as the page.
async function openDatabase(): Promise<IDBDatabase | null> {
  if (typeof indexedDB === "undefined") return null;
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => {
      const store = request.result.createObjectStore(STORE, { autoIncrement: true });
      store.createIndex(BY_LOGIN, "login");
    });
    return await resultOf(request);
  } catch (error) {
    console.warn("planned actions are not kept over a reload", error);
    return null;
  }
}

function inLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Locks need https or localhost; without them two tabs may at worst write in turn.
  const locks = (navigator as Partial<Navigator>).locks;
  return locks === undefined ? work() : locks.request(name, work);
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB failed")));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("IndexedDB failed")));
  });
}
