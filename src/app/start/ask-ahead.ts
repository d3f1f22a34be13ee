import { findRoute } from "#core/route/route";
import { catalogueQuery, sessionQuery, systemInfoQuery, versionsQuery } from "../../api/queries.ts";
import { fetchTable } from "../../ui/table/table.tsx";
import { ALL_ROUTES } from "../all-routes.ts";
import { viewerOf, type PortalPorts } from "../portal-ports.ts";
import { fetchPage } from "../shell/page-host.tsx";

/**
 * Asks for all that the start waits for before React draws anything: the calls of the start at once, the parts that draw the opened
 * page beside them. `Start` finds the calls under way and reports what fails.
 */
export function askAhead({ http, queries, execute, session }: PortalPorts, path: string): void {
  void queries.prefetchQuery(versionsQuery(http));
  void queries.prefetchQuery(systemInfoQuery(http));
  const viewer = viewerOf(session);
  if (viewer.token !== null) {
    void queries.prefetchQuery(sessionQuery(execute, viewer));
    void queries.prefetchQuery(catalogueQuery(http));
    void fetchTable();
  }
  const found = findRoute(ALL_ROUTES, path);
  if (found !== null) void fetchPage(found.route);
}
