import { useCallback } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { alertList, type Alert } from "#core/alerts";
import { askAlerts, alertsQuery, maintenanceQuery } from "../api/queries.ts";
import { useHttp } from "../editor/http.ts";
import { useLocale } from "../ui/text.ts";
import { useSession } from "./session-ports.ts";
import { viewerOf } from "./portal-ports.ts";

/** All alerts that have not ended. Everything that shows them shares one call. */
export function useAlerts(): readonly Alert[] {
  const locale = useLocale();
  const http = useHttp();
  const { session } = useSession();
  const { data, dataUpdatedAt } = useQuery(alertsQuery(http));
  const { data: listed } = useQuery(maintenanceQuery(http, viewerOf(session)));
  return data === undefined ? [] : alertList(data, new Date(dataUpdatedAt), locale, listed);
}

/** Requests the alerts now, which tell whether the server is reached (SYS-10). */
export function useAskAlerts(): (isAnew?: boolean) => Promise<void> {
  const http = useHttp();
  const queries = useQueryClient();
  return useCallback((isAnew) => askAlerts(queries, http, isAnew), [queries, http]);
}
