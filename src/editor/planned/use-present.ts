import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { LIMITS } from "#contract/limits";
import type { Lists } from "#contract/wire/outcome";
import { presentSteps } from "#core/txlist/overtaken";
import type { Planned } from "#core/txlist/planned";
import { listsQuery } from "../../api/queries.ts";
import { usePortal } from "../portal.ts";

/** A burst of changes to the list is followed by one look at the server, in ms. */
const REST = 1_500;
const NOTHING: Lists = {};

/** Present rows of what the list was planned on, by element: read when the list has come to rest, every minute, and when the window is looked at again. */
export function usePresent(items: readonly Planned[], isBusy: boolean): Lists {
  const { execute, viewer, catalogue, shell } = usePortal();
  const { isOnline } = useSnapshot(shell.state);
  const [rested, setRested] = useState(items);
  useEffect(() => {
    const timer = setTimeout(() => setRested(items), REST);
    return () => clearTimeout(timer);
  }, [items]);
  const steps = useMemo(() => presentSteps(rested, catalogue), [rested, catalogue]);
  const query = useQuery({
    ...listsQuery(execute, viewer, steps),
    enabled: steps.length > 0 && !isBusy && isOnline,
    placeholderData: keepPreviousData,
    refetchInterval: LIMITS.pollEvery,
    refetchOnWindowFocus: true,
    // What others did meanwhile is the question.
    staleTime: 0,
    retry: false,
  });
  return query.data ?? NOTHING;
}
