import { useEffect, useState } from "react";
import { LIMITS } from "#contract/limits";
import { FaultError } from "#core/fault/fault-error";
import { mostOffered } from "#core/form/reference";
import type { QueryTarget, ReferenceTarget, WidgetOptions } from "#core/form/widget";
import { useReferencePort, type Suggestion } from "./field-component.ts";
import { useBoundReference } from "./use-bound-reference.ts";

/** What a typeahead offers for the text in it. */
export interface Offered {
  /** What is shown; null while there is nothing to show. */
  readonly rows: readonly Suggestion[] | null;
  /** As many were found. */
  readonly count: number;
  /** As many are shown at once. */
  readonly most: number;
  /** They are offered before anything is typed. */
  readonly isFew: boolean;
  readonly isEnough: boolean;
  /** The empty field that decides what can be chosen. */
  readonly missing: string | null;
  /** Why the server offers nothing. */
  readonly problem: string | null;
  readonly setTyped: (isTyped: boolean) => void;
}

/** Values for the typed text once typing pauses; few ones at once. */
export function useOffered({ reference, query }: WidgetOptions, text: string, isOpen: boolean): Offered {
  const { target, missing } = useBoundReference(reference);
  const [isTyped, setTyped] = useState(false);
  const isFew = reference?.isFew === true;
  // What is chosen already narrows nothing: the others are offered beside it.
  const asked = isFew && !isTyped ? "" : text;
  const isEnough = isFew || asked.length >= LIMITS.suggestionMinLength;
  const { found, problem } = useSuggestions(query ?? target, asked, isOpen && isEnough);
  const known = isEnough ? found : null;
  const most = mostOffered({ isFew });
  const rows = known === null ? null : known.slice(0, most);
  return { rows, count: countOf(found), most, isFew, isEnough, missing, problem, setTyped };
}

function countOf(found: readonly Suggestion[] | null): number {
  return found?.length ?? 0;
}

interface Suggestions {
  /** Null while there are none to show. */
  readonly found: readonly Suggestion[] | null;
  /** Why the server offers nothing. */
  readonly problem: string | null;
}

interface Answer extends Suggestions {
  /** What they were asked for. */
  readonly target: string;
}

const NOTHING: Suggestions = { found: null, problem: null };

/** Suggestions for the typed text once typing pauses. */
function useSuggestions(
  target: ReferenceTarget | QueryTarget | undefined,
  text: string,
  isAsking: boolean,
): Suggestions {
  const port = useReferencePort();
  const [found, setFound] = useState<Answer | null>(null);
  // What was offered for another value of a field before this one is no answer.
  const asked = JSON.stringify(target ?? null);
  useEffect(() => {
    if (!isAsking || target === undefined) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        port.suggest(target, text, controller.signal).then(
          (rows) => setFound({ found: rows, problem: null, target: asked }),
          (error: unknown) => {
            if (controller.signal.aborted) return;
            if (!(error instanceof FaultError)) throw error;
            setFound({ found: null, problem: error.fault.description, target: asked });
          },
        );
      },
      text === "" ? 0 : LIMITS.impersonationDebounce,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [port, target, asked, text, isAsking]);
  return found?.target === asked ? found : NOTHING;
}
