import { LIMITS } from "#contract/limits";
import type { Fault } from "#contract/wire/fault";
import type { Lists, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { mergeResults, type Found } from "./merge-results.ts";
import { readTerm, type Reading, type SearchReading } from "./read-term.ts";
import { searchSteps, type SearchOptions, type SearchPorts, type SearchStep } from "./search-steps.ts";

export interface SearchingState {
  readonly text: string;
  readonly options: SearchOptions;
  readonly reading: Reading;
  /** `waiting`: a pause in typing is awaited; `found` still belongs to an earlier text. */
  readonly phase: "idle" | "waiting" | "asking" | "done" | "failed";
  readonly found: Found | null;
  readonly fault: Fault | null;
}

interface SearchingPorts extends SearchPorts {
  /** False when signed out, so that nothing is sent (SRCH-09). */
  readonly mayAsk: boolean;
  readonly ask: (steps: readonly Step[]) => {
    readonly answer: Promise<Outcome>;
    readonly cancel: () => void;
  };
  readonly later: (callback: () => void, delay: number) => () => void;
}

export type Searching = ReturnType<typeof createSearching>;

const doneBy =
  (reading: SearchReading, options: SearchOptions, steps: readonly SearchStep[]) =>
  (lists: Lists): Partial<SearchingState> => ({
    phase: "done",
    found: mergeResults(reading, options, steps, lists),
    fault: null,
  });

const NOTHING = { phase: "idle", found: null, fault: null } as const;

/** A search while typing: asks after a pause or at once, and drops answers to earlier texts (SRCH-50, CONST-05). */
export function createSearching(ports: SearchingPorts, text: string, options: SearchOptions) {
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
      // A half typed expression is often invalid, so earlier results stay.
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
    const done = doneBy(reading, asked, steps);
    if (steps.length === 0) return finish(done({}));
    const { answer, cancel } = ports.ask(steps.map(({ step }) => step));
    let isDropped = false;
    drop = () => {
      isDropped = true;
      cancel();
    };
    set({ phase: "asking" });
    void answer.then(
      (outcome) => {
        if (isDropped) return;
        if (outcome.ok) finish(done(outcome.lists));
        else finish({ phase: "failed", found: null, fault: outcome.fault });
      },
      (error: unknown) => {
        if (!isDropped) throw error;
      },
    );
  };
  const finish = (change: Partial<SearchingState>): void => {
    drop = () => undefined;
    set(change);
  };
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    type: (typed: string): void => begin({ text: typed, options: state.options }, LIMITS.searchDebounce),
    search: (typed: string): void => begin({ text: typed, options: state.options }, 0),
    choose: (chosen: SearchOptions): void => begin({ text: state.text, options: chosen }, 0),
    stop: (): void => drop(),
  };
}
