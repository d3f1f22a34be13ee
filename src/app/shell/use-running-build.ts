import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { buildVersionQuery } from "../../api/queries.ts";
import { useHttp } from "../../editor/http.ts";

/** The running and the delivered build. A page is loaded from the delivered build, so the first answer shows the running build. */
export function useRunningBuild(): { readonly running: string | null; readonly delivered: string | null } {
  const http = useHttp();
  const { data } = useQuery(buildVersionQuery(http));
  const delivered = data?.commit_short ?? null;
  const [running, setRunning] = useState(delivered);
  if (running === null && delivered !== null) setRunning(delivered);
  return { running, delivered };
}
