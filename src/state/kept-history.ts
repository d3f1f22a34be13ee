import { replay, type Entry } from "#core/txlist/entry";
import { startHistory, type History } from "#core/txlist/history";
import type { CommandLog } from "./command-log.ts";

export interface KeptHistory {
  open(login: string | null): Promise<void>;
  say(entry: Entry): void;
  /** Keeps a word about the list of an account that is not open any more. */
  keepFor(login: string, entry: Entry): Promise<void>;
  /** Reads what other tabs have said. */
  renew(): Promise<void>;
  settled(): Promise<void>;
}

/**
 * The history of the open account: what is kept plus what was said and is not kept yet. What other tabs said meanwhile
 * goes between the two, so all tabs come to the same list.
 */
export function createKeptHistory(log: CommandLog, show: (history: History) => void): KeptHistory {
  let login: string | null = null;
  let known = startHistory();
  let lastSeq = 0;
  let pending: readonly Entry[] = [];
  let queue: Promise<void> = Promise.resolve();

  let shown = known;
  const showNow = (history: History) => {
    shown = history;
    show(history);
  };
  const showAll = () => showNow(pending.reduce(replay, known));
  const catchUp = async (owner: string) => {
    const others = await log.read(owner, lastSeq);
    for (const { seq, entry } of others) {
      known = replay(known, entry);
      lastSeq = seq;
    }
    if (others.length > 0) showAll();
  };
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((error: unknown) => {
      // The list goes on in memory; keeping it is a comfort, not a condition.
      console.warn("planned actions could not be kept", error);
    });
    return queue;
  };
  const keep = async (owner: string, entry: Entry) => {
    known = replay(known, entry);
    const isEnd = entry.kind === "applied" || entry.kind === "reset";
    // What an end leaves is kept as it is, so that nothing before it has to be kept or replayed any more.
    lastSeq = await log.append(owner, isEnd ? { kind: "reset", items: known.base } : entry);
    if (isEnd) await log.forget(owner, lastSeq - 1);
  };
  const keepNext = (owner: string) =>
    log.locked(owner, async () => {
      if (owner !== login) return;
      await catchUp(owner);
      const [entry, ...rest] = pending;
      if (entry === undefined) return;
      // First out of what is pending: should it not be kept, it still stays in the list of this tab.
      pending = rest;
      await keep(owner, entry);
      log.announce(owner);
    });
  const refresh = (owner: string) =>
    log.locked(owner, async () => {
      if (owner !== login) return;
      await catchUp(owner);
    });

  log.onAnnounced((owner) => {
    if (owner === login) void enqueue(() => refresh(owner));
  });
  return {
    open: async (next) => {
      // What was said for the account before is kept first.
      await queue;
      login = next;
      known = startHistory();
      lastSeq = 0;
      pending = [];
      showAll();
      if (next !== null) await enqueue(() => refresh(next));
    },
    say: (entry) => {
      pending = [...pending, entry];
      showNow(replay(shown, entry));
      const owner = login;
      if (owner !== null) void enqueue(() => keepNext(owner));
    },
    keepFor: (owner, entry) =>
      enqueue(() =>
        log.locked(owner, async () => {
          await log.append(owner, entry);
          log.announce(owner);
        }),
      ),
    renew: () => {
      const owner = login;
      return owner === null ? queue : enqueue(() => refresh(owner));
    },
    settled: () => queue,
  };
}
