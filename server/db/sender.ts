import type pg from "pg";

/**
 * Sends the statements of one transaction in order. Statements that are requested at the same time are sent together. A statement whose rows are not
 * needed is sent with the next one, because a round trip takes longer than a short statement.
 */
export interface Sender {
  /** Rejects with the first failure of the transaction, whichever statement it was. */
  query(config: pg.QueryConfig): Promise<readonly object[]>;
  /** Sends the statement with the next one. `rows`: the expected number of rows. */
  defer(config: pg.QueryConfig, rows?: number): Deferred;
  /** Waits until every statement so far is answered. */
  settled(): Promise<void>;
  /** Whether a statement after this one is still unanswered. */
  isOpenSince(deferred: Deferred): boolean;
  /** Removes unsent statements, from this one on. False if it was already sent. */
  takeBack(deferred: Deferred, fault: unknown): boolean;
  /** The first failure, until its savepoint is rolled back. */
  failure(): Failure | null;
  undone(): void;
  /** Whether a number of rows still has to be checked. */
  isUnchecked(): boolean;
  /** Sends nothing any more. */
  close(fault: unknown): void;
}

/** The position of a statement in its transaction. */
export interface Deferred {
  readonly number: number;
}

interface Failure {
  readonly fault: unknown;
}

interface Unsent extends Deferred {
  readonly config: pg.QueryConfig;
  readonly resolve: (rows: readonly object[]) => void;
  readonly reject: (fault: unknown) => void;
}

export function createSender(client: pg.PoolClient): Sender {
  const state: State = {
    client,
    unsent: [],
    failure: null,
    closed: null,
    last: Promise.resolve(),
    isPlanned: false,
    asked: 0,
    sent: 0,
    answered: 0,
    unchecked: 0,
  };
  return {
    query: (config) =>
      new Promise((resolve, reject) => {
        push(state, config, resolve, reject);
        sendSoon(state);
      }),
    defer: (config, rows) =>
      rows === undefined ? push(state, config, ignore, ignore) : pushChecked(state, config, rows),
    async settled() {
      send(state);
      await state.last;
      if (state.failure !== null) throw state.failure.fault;
    },
    isOpenSince: ({ number }) =>
      (state.unsent.at(-1)?.number ?? state.sent) > Math.max(number, state.answered),
    takeBack({ number }, fault) {
      const at = state.unsent.findIndex((one) => one.number === number);
      drop(state, Math.max(at, 0), fault);
      return at >= 0;
    },
    failure: () => state.failure,
    undone() {
      state.failure = null;
    },
    isUnchecked: () => state.unchecked > 0,
    close(fault) {
      state.closed ??= { fault };
      drop(state, 0, fault);
    },
  };
}

interface State {
  readonly client: pg.PoolClient;
  readonly unsent: Unsent[];
  failure: Failure | null;
  closed: Failure | null;
  /** Fulfilled with the answer to the last sent statement. */
  last: Promise<void>;
  isPlanned: boolean;
  /** Numbers of the last statement of each kind. */
  asked: number;
  sent: number;
  answered: number;
  /** Statements whose number of rows must be checked. */
  unchecked: number;
}

function push(
  state: State,
  config: pg.QueryConfig,
  resolve: Unsent["resolve"],
  reject: Unsent["reject"],
): Deferred {
  const one = { number: ++state.asked, config, resolve, reject };
  if (state.closed === null) state.unsent.push(one);
  else reject(state.closed.fault);
  return one;
}

function pushChecked(state: State, config: pg.QueryConfig, rows: number): Deferred {
  state.unchecked++;
  const done = (found: readonly object[]): void => {
    state.unchecked--;
    if (found.length !== rows) state.failure ??= { fault: wrongCount(config, found.length, rows) };
  };
  return push(state, config, done, () => state.unchecked--);
}

function sendSoon(state: State): void {
  // Statements that other parts of the call request at the same time are sent together.
  if (!state.isPlanned)
    process.nextTick(() => {
      state.isPlanned = false;
      send(state);
    });
  state.isPlanned = true;
}

/** Sends all waiting statements in one write to the socket. */
function send(state: State): void {
  if (state.unsent.length === 0) return;
  const { stream } = state.client.connection;
  stream.cork();
  try {
    for (const one of state.unsent.splice(0)) state.last = dispatch(state, one);
  } finally {
    stream.uncork();
  }
}

function dispatch(state: State, { number, config, resolve, reject }: Unsent): Promise<void> {
  state.sent = number;
  return state.client.query<object>(config).then(
    (result) => {
      const rows = rowsOf(result);
      state.answered = number;
      if (state.failure === null) resolve(rows);
      else reject(state.failure.fault);
    },
    (fault: unknown) => {
      state.answered = number;
      state.failure ??= { fault };
      reject(state.failure.fault);
    },
  );
}

/** The rows of the last statement, because a text may contain several. */
function rowsOf(result: pg.QueryResult<object> | readonly pg.QueryResult<object>[]): readonly object[] {
  return ("rows" in result ? result : result.at(-1))?.rows ?? [];
}

function drop({ unsent }: State, from: number, fault: unknown): void {
  for (const one of unsent.splice(from)) one.reject(fault);
}

function ignore(): void {
  // The failure is reported as the failure of the transaction.
}

function wrongCount({ text }: pg.QueryConfig, found: number, wanted: number): Error {
  return new Error(`${String(found)} of ${String(wanted)} rows were answered by: ${text.slice(0, 200)}`);
}
