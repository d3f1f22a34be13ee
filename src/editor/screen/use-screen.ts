import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Fault } from "#contract/wire/fault";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { FaultError } from "#core/fault/fault-error";
import { isSent, type Screen } from "#core/screen/screen";
import { listsQuery } from "../../api/queries.ts";
import { usePortal } from "../portal.ts";
import { completeSteps } from "./complete-steps.ts";
import { pathCanExist } from "./path-values.ts";
import { toAscii } from "./to-ascii.ts";

/** What a screen has at a moment: nothing to ask for, waiting, its rows, an object that is not there, a refusal. */
export type ScreenState =
  | { readonly phase: "unsent" | "loading" | "missing" }
  | {
      readonly phase: "ready";
      readonly lists: Lists;
      readonly current: Row | null;
      readonly isStale: boolean;
    }
  | { readonly phase: "failed"; readonly fault: Fault | null; readonly retry: () => void };

const NO_STEPS: readonly Step[] = [];

/** The lists of a screen by one execute call. */
export function useScreen(
  screen: Screen,
  params: Readonly<Record<string, string>>,
): { readonly state: ScreenState; readonly steps: readonly Step[] } {
  const { execute, catalogue, visitor, viewer } = usePortal();
  const steps = useMemo(() => completeSteps(screen, params), [screen, params]);
  const sends = isSent(screen, steps, visitor);
  const possible = useMemo(
    () => pathCanExist(catalogue, screen, steps, params, toAscii),
    [catalogue, screen, steps, params],
  );
  const query = useQuery({
    ...listsQuery(execute, viewer, sends ? steps : NO_STEPS),
    enabled: sends && possible,
    retry: false,
  });
  if (!sends) return { steps, state: { phase: "unsent" } };
  if (!possible) return { steps, state: { phase: "missing" } };
  if (query.data !== undefined) return { steps, state: readyState(screen, query.data, query.isFetching) };
  if (query.isError) {
    const fault = query.error instanceof FaultError ? query.error.fault : null;
    return { steps, state: { phase: "failed", fault, retry: () => void query.refetch() } };
  }
  return { steps, state: { phase: "loading" } };
}

function readyState(screen: Screen, lists: Lists, isStale: boolean): ScreenState {
  const of = screen.current?.of;
  const current = of === undefined ? null : (lists[of]?.[0] ?? null);
  if (of !== undefined && current === null) return { phase: "missing" };
  return { phase: "ready", lists, current, isStale };
}
