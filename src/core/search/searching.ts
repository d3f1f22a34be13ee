import { LIMITS } from "#contract/limits";
import type { Fault } from "#contract/wire/fault";
import type { Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { mergeResults, type Found } from "./merge-results.ts";
import { readTerm, type Reading, type SearchReading } from "./read-term.ts";
import { searchSteps, type SearchOptions, type SearchPorts, type SearchStep } from "./search-steps.ts";

export interface SearchingState {
  readonly text: string;
  readonly options: SearchOptions;
  readonly reading: Reading;
  /** `waiting`: for the pause in typing; `found` is then still of an earlier text. */
  readonly phase: "idle" | "waiting" | "asking" | "done" | "failed";
  readonly found: Found | null;
  readonly fault: Fault | null;
}

export interface SearchingPorts extends SearchPorts {
  /** Signed out nothing is sent (SRCH-09). */
  readonly mayAsk: boolean;
  readonly ask: (steps: readonly Step[]) => {
    readonly answer: Promise<Outcome>;
    readonly cancel: () => void;
  };
  readonly later: (callback: () => void, delay: number) => () => void;
}

/** A search while it is typed: asks after a pause or at once, and shows answers to what is typed now alone (SRCH-50, CONST-05). */
export interface Searching {
  readonly state: () => SearchingState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly type: (text: string) => void;
  /** Searches this text without a pause. */
  readonly search: (text: string) => void;
  readonly choose: (options: SearchOptions) => void;
  readonly stop: () => void;
}

const NOTHING = { phase: "idle", found: null, fault: null } as const;

export function createSearching(ports: SearchingPorts, text: string, options: SearchOptions): Searching {
  const listeners = new Set<() => void>();
  let state: SearchingState = { text, options, reading: readTerm(text), ...NOTHING };
  let drop = (): void => undefined;
  const set = (change: Partial<SearchingState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const begin = (change: Pick<SearchingState, "text" | "options">, pause: number): void => {
    drop();
    drop = () => undefined;
    const reading = readTerm(change.text);
    if (reading.kind !== "search" || !ports.mayAsk) {
      // An expression that is being typed is wrong now and then: what was found stays meanwhile.
      const found = reading.kind === "badRegexp" ? state.found : null;
      return set({ ...change, reading, ...NOTHING, found });
    }
    set({ ...change, reading, phase: "waiting", fault: null });
    if (pause === 0) ask(reading);
    else drop = ports.later(() => ask(reading), pause);
  };
  const ask = (reading: SearchReading): void => {
    const { options: asked } = state;
    const steps = searchSteps(reading, asked, ports);
    if (steps.length === 0) return finish(reading, asked, steps, { ok: true, lists: {} });
    const { answer, cancel } = ports.ask(steps.map(({ step }) => step));
    let isDropped = false;
    drop = () => {
      isDropped = true;
      cancel();
    };
    set({ phase: "asking" });
    void answer.then(
      (outcome) => isDropped || finish(reading, asked, steps, outcome),
      (error: unknown) => {
        if (!isDropped) throw error;
      },
    );
  };
  const finish = (
    reading: SearchReading,
    asked: SearchOptions,
    steps: readonly SearchStep[],
    outcome: Pick<Extract<Outcome, { ok: true }>, "ok" | "lists"> | Extract<Outcome, { ok: false }>,
  ): void => {
    drop = () => undefined;
    if (outcome.ok)
      set({ phase: "done", found: mergeResults(reading, asked, steps, outcome.lists), fault: null });
    else set({ phase: "failed", found: null, fault: outcome.fault });
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    type: (typed) => begin({ text: typed, options: state.options }, LIMITS.searchDebounce),
    search: (typed) => begin({ text: typed, options: state.options }, 0),
    choose: (chosen) => begin({ text: state.text, options: chosen }, 0),
    stop: () => drop(),
  };
}
