import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { buildVersionQuery } from "../../api/queries.ts";
import { usePorts } from "../ports-context.ts";

/** The build that runs here and the one delivered now. A page asks right after it was delivered, so the first answer is its own. */
export function useRunningBuild(): { readonly running: string | null; readonly delivered: string | null } {
  const { http } = usePorts();
  const { data } = useQuery(buildVersionQuery(http));
  const first = useRef<string | null>(null);
  const delivered = data?.commit_short ?? null;
  first.current ??= delivered;
  return { running: first.current, delivered };
}
