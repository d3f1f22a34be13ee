import { proxy, ref } from "valtio";
import type { Execute, ExecuteOptions } from "#contract/wire/outcome";
import { blockOf, type ListAction, type Situation } from "#core/txlist/blocks";
import type { Entry } from "#core/txlist/entry";
import { items, startHistory, type Command, type History } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import { IDLE, runOf, tookEffect, type Run, type RunMode } from "#core/txlist/run";
import { testSteps } from "#core/txlist/test-steps";
import { toSteps } from "#core/txlist/to-steps";
import type { Text } from "#core/text";
import type { CommandLog } from "./command-log.ts";
import { createKeptHistory } from "./kept-history.ts";

export interface TransactionListPorts {
  readonly execute: Execute;
  readonly log: CommandLog;
  readonly isOnline: () => boolean;
}

export interface TransactionListState {
  /** Replaced as a whole; never a proxy, so that ten thousand elements cost nothing. */
  history: History;
  run: Run;
  /** Uuid of the element whose edit form is open. */
  editing: string | null;
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

/** Calls of fewer steps are over before anybody could ask how far they are. */
const COUNTED_FROM = 10;

/** The list of planned actions: a history kept as commands, shared by the tabs of a browser, run as one transaction. */
export function createTransactionList(ports: TransactionListPorts): TransactionList {
  const state = proxy<TransactionListState>({
    history: ref(startHistory()),
    run: ref(IDLE),
    editing: null,
    login: null,
  });
  const kept = createKeptHistory(ports.log, (history) => {
    state.history = ref(history);
  });
  const situation = (): Situation => ({
    items: items(state.history),
    canUndo: state.history.done.length > 0,
    canRedo: state.history.undone.length > 0,
    run: state.run,
    editing: state.editing,
    isOnline: ports.isOnline(),
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
      await kept.open(login);
    },
    submit: (command) => say(COMMAND_ACTIONS[command.kind], { kind: "command", command }),
    undo: () => say("undo", { kind: "undo" }),
    redo: () => say("redo", { kind: "redo" }),
    setEditing: (uuid) => {
      state.editing = uuid;
    },
    blockOf: (action, item = null) => blockOf(action, situation(), item),
    run: async (mode, asLogin) => {
      if (blockOf(mode, situation()) !== null) return state.run;
      const sent = items(state.history);
      const steps = mode === "test" ? testSteps(sent) : toSteps(sent);
      const callId = steps.length < COUNTED_FROM ? null : crypto.randomUUID();
      state.run = ref<Run>({ phase: "busy", mode, sent, callId });
      const options = optionsOf(mode, asLogin, callId);
      const outcome = await ports.execute(steps, options).catch((error: unknown) => {
        // Not a refusal but a bug: the list is free again, and the error goes where bugs go.
        state.run = ref(IDLE);
        throw error;
      });
      const run = runOf(mode, sent, outcome);
      if (tookEffect(run)) {
        kept.say({ kind: "applied", uuids: sent.map((item) => item.uuid) });
        // Only then is it said: a page that is reloaded at once would offer the same changes again.
        await kept.settled();
      }
      state.run = ref(run);
      return run;
    },
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

function optionsOf(mode: RunMode, asLogin: string | undefined, callId: string | null): ExecuteOptions {
  const isOther = mode === "test" && asLogin !== undefined;
  return {
    dryRun: mode === "test",
    ...(isOther ? { asLogin } : {}),
    ...(callId === null ? {} : { callId }),
  };
}
