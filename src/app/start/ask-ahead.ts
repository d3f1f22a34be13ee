import { allows } from "#contract/rule";
import { findRoute, type RouteMatch } from "#core/route/route";
import { visitorOf } from "#core/session/session";
import { catalogueQuery, sessionQuery, systemInfoQuery, versionsQuery } from "../../api/queries.ts";
import { ALL_ROUTES } from "../all-routes.ts";
import { viewerOf, type PortalPorts } from "../portal-ports.ts";
import type { AppRoute } from "../routes.ts";
import { fetchPage } from "../shell/pages.ts";

/**
 * Asks for all that the start waits for before React draws anything: the calls of the start at once, the rows of the opened page as
 * soon as it is known who asks, the part that draws it beside them. `Start` and the page find the calls under way and report what
 * fails. Done when all of it has been answered.
 */
export async function askAhead(ports: PortalPorts, path: string): Promise<void> {
  const { http, queries, session } = ports;
  const found = findRoute(ALL_ROUTES, path);
  const rows =
    session.token() === null ? [] : [askRows(ports, found), queries.prefetchQuery(catalogueQuery(http))];
  const system = queries.prefetchQuery(systemInfoQuery(http));
  // Nothing is drawn by it, and a browser has six calls under way at most.
  void queries.prefetchQuery(versionsQuery(http));
  await Promise.allSettled([...rows, system, found === null ? null : fetchPage(found.route)]);
}

/** Asks who is there, and for the rows of the page if they are for them, while nothing is drawn yet. */
async function askRows(ports: PortalPorts, found: RouteMatch<AppRoute> | null): Promise<void> {
  const { http, queries, execute, session } = ports;
  const viewer = viewerOf(session);
  const [info, system] = await Promise.all([
    queries.fetchQuery(sessionQuery(execute, viewer)),
    queries.fetchQuery(systemInfoQuery(http)),
  ]);
  const visitor = visitorOf(info, system);
  if (found === null || found.route.page.kind === "redirect" || !allows(found.route.visible, visitor)) return;
  const catalogue = () => queries.fetchQuery(catalogueQuery(http));
  await found.route.page.ask?.({ execute, viewer, visitor, queries, catalogue }, found.params);
}
