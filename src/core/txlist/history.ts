import type { Planned } from "./planned.ts";

/** What people do to the list; undo and redo act over these. A move names its neighbour, so two tabs cannot disagree. */
export type Command =
  | { readonly kind: "add"; readonly item: Planned }
  /** Several at once, one undo step: what is planned for all selected rows, the reverse of a transaction. At the end, or before an element. */
  | { readonly kind: "append"; readonly items: readonly Planned[]; readonly before?: string }
  /** An element that is gone (another tab took it out or applied it) is not brought back, except by what was typed into its form. */
  | { readonly kind: "replace"; readonly uuid: string; readonly item: Planned; readonly orAdd?: true }
  | { readonly kind: "remove"; readonly uuid: string }
  | { readonly kind: "move"; readonly uuid: string; readonly before: string | null }
  | { readonly kind: "clear" }
  | { readonly kind: "import"; readonly items: readonly Planned[] };

interface Checkpoint {
  /** Commands done by then. */
  readonly after: number;
  readonly items: readonly Planned[];
}

/** An apply that was sent and whose end is not known yet. */
export interface UnderWay {
  /** Name under which the server tells what became of it. */
  readonly callId: string;
  /** When it was sent, in ms since 1970. */
  readonly at: number;
  /** The elements as they were sent. */
  readonly sent: readonly Planned[];
}

/** The list as base and commands; checkpoints keep undo short in long histories. */
export interface History {
  readonly base: readonly Planned[];
  readonly done: readonly Command[];
  readonly undone: readonly Command[];
  readonly checkpoints: readonly Checkpoint[];
  readonly now: readonly Planned[];
  readonly underWay: UnderWay | null;
}

const CHECKPOINT_EVERY = 32;

/** A list without anything to undo. */
export function startHistory(base: readonly Planned[] = []): History {
  return { base, done: [], undone: [], checkpoints: [], now: base, underWay: null };
}

/** The elements in order: base with the commands replayed. */
export function items(history: History): readonly Planned[] {
  return history.now;
}

/** The history with one more command; what was undone before cannot be redone any more. */
export function record(history: History, command: Command): History {
  return { ...append(history, command), undone: [] };
}

/** Takes the last command back by rebuilding the list from the recorded ones. */
export function undo(history: History): History {
  const last = history.done.at(-1);
  if (last === undefined) return history;
  const done = history.done.slice(0, -1);
  const checkpoints = history.checkpoints.filter((checkpoint) => checkpoint.after <= done.length);
  const start = checkpoints.at(-1) ?? { after: 0, items: history.base };
  const now = done.slice(start.after).reduce(applyCommand, start.items);
  return { ...history, done, checkpoints, now, undone: [...history.undone, last] };
}

/** Repeats the command that was undone last. */
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

/** The list after a command; one that names an element which is gone changes nothing. */
export function applyCommand(list: readonly Planned[], command: Command): readonly Planned[] {
  switch (command.kind) {
    case "add":
      return [...list, command.item];
    case "append":
      return added(list, command.items, command.before);
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

function replaced(list: readonly Planned[], uuid: string, item: Planned, orAdd: boolean): readonly Planned[] {
  const isThere = list.some((one) => one.uuid === uuid);
  if (!isThere && orAdd) return [...list, item];
  return list.map((one) => (one.uuid === uuid ? item : one));
}

function added(
  list: readonly Planned[],
  more: readonly Planned[],
  before: string | undefined,
): readonly Planned[] {
  const at = before === undefined ? -1 : list.findIndex((item) => item.uuid === before);
  return at === -1 ? [...list, ...more] : list.toSpliced(at, 0, ...more);
}

function moved(list: readonly Planned[], uuid: string, before: string | null): readonly Planned[] {
  const item = list.find((candidate) => candidate.uuid === uuid);
  if (item === undefined || uuid === before) return list;
  const rest = list.filter((candidate) => candidate !== item);
  const at = before === null ? rest.length : rest.findIndex((candidate) => candidate.uuid === before);
  return at === -1 ? list : rest.toSpliced(at, 0, item);
}

/** The move that puts an element one place up or down; null at the end of the list (TA-09). */
export function moveByOne(list: readonly Planned[], uuid: string, direction: "up" | "down"): Command | null {
  const at = list.findIndex((item) => item.uuid === uuid);
  if (at === -1) return null;
  if (direction === "up") {
    const before = list[at - 1];
    return before === undefined ? null : { kind: "move", uuid, before: before.uuid };
  }
  if (at === list.length - 1) return null;
  return { kind: "move", uuid, before: list[at + 2]?.uuid ?? null };
}
