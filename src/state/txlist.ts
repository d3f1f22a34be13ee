import { proxy, ref } from "valtio";
import { blockOf, type ListAction, type Situation } from "#core/txlist/blocks";
import type { Entry } from "#core/txlist/entry";
import { items, startHistory, type Command, type History } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import { IDLE, type Run, type RunMode } from "#core/txlist/run";
import type { Text } from "#core/text";
import { createKeptHistory } from "./kept-history.ts";
import { createRuns, type RunPorts } from "./runs.ts";

export interface TransactionListPorts extends RunPorts {
  readonly isOnline: () => boolean;
}

export interface TransactionListState {
  /** Replaced as a whole; never a proxy, so that ten thousand elements cost nothing. */
  history: History;
  run: Run;
  /** When the run came to its end, in ms. */
  endedAt: number;
  /** Uuid of the element whose edit form is open. */
  editing: string | null;
  /** Whether a page that is loaded anew finds all of the list. */
  isKept: boolean;
  /** Account the list belongs to; null while nobody is signed in. */
  login: string | null;
}

export interface TransactionList {
  readonly state: TransactionListState;
  /** Shows the list of the account, as kept; null empties the view and keeps what is kept. */
  open(login: string | null): Promise<void>;
  submit(command: Command): void;
  undo(): void;
  redo(): void;
  setEditing(uuid: string | null): void;
  /** Why an action is not possible now, or null. */
  blockOf(action: ListAction, item?: Planned | null): Text | null;
  /** Tests or applies the list. Apply always runs as the account in effect (TA-67). */
  run(mode: RunMode, asLogin?: string): Promise<Run>;
  dismissResult(): void;
  /** Forgets the kept list of the account that is open (logout without keep_ta). */
  forget(): Promise<void>;
  /** Resolves when everything said so far is kept. */
  settled(): Promise<void>;
}

const COMMAND_ACTIONS = {
  add: "add",
  append: "add",
  replace: "replace",
  remove: "remove",
  move: "move",
  clear: "clear",
  import: "import",
} as const satisfies Record<Command["kind"], ListAction>;

/** The list of planned actions: a history kept as commands, shared by the tabs of a browser, run as one transaction. */
export function createTransactionList(ports: TransactionListPorts): TransactionList {
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
  const situation = (): Situation => ({
    items: items(state.history),
    canUndo: state.history.done.length > 0,
    canRedo: state.history.undone.length > 0,
    run: state.run,
    editing: state.editing,
    isOnline: ports.isOnline(),
    isAppliedElsewhere: state.history.underWay !== null && state.run.phase !== "busy",
  });
  const say = (action: ListAction, entry: Entry) => {
    if (blockOf(action, situation()) === null) kept.say(entry);
  };
  return {
    state,
    open: async (login) => {
      state.login = login;
      state.run = ref(IDLE);
      state.editing = null;
      runs.forget();
      await kept.open(login);
    },
    submit: (command) => say(COMMAND_ACTIONS[command.kind], { kind: "command", command }),
    undo: () => say("undo", { kind: "undo" }),
    redo: () => say("redo", { kind: "redo" }),
    setEditing: (uuid) => {
      state.editing = uuid;
    },
    blockOf: (action, item = null) => blockOf(action, situation(), item),
    run: (mode, asLogin) =>
      blockOf(mode, situation()) === null ? runs.run(mode, asLogin) : Promise.resolve(state.run),
    dismissResult: () => {
      if (state.run.phase !== "busy") state.run = ref(IDLE);
    },
    forget: () => {
      if (state.login !== null) kept.say({ kind: "reset", items: [] });
      return kept.settled();
    },
    settled: () => kept.settled(),
  };
}
