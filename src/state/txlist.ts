import { proxy, ref } from "valtio";
import { blockOf, type ListAction, type Situation } from "#core/txlist/blocks";
import type { Entry } from "#core/txlist/entry";
import { items, startHistory, type Command } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import { IDLE, type Run, type RunMode } from "#core/txlist/run";
import { createKeptHistory } from "./kept-history.ts";
import type { RunPorts, RunState } from "./run-parts.ts";
import { createRuns } from "./runs.ts";

interface TransactionListPorts extends RunPorts {
  readonly isOnline: () => boolean;
}

interface TransactionListState extends RunState {
  /** Uuid of the element whose edit form is open. */
  editing: string | null;
  /** True if a reload finds the whole list. */
  isKept: boolean;
}

export type TransactionList = ReturnType<typeof createTransactionList>;

const COMMAND_ACTIONS = {
  add: "add",
  append: "add",
  replace: "replace",
  remove: "remove",
  move: "move",
  clear: "clear",
  import: "import",
} as const satisfies Record<Command["kind"], ListAction>;

/** The list of planned actions: a history stored as commands, shared by the tabs of a browser, run as one transaction. */
export function createTransactionList(ports: TransactionListPorts) {
  const state = proxy<TransactionListState>({
    history: ref(startHistory()),
    run: ref(IDLE),
    endedAt: 0,
    editing: null,
    isKept: true,
    login: null,
  });
  const kept = createKeptHistory(ports.log, {
    show: (history) => {
      state.history = ref(history);
      runs.follow();
    },
    onKept: (isKept) => {
      state.isKept = isKept;
    },
  });
  const runs = createRuns(state, kept, ports);
  const situation = (): Situation => situationOf(state, ports.isOnline());
  const say = (action: ListAction, entry: Entry) => {
    if (blockOf(action, situation()) === null) kept.say(entry);
  };
  return {
    state,
    /** Shows the stored list of the account; null empties the view and keeps the storage. */
    open: async (login: string | null): Promise<void> => {
      state.login = login;
      state.run = ref(IDLE);
      state.editing = null;
      runs.forget();
      await kept.open(login);
    },
    submit: (command: Command): void => say(COMMAND_ACTIONS[command.kind], { kind: "command", command }),
    undo: () => say("undo", { kind: "undo" }),
    redo: () => say("redo", { kind: "redo" }),
    setEditing: (uuid: string | null): void => {
      state.editing = uuid;
    },
    /** Number of changed objects that a person has confirmed, for an unchanged element. */
    agreed: new WeakMap<Planned, number>(),
    /** The reason against an action, or null. */
    blockOf: (action: ListAction, item: Planned | null = null) => blockOf(action, situation(), item),
    /** Tests or applies the list. Apply always runs as the account in effect (TA-67). */
    run: (mode: RunMode, asLogin?: string): Promise<Run> =>
      blockOf(mode, situation()) === null ? runs.run(mode, asLogin) : Promise.resolve(state.run),
    dismissResult: (): void => {
      if (state.run.phase !== "busy") state.run = ref(IDLE);
    },
    /** Deletes the stored list of the open account (logout without keep_ta). */
    forget: (): Promise<void> => {
      if (state.login !== null) kept.say({ kind: "reset", items: [] });
      return kept.settled();
    },
    /** Resolves when all entries are stored. */
    settled: kept.settled,
  };
}

function situationOf({ history, run, editing }: TransactionListState, isOnline: boolean): Situation {
  return {
    items: items(history),
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    run,
    editing,
    isOnline,
    isAppliedElsewhere: history.underWay !== null && run.phase !== "busy",
  };
}
