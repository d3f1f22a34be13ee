import { allows } from "#contract/rule";
import { findRoute, type RouteMatch } from "#core/route/route";
import { visitorOf } from "#core/session/session";
import { catalogueQuery, sessionQuery, systemInfoQuery, versionsQuery } from "../../api/queries.ts";
import { ALL_ROUTES } from "../all-routes.ts";
import { viewerOf, type PortalPorts } from "../portal-ports.ts";
import type { AppRoute } from "../app-route.ts";
import { fetchPage } from "../shell/pages.ts";
import { spokenData } from "../spoken.ts";
import { KNOWN } from "../../subjects/subjects.ts";

/**
 * Requests everything that the start waits for before React draws: the first calls at once, the rows of the opened page as soon as the account is
 * known, and its code beside them. `Start` and the page find these requests and report failures. Resolves when all requests are answered.
 */
export async function askAhead(ports: PortalPorts, path: string): Promise<void> {
  const { http, queries, session } = ports;
  const found = findRoute(ALL_ROUTES, path);
  const rows =
    session.token() === null ? [] : [askRows(ports, found), queries.prefetchQuery(catalogueOf(ports))];
  const system = queries.prefetchQuery(systemInfoQuery(http));
  // Sent after the other calls, because it is not needed for drawing and browsers send only six calls at a time.
  void queries.prefetchQuery(versionsQuery(http));
  await Promise.allSettled([...rows, system, found === null ? null : fetchPage(found.route)]);
}

/** Requests the rows and the code of a page when its link is pressed, before the page is drawn. The page reports failures. */
export function askPage(ports: PortalPorts, path: string): void {
  const found = findRoute(ALL_ROUTES, path);
  if (found === null || ports.session.token() === null) return;
  void fetchPage(found.route);
  askRows(ports, found).catch(() => undefined);
}

/** Requests the session, then the rows of the page if the account may see them, before anything is drawn. */
async function askRows(ports: PortalPorts, found: RouteMatch<AppRoute> | null): Promise<void> {
  const { http, queries, execute, session, settings } = ports;
  const viewer = viewerOf(session);
  const [info, system] = await Promise.all([
    queries.fetchQuery(sessionQuery(execute, viewer)),
    queries.fetchQuery(systemInfoQuery(http)),
  ]);
  const visitor = visitorOf(info, system);
  if (found === null || found.route.page.kind === "redirect" || !allows(found.route.visible, visitor)) return;
  const login = info.user?.["login_name"];
  const loginName = typeof login === "string" ? login : null;
  const { ownLists } = settings.state;
  const catalogue = () => queries.fetchQuery(catalogueOf(ports));
  await found.route.page.ask?.(
    { execute, viewer, visitor, loginName, ownLists, queries, catalogue },
    found.params,
  );
}

function catalogueOf({ http, settings }: PortalPorts) {
  return catalogueQuery({ http, known: KNOWN }, spokenData(settings.state));
}
