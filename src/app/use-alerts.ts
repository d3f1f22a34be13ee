import { useQuery } from "@tanstack/react-query";
import { alertList, type Alert } from "#core/alerts";
import { alertsQuery, maintenanceQuery } from "../api/queries.ts";
import { useLocale } from "../ui/text.ts";
import { usePorts } from "./ports-context.ts";
import { viewerOf } from "./portal-ports.ts";

/** All alerts that have not ended. Everything that shows them shares one call. */
export function useAlerts(): readonly Alert[] {
  const locale = useLocale();
  const { http, session } = usePorts();
  const { data, dataUpdatedAt } = useQuery(alertsQuery(http));
  const { data: listed } = useQuery(maintenanceQuery(http, viewerOf(session)));
  return data === undefined ? [] : alertList(data, new Date(dataUpdatedAt), locale, listed);
}
