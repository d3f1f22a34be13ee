import { LIMITS } from "#contract/limits";
import type { Fault } from "#contract/wire/fault";
import type { Lists, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { countsIn, countSteps, type Counts } from "./counts.ts";
import { searchSystems } from "./kinds.ts";
import { mergeResults, type Found } from "./merge-results.ts";
import { readTerm, type Reading, type SearchReading } from "./read-term.ts";
import { searchSteps, type SearchOptions, type SearchPorts } from "./search-steps.ts";

export interface SearchingState {
  readonly text: string;
  readonly options: SearchOptions;
  readonly reading: Reading;
  /** `waiting`: a pause in typing is awaited; `found` still belongs to an earlier text. */
  readonly phase: "idle" | "waiting" | "asking" | "done" | "failed";
  readonly found: Found | null;
  /** Numbers of found objects; null until they are known. */
  readonly counts: Counts | null;
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

const NOTHING = { phase: "idle", found: null, counts: null, fault: null } as const;

/** A search while typing: asks after a pause or at once, and drops answers to earlier texts (SRCH-50, CONST-05). */
export function createSearching(ports: SearchingPorts, text: string, options: SearchOptions) {
  const listeners = new Set<() => void>();
  const systems = searchSystems(ports.catalogue);
  let state: SearchingState = { text, options, reading: readTerm(text, systems), ...NOTHING };
  const asking = createAsking(ports);
  const set = (change: Partial<SearchingState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const begin = (change: Pick<SearchingState, "text" | "options">, pause: number): void => {
    asking.drop();
    const reading = readTerm(change.text, systems);
    if (reading.kind !== "search" || !ports.mayAsk) {
      // A half-typed expression is often invalid, so earlier results stay.
      const kept = reading.kind === "badRegexp" ? { found: state.found, counts: state.counts } : {};
      return set({ ...change, reading, ...NOTHING, ...kept });
    }
    set({ ...change, reading, phase: "waiting", fault: null });
    if (pause === 0) find(reading);
    else asking.wait(() => find(reading), pause);
  };
  const find = (reading: SearchReading): void => {
    const { options: asked } = state;
    const steps = searchSteps(reading, asked, ports);
    const show = (lists: Lists): void => {
      const found = mergeResults(reading, asked, steps, lists, ports.catalogue);
      set({ phase: "done", found, counts: null, fault: null });
      count(countSteps(found, steps));
    };
    if (steps.length === 0) return show({});
    asking.ask(
      steps.map(({ step }) => step),
      (outcome) => {
        if (outcome.ok) show(outcome.lists);
        else set({ phase: "failed", found: null, counts: null, fault: outcome.fault });
      },
    );
    if (state.phase === "waiting") set({ phase: "asking" });
  };
  /** Numbers come after the results. Until then the search only says that there are more. */
  const count = (steps: readonly Step[]): void => {
    if (steps.length > 0)
      asking.ask(steps, (outcome) => outcome.ok && set({ counts: countsIn(outcome.lists) }));
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
    stop: asking.drop,
  };
}

/** The one call or pause of a search; a later one drops it with its answer. */
function createAsking({ ask, later }: Pick<SearchingPorts, "ask" | "later">) {
  let drop = (): void => undefined;
  const begin = (end: () => void): void => {
    drop = end;
  };
  return {
    drop: (): void => {
      drop();
      begin(() => undefined);
    },
    wait: (work: () => void, pause: number): void => begin(later(work, pause)),
    ask: (steps: readonly Step[], take: (outcome: Outcome) => void): void => {
      const { answer, cancel } = ask(steps);
      let isDropped = false;
      begin(() => {
        isDropped = true;
        cancel();
      });
      void answer.then(
        (outcome) => {
          if (isDropped) return;
          begin(() => undefined);
          take(outcome);
        },
        (error: unknown) => {
          if (!isDropped) throw error;
        },
      );
    },
  };
}
