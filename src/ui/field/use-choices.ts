import { useEffect, useState } from "react";
import { LIMITS } from "#contract/limits";
import { FaultError } from "#core/fault/fault-error";
import type { ReferenceTarget } from "#core/form/widget";
import { useReferencePort, type Suggestion } from "./field-component.ts";
import { useBoundReference } from "./use-bound-reference.ts";

/** Choices load this long (ms) after the form has opened, unless the field is entered before. */
export const AFTER_OPENING = 1000;

/** Rows of a target, or the reason from the server. */
interface Answer {
  readonly target: ReferenceTarget;
  readonly rows: readonly Suggestion[] | null;
  readonly problem: string | null;
}

/** All available rows in order. */
export function useChoices(reference: ReferenceTarget | undefined) {
  const port = useReferencePort();
  const { target, missing } = useBoundReference(reference);
  const [isWanted, setWanted] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_OPENING);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (target === undefined || !isWanted) return undefined;
    const controller = new AbortController();
    const take = (found: Answer["rows"], reason: string | null): void => {
      if (!controller.signal.aborted) setAnswer({ target, rows: found, problem: reason });
    };
    const isBound = target !== reference;
    const ask = (): void =>
      void port.choices(target, controller.signal).then(
        (found) => take(found, null),
        (error: unknown) => {
          if (!(error instanceof FaultError)) throw error;
          // The text in the other field may be invalid while typing, and then has no choices.
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
  // An answer for another value of the earlier field is stale.
  const { rows = null, problem = null } = answer?.target === target ? (answer ?? {}) : {};
  return {
    /** Null until loaded. */
    rows,
    isLoading: isWanted && target !== undefined && rows === null && problem === null,
    /** The empty field that decides the choices. */
    missing,
    /** Reason from the server. */
    problem,
    /** Loads the choices when the field is entered; repeats a failed request. */
    want: (): void => {
      setWanted(true);
      if (problem === null) return;
      setAnswer(null);
      setTries(tries + 1);
    },
  };
}
