import { useMemo } from "react";
import { useSnapshot } from "valtio";
import type { Json } from "#contract/wire/json";
import type { SessionInfo, SystemInfo } from "#contract/wire/system";
import { levelAbove, type ShownPage } from "#core/route/route";
import { visitorOf } from "#core/session/session";
import { callProgress } from "../../api/call-progress.ts";
import { catalogueQuery, renewMetadata } from "../../api/queries.ts";
import { keepsMetadata } from "../../state/settings.ts";
import { KNOWN } from "../../subjects/subjects.ts";
import { ALL_ROUTES } from "../all-routes.ts";
import { PRODUCT } from "../config.ts";
import { viewerOf, type PortalPorts } from "../portal-ports.ts";
import type { Portal } from "../providers.tsx";
import { spokenData } from "../spoken.ts";
import { useAlerts } from "../use-alerts.ts";

/** What the start knows so far. */
interface Known {
  readonly session: SessionInfo | null;
  readonly system: SystemInfo | null;
  readonly catalogue: Portal["catalogue"];
  readonly showPage: (page: ShownPage) => void;
}

/** The subjects of the portal, each the same until what it depends on changes. */
export function useSubjects(ports: PortalPorts, { session, system, catalogue, showPage }: Known): Portal {
  const calls = useOwnCalls(ports);
  const metadata = useOwnMetadata(ports);
  const account = useMemo((): Portal["account"] => {
    const user = session?.user;
    return {
      visitor: visitorOf(session, system),
      loginName: textOrNull(user?.["login_name"]),
      firstName: textOrNull(user?.["first_name"]),
    };
  }, [session, system]);
  const instance = useMemo(
    () => ({ product: PRODUCT.name, wifiNetwork: system?.wifi_ssid ?? null }),
    [system],
  );
  const frame = useMemo(
    () => ({ showPage, above: (path: string) => levelAbove(ALL_ROUTES, path), useAlerts }),
    [showPage],
  );
  return { ...ports, calls, catalogue, metadata, account, instance, frame };
}

function useOwnCalls({ http, execute, session }: PortalPorts): Portal["calls"] {
  const { current } = useSnapshot(session.state);
  return useMemo(
    () => ({
      execute,
      viewer: viewerOf(session),
      callProgress: (callId, signal) => callProgress(http, callId, signal),
    }),
    // The viewer is read from the store: another session state means another viewer.
    // oxlint-disable-next-line react/exhaustive-deps
    [execute, http, session, current],
  );
}

function useOwnMetadata({ http, queries, settings }: PortalPorts): Portal["metadata"] {
  const isKept = keepsMetadata(useSnapshot(settings.state));
  return useMemo(() => {
    const source = { http, known: KNOWN };
    return {
      renewCatalogue: isKept ? null : () => renewMetadata(queries, source, spokenData(settings.state)),
      catalogueIn: (language) => queries.fetchQuery(catalogueQuery(source, language)),
    };
  }, [http, queries, settings, isKept]);
}

export function textOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
