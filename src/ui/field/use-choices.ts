import { useEffect, useState } from "react";
import type { ReferenceTarget } from "#core/form/widget";
import { useReferencePort, type Suggestion } from "./field-component.ts";

interface Choices {
  /** Null until they are there. */
  readonly rows: readonly Suggestion[] | null;
  readonly isLoading: boolean;
  /** Asks for them now: the field is entered. */
  readonly want: () => void;
}

/** A form opens without a request; then, unless the field is entered before, its choices come by themselves (ms). */
const AFTER_OPENING = 1000;

/** All rows that may be chosen, in their order. */
export function useChoices(target: ReferenceTarget | undefined): Choices {
  const port = useReferencePort();
  const [rows, setRows] = useState<readonly Suggestion[] | null>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_OPENING);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (target === undefined || !isWanted) return undefined;
    const controller = new AbortController();
    port.choices(target, controller.signal).then(
      (found) => setRows(found),
      (error: unknown) => {
        if (!controller.signal.aborted) throw error;
      },
    );
    return () => controller.abort();
  }, [port, target, isWanted]);
  return {
    rows,
    isLoading: isWanted && target !== undefined && rows === null,
    want: () => setWanted(true),
  };
}
