import { useEffect, useState } from "react";
import type { ReferenceTarget } from "#core/form/widget";
import { useReferencePort, type Suggestion } from "./field-component.ts";

/** All rows that may be chosen, in their order; null until they are there. */
export function useChoices(target: ReferenceTarget | undefined): readonly Suggestion[] | null {
  const port = useReferencePort();
  const [rows, setRows] = useState<readonly Suggestion[] | null>(null);
  useEffect(() => {
    if (target === undefined) return undefined;
    const controller = new AbortController();
    port.choices(target, controller.signal).then(
      (found) => setRows(found),
      (error: unknown) => {
        if (!controller.signal.aborted) throw error;
      },
    );
    return () => controller.abort();
  }, [port, target]);
  return rows;
}
