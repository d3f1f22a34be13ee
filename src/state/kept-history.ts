import { replay, type Entry } from "#core/txlist/entry";
import { startHistory, type History } from "#core/txlist/history";
import type { CommandLog } from "./command-log.ts";
import type { NamedEntry } from "./unsaved-entries.ts";

export type KeptHistory = ReturnType<typeof createKeptHistory>;

interface KeptHistoryPorts {
  readonly show: (history: History) => void;
  /** Called with whether a reload finds the whole list. */
  readonly onKept: (isKept: boolean) => void;
}

/**
 * The history of the open account: stored entries, then own unsaved ones. Entries of other tabs go between the two, so that all tabs get the same
 * list.
 */
export function createKeptHistory(log: CommandLog, { show, onKept }: KeptHistoryPorts) {
  const entries = createEntries(log, show);
  let login: string | null = null;
  let queue: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((error: unknown) => {
      // The list continues in memory, and the portal shows that.
      onKept(false);
      console.warn("planned actions could not be kept", error);
    });
    return queue;
  };
  const whileOpen = (owner: string, work: () => Promise<void>) =>
    enqueue(() => log.locked(owner, async () => (owner === login ? work() : undefined)));
  const refresh = (owner: string) => whileOpen(owner, () => entries.catchUp(owner));
  const restore = async (owner: string) => {
    await entries.catchUp(owner);
    const left = log.unsaved.of(owner);
    if (left.length === 0) return;
    entries.adopt(left);
    await entries.keepAll(owner);
    log.announce(owner);
  };
  log.onAnnounced((owner) => {
    if (owner === login) void refresh(owner);
  });
  return {
    open: async (next: string | null): Promise<void> => {
      // Earlier entries of the account are stored first.
      await queue;
      login = next;
      entries.clear();
      onKept(await log.isLasting());
      if (next !== null) await whileOpen(next, () => restore(next));
    },
    say: (entry: Entry): void => {
      const owner = login;
      const named = nameOf(entry);
      if (owner !== null) log.unsaved.note(owner, named);
      entries.add(named);
      if (owner === null) return;
      void whileOpen(owner, async () => {
        await entries.keepAll(owner);
        onKept(await log.isLasting());
        log.announce(owner);
      });
    },
    /** Stores an entry for an account that is no longer open. */
    keepFor: (owner: string, entry: Entry): Promise<void> => {
      const named = nameOf(entry);
      log.unsaved.note(owner, named);
      return enqueue(() => log.locked(owner, () => storeFor(log, owner, named)));
    },
    /** Reads entries of other tabs. */
    renew: (): Promise<void> => (login === null ? queue : refresh(login)),
    settled: () => queue,
  };
}

/** Stored entries of an account, followed by own unsaved ones. */
function createEntries(log: CommandLog, show: (history: History) => void) {
  let known = startHistory();
  let lastSeq = 0;
  let pending: readonly NamedEntry[] = [];
  let shown = known;
  const showNow = (history: History) => {
    shown = history;
    show(history);
  };
  const showAll = () => showNow(pending.reduce(replayNamed, known));
  const catchUp = async (owner: string) => {
    const others = await log.read(owner, lastSeq);
    if (others.length === 0) return;
    known = others.reduce(replayNamed, known);
    lastSeq = others.at(-1)?.seq ?? lastSeq;
    pending = without(pending, others);
    dropStored(log, owner, others);
    showAll();
  };
  const keep = async (owner: string, { id, entry }: NamedEntry) => {
    const next = replay(known, entry);
    // An end stores the resulting list, so that earlier entries need not be kept or replayed.
    const stored: Entry = isEnd(entry) ? { kind: "reset", items: next.base } : entry;
    lastSeq = await log.append(owner, { id, entry: stored });
    known = next;
    pending = pending.slice(1);
    log.unsaved.drop([id]);
    if (isEnd(entry)) await log.forget(owner, lastSeq - 1);
  };
  const keepAll = async (owner: string) => {
    await catchUp(owner);
    // Entries before an end need not be stored any more.
    const end = Math.max(0, pending.findLastIndex(isEndOf));
    const needless = pending.slice(0, end);
    known = needless.reduce(replayNamed, known);
    pending = pending.slice(end);
    // Failed entries are stored first and in order, so that all tabs read the same.
    for (let [named] = pending; named !== undefined; [named] = pending) await keep(owner, named);
    log.unsaved.drop(needless.map(({ id }) => id));
  };
  return {
    catchUp,
    /** Takes entries that an earlier page was closed with. */
    adopt: (left: readonly NamedEntry[]) => {
      pending = [...without(left, pending), ...pending];
      showAll();
    },
    clear: () => {
      known = startHistory();
      lastSeq = 0;
      pending = [];
      showAll();
    },
    add: (named: NamedEntry) => {
      pending = [...pending, named];
      showNow(replay(shown, named.entry));
    },
    keepAll,
  };
}

/** Drops noted entries that are stored already, for example by another page. */
function dropStored(log: CommandLog, owner: string, stored: readonly NamedEntry[]): void {
  const noted = log.unsaved.of(owner);
  const left = new Set(without(noted, stored));
  log.unsaved.drop(noted.filter((named) => !left.has(named)).map(({ id }) => id));
}

async function storeFor(log: CommandLog, owner: string, named: NamedEntry): Promise<void> {
  await log.append(owner, named);
  log.unsaved.drop([named.id]);
  log.announce(owner);
}

function without(some: readonly NamedEntry[], others: readonly NamedEntry[]): readonly NamedEntry[] {
  const ids = new Set(others.map(({ id }) => id));
  return some.filter(({ id }) => !ids.has(id));
}

function nameOf(entry: Entry): NamedEntry {
  return { id: crypto.randomUUID(), entry };
}

function replayNamed(history: History, { entry }: NamedEntry): History {
  return replay(history, entry);
}

/** True if the list starts again with the result of the entry. */
function isEnd({ kind }: Entry): boolean {
  return kind === "applied" || kind === "reset";
}

function isEndOf({ entry }: NamedEntry): boolean {
  return isEnd(entry);
}
