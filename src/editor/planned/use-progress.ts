import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { elementEnds } from "#core/txlist/test-steps";
import type { Run } from "#core/txlist/run";
import { progressQuery } from "../../api/progress-query.ts";
import { usePortal } from "../portal.ts";

/** How far a run is. */
export interface RunProgress {
  /** Elements that are done. */
  readonly done: number;
  readonly of: number;
  /** Of all steps of the call, 0 to 1: also the way through a single long element. */
  readonly share: number;
}

/** A run that is over by then asks for nothing, in ms. */
const QUIET = 1_000;

/** How far the run is, as the server tells it while it lasts; null before that is known, and when it has ended. */
export function useProgress(run: Run): RunProgress | null {
  const { callProgress } = usePortal();
  const callId = run.phase === "busy" ? run.callId : null;
  const isLong = useIsLong(callId);
  const { data } = useQuery({
    ...progressQuery(callProgress, callId ?? ""),
    enabled: callId !== null && isLong,
  });
  const ends = useMemo(() => (run.phase === "busy" ? elementEnds(run.mode, run.sent) : []), [run]);
  if (callId === null || !isLong || data === undefined || data === null) return null;
  const { step_done: steps, step_count: count } = data;
  return { done: ends.filter((end) => end <= steps).length, of: ends.length, share: steps / count };
}

/** Whether the call has been running for a while. */
function useIsLong(callId: string | null): boolean {
  const [long, setLong] = useState<string | null>(null);
  useEffect(() => {
    if (callId === null) return undefined;
    const timer = setTimeout(() => setLong(callId), QUIET);
    return () => clearTimeout(timer);
  }, [callId]);
  return callId !== null && long === callId;
}
