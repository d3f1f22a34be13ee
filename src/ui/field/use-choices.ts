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
  /** Asks for them now: the field is entered. */
  readonly want: () => void;
}

/** A form opens without a request; then, unless the field is entered before, its choices come by themselves (ms). */
export const AFTER_OPENING = 1000;

interface Answer {
  readonly target: ReferenceTarget;
  readonly rows: readonly Suggestion[];
}

/** All rows that may be chosen, in their order. */
export function useChoices(reference: ReferenceTarget | undefined): Choices {
  const port = useReferencePort();
  const { target, missing } = useBoundReference(reference);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_OPENING);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (target === undefined || !isWanted) return undefined;
    const controller = new AbortController();
    const take = (rows: readonly Suggestion[]): void => {
      if (!controller.signal.aborted) setAnswer({ target, rows });
    };
    const isBound = target !== reference;
    const ask = (): void =>
      void port.choices(target, controller.signal).then(take, (error: unknown) => {
        // What is typed into another field may be no value yet: nothing hangs together with it.
        if (isBound && error instanceof FaultError) take([]);
        else if (!controller.signal.aborted) throw error;
      });
    const timer = setTimeout(ask, isBound ? LIMITS.impersonationDebounce : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [port, reference, target, isWanted]);
  // What was offered for another value of the field before this one is no answer.
  const rows = answer !== null && answer.target === target ? answer.rows : null;
  return {
    rows,
    isLoading: isWanted && target !== undefined && rows === null,
    missing,
    want: () => setWanted(true),
  };
}
