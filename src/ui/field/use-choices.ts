import { useEffect, useState } from "react";
import { LIMITS } from "#contract/limits";
import { FaultError } from "#core/fault/fault-error";
import type { ReferenceTarget } from "#core/form/widget";
import { useReferencePort, type Suggestion } from "./field-component.ts";
import { useBoundReference } from "./use-bound-reference.ts";

interface Choices {
  /** Null until they are there. */
  readonly rows: readonly Suggestion[] | null;
  readonly isLoading: boolean;
  /** The empty field that decides what can be chosen. */
  readonly missing: string | null;
  /** Why the server offers nothing. */
  readonly problem: string | null;
  /** Asks for them now: the field is entered. What failed is asked for again. */
  readonly want: () => void;
}

/** A form opens without a request; then, unless the field is entered before, its choices come by themselves (ms). */
export const AFTER_OPENING = 1000;

/** What became of asking for the rows of a target: they came, or the server said why not. */
interface Answer {
  readonly target: ReferenceTarget;
  readonly rows: readonly Suggestion[] | null;
  readonly problem: string | null;
}

/** All rows that may be chosen, in their order. */
export function useChoices(reference: ReferenceTarget | undefined): Choices {
  const { target, missing } = useBoundReference(reference);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_OPENING);
    return () => clearTimeout(timer);
  }, []);
  const { answer, again } = useAnswer(reference, target, isWanted);
  // What was offered for another value of the field before this one is no answer.
  const { rows = null, problem = null } = answer?.target === target ? (answer ?? {}) : {};
  return {
    rows,
    isLoading: isWanted && target !== undefined && rows === null && problem === null,
    missing,
    problem,
    want: () => {
      setWanted(true);
      if (problem !== null) again();
    },
  };
}

interface Asked {
  readonly answer: Answer | null;
  readonly again: () => void;
}

function useAnswer(
  reference: ReferenceTarget | undefined,
  target: ReferenceTarget | undefined,
  isWanted: boolean,
): Asked {
  const port = useReferencePort();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (target === undefined || !isWanted) return undefined;
    const controller = new AbortController();
    const take = (rows: Answer["rows"], problem: string | null): void => {
      if (!controller.signal.aborted) setAnswer({ target, rows, problem });
    };
    const isBound = target !== reference;
    const ask = (): void =>
      void port.choices(target, controller.signal).then(
        (rows) => take(rows, null),
        (error: unknown) => {
          if (!(error instanceof FaultError)) throw error;
          // What is typed into another field may be no value yet: nothing hangs together with it.
          if (isBound) take([], null);
          else take(null, error.fault.description);
        },
      );
    const timer = setTimeout(ask, isBound ? LIMITS.impersonationDebounce : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [port, reference, target, isWanted, tries]);
  const again = (): void => {
    setAnswer(null);
    setTries(tries + 1);
  };
  return { answer, again };
}
