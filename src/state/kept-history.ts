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

interface KeptHistoryPorts {
  readonly show: (history: History) => void;
  /** Told whether a page that is loaded anew finds all of this list. */
  readonly onKept: (isKept: boolean) => void;
}

/**
 * The history of the open account: what is kept plus what was said and is not kept yet. What other tabs said meanwhile
 * goes between the two, so all tabs come to the same list.
 */
export function createKeptHistory(log: CommandLog, ports: KeptHistoryPorts): KeptHistory {
  const { show } = ports;
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
      // The list goes on in memory; who looks at it is told.
      ports.onKept(false);
      console.warn("planned actions could not be kept", error);
    });
    return queue;
  };
  const keep = async (owner: string, entry: Entry) => {
    const next = replay(known, entry);
    // What an end leaves is kept as it is, so that nothing before it has to be kept or replayed any more.
    lastSeq = await log.append(owner, isEnd(entry) ? { kind: "reset", items: next.base } : entry);
    known = next;
    pending = pending.slice(1);
    if (isEnd(entry)) await log.forget(owner, lastSeq - 1);
  };
  const keepNext = (owner: string) =>
    log.locked(owner, async () => {
      if (owner !== login) return;
      await catchUp(owner);
      // What had no room before an end needs none any more.
      const end = Math.max(0, pending.findLastIndex(isEnd));
      known = pending.slice(0, end).reduce(replay, known);
      pending = pending.slice(end);
      // What else could not be kept before is tried again, in its order: all tabs read the same.
      for (let [entry] = pending; entry !== undefined; [entry] = pending) await keep(owner, entry);
      ports.onKept(await log.isLasting());
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
      ports.onKept(await log.isLasting());
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

/** The list begins anew with what the entry leaves. */
function isEnd({ kind }: Entry): boolean {
  return kind === "applied" || kind === "reset";
}
