import type { Planned } from "./planned.ts";

/** Actions on the list that can be undone and redone. A move names its neighbour, so that two tabs cannot disagree. */
export type Command =
  | { readonly kind: "add"; readonly item: Planned }
  /**
   * Several elements in one undo step (all selected rows, the reverse of a transaction), at the end or before an element. An element that is already
   * in the list is replaced, and elements of `without` are removed.
   */
  | {
      readonly kind: "append";
      readonly items: readonly Planned[];
      readonly before?: string;
      readonly without?: readonly string[];
    }
  /** An element that another tab removed or applied stays removed, unless `orAdd` saves its edited form. */
  | { readonly kind: "replace"; readonly uuid: string; readonly item: Planned; readonly orAdd?: true }
  | { readonly kind: "remove"; readonly uuid: string }
  | { readonly kind: "move"; readonly uuid: string; readonly before: string | null }
  | { readonly kind: "clear" }
  | { readonly kind: "import"; readonly items: readonly Planned[] };

interface Checkpoint {
  /** Number of commands at that time. */
  readonly after: number;
  readonly items: readonly Planned[];
}

/** A sent apply whose end is unknown yet. */
export interface UnderWay {
  /** Name for the question to the server how the apply ended. */
  readonly callId: string;
  /** Time of sending in ms since 1970. */
  readonly at: number;
  /** The elements in the form that was sent. */
  readonly sent: readonly Planned[];
}

/** The list as base and commands; checkpoints keep undo fast in long histories. */
export interface History {
  readonly base: readonly Planned[];
  readonly done: readonly Command[];
  readonly undone: readonly Command[];
  readonly checkpoints: readonly Checkpoint[];
  readonly now: readonly Planned[];
  readonly underWay: UnderWay | null;
}

const CHECKPOINT_EVERY = 32;

export function startHistory(base: readonly Planned[] = []): History {
  return { base, done: [], undone: [], checkpoints: [], now: base, underWay: null };
}

/** The elements in order: base with all commands replayed. */
export function items(history: History): readonly Planned[] {
  return history.now;
}

/** Adds a command; undone commands cannot be redone any more. */
export function record(history: History, command: Command): History {
  return { ...append(history, command), undone: [] };
}

/** Undoes the last command by rebuilding the list from the others. */
export function undo(history: History): History {
  const last = history.done.at(-1);
  if (last === undefined) return history;
  const done = history.done.slice(0, -1);
  const checkpoints = history.checkpoints.filter((checkpoint) => checkpoint.after <= done.length);
  const start = checkpoints.at(-1) ?? { after: 0, items: history.base };
  const now = done.slice(start.after).reduce(applyCommand, start.items);
  return { ...history, done, checkpoints, now, undone: [...history.undone, last] };
}

export function redo(history: History): History {
  const next = history.undone.at(-1);
  if (next === undefined) return history;
  return { ...append(history, next), undone: history.undone.slice(0, -1) };
}

function append(history: History, command: Command): History {
  const done = [...history.done, command];
  const now = applyCommand(history.now, command);
  const checkpoints =
    done.length % CHECKPOINT_EVERY === 0
      ? [...history.checkpoints, { after: done.length, items: now }]
      : history.checkpoints;
  return { ...history, done, checkpoints, now };
}

/** The list after a command; a command about a missing element changes nothing. */
export function applyCommand(list: readonly Planned[], command: Command): readonly Planned[] {
  switch (command.kind) {
    case "add":
      return [...list, command.item];
    case "append":
      return appended(list, command);
    case "replace":
      return replaced(list, command.uuid, command.item, command.orAdd === true);
    case "remove":
      return list.filter((item) => item.uuid !== command.uuid);
    case "move":
      return moved(list, command.uuid, command.before);
    case "clear":
      return [];
    case "import":
      return command.items;
  }
}

function appended(
  list: readonly Planned[],
  { items: given, before, without = [] }: Extract<Command, { kind: "append" }>,
): readonly Planned[] {
  const there = new Set(list.map(({ uuid }) => uuid));
  const changed = new Map(
    given.flatMap((item) => (there.has(item.uuid) ? [[item.uuid, item] as const] : [])),
  );
  const gone = new Set(without);
  const kept = list.filter(({ uuid }) => !gone.has(uuid)).map((item) => changed.get(item.uuid) ?? item);
  const added = given.filter(({ uuid }) => !there.has(uuid));
  const at = kept.findIndex(({ uuid }) => uuid === before);
  return at === -1 ? [...kept, ...added] : kept.toSpliced(at, 0, ...added);
}

function replaced(list: readonly Planned[], uuid: string, item: Planned, orAdd: boolean): readonly Planned[] {
  const isThere = list.some((one) => one.uuid === uuid);
  if (!isThere && orAdd) return [...list, item];
  return list.map((one) => (one.uuid === uuid ? item : one));
}

function moved(list: readonly Planned[], uuid: string, before: string | null): readonly Planned[] {
  const item = list.find((candidate) => candidate.uuid === uuid);
  if (item === undefined || uuid === before) return list;
  const rest = list.filter((candidate) => candidate !== item);
  const at = before === null ? rest.length : rest.findIndex((candidate) => candidate.uuid === before);
  return at === -1 ? list : rest.toSpliced(at, 0, item);
}

/** The move of an element one place up or down; null at the end of the list (TA-09). */
export function moveByOne(list: readonly Planned[], uuid: string, direction: "up" | "down"): Command | null {
  const at = list.findIndex((item) => item.uuid === uuid);
  const before = direction === "up" ? at - 1 : at + 2;
  if (at === -1 || before < 0 || before > list.length) return null;
  return { kind: "move", uuid, before: list[before]?.uuid ?? null };
}
