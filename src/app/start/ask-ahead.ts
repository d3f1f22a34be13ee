import { allows } from "#contract/rule";
import { findRoute } from "#core/route/route";
import { visitorOf } from "#core/session/session";
import { catalogueQuery, sessionQuery, systemInfoQuery, versionsQuery } from "../../api/queries.ts";
import { fetchTable } from "../../ui/table/table.tsx";
import { ALL_ROUTES } from "../all-routes.ts";
import { viewerOf, type PortalPorts } from "../portal-ports.ts";
import { fetchPage } from "../shell/page-host.tsx";

/**
 * Asks for all that the start waits for before React draws anything: the calls of the start at once, the rows of the opened page as
 * soon as it is known who asks, the parts that draw it beside them. `Start` and the page find the calls under way and report what fails.
 */
export function askAhead(ports: PortalPorts, path: string): void {
  const { http, queries, execute, session } = ports;
  const viewer = viewerOf(session);
  if (viewer.token !== null) {
    void queries.prefetchQuery(sessionQuery(execute, viewer));
    void queries.prefetchQuery(catalogueQuery(http));
    void askRows(ports, path).catch(() => undefined);
    void fetchTable();
  }
  void queries.prefetchQuery(systemInfoQuery(http));
  // Nothing is drawn by it, and a browser has six calls under way at most.
  void queries.prefetchQuery(versionsQuery(http));
  const found = findRoute(ALL_ROUTES, path);
  if (found !== null) void fetchPage(found.route);
}

/** Asks for the rows of a page while React has not drawn it yet. */
async function askRows({ http, queries, execute, session }: PortalPorts, path: string): Promise<void> {
  const found = findRoute(ALL_ROUTES, path);
  if (found === null || found.route.page.kind === "redirect") return;
  const viewer = viewerOf(session);
  const [info, system] = await Promise.all([
    queries.fetchQuery(sessionQuery(execute, viewer)),
    queries.fetchQuery(systemInfoQuery(http)),
  ]);
  const visitor = visitorOf(info, system);
  if (!allows(found.route.visible, visitor)) return;
  const catalogue = () => queries.fetchQuery(catalogueQuery(http));
  await found.route.page.ask?.({ execute, viewer, visitor, queries, catalogue }, found.params);
}
