import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useMemo, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { SessionInfo, SystemInfo } from "#contract/wire/system";
import { buildCatalogue } from "#core/catalogue/catalogue";
import { isIncompatible, visitorOf } from "#core/session/session";
import { PortalProvider, type Portal } from "../../editor/portal.ts";
import {
  catalogueQuery,
  dropMetadata,
  hasOwnVersion,
  renewMetadata,
  sessionQuery,
  systemInfoQuery,
  versionsQuery,
} from "../../api/queries.ts";
import { effectOfError } from "../fault/fault-policy.ts";
import { levelAbove, type ShownPage } from "#core/route/route";
import { ALL_ROUTES } from "../all-routes.ts";
import { PRODUCT } from "../config.ts";
import { usePorts } from "../ports-context.ts";
import { viewerOf } from "../portal-ports.ts";
import { Frame } from "../shell/frame.tsx";
import { useFollowedSettings } from "../shell/use-followed-settings.ts";
import { usePageInfo } from "../shell/use-page-info.ts";
import { useRunningBuild } from "../shell/use-running-build.ts";
import { callProgress } from "../../api/call-progress.ts";
import { keepsMetadata } from "../../state/settings.ts";
import { fetchTable } from "../../ui/table/table.tsx";
import { fetchAhead } from "./fetch-ahead.ts";
import { initFailure } from "./init-failure.ts";
import { later } from "../../ui/layout/later.tsx";

const InitFailed = later("init-failed", async () => (await import("./init-failed.tsx")).InitFailed);

const NO_CATALOGUE = buildCatalogue({ metadata: [], dataTypes: [], attributeTexts: [] });

/** Starts the portal: versions, system, session and metadata in parallel, signed out the first two (architecture 1.5). */
export function Start(): ReactNode {
  const ports = usePorts();
  useFollowedSettings();
  const state = useSnapshot(ports.session.state).current;
  const isSignedIn = state.kind !== "loggedOut";
  // A locked account is refused everything: nothing more is asked for it.
  const asks = ["loggedIn", "impersonating"].includes(state.kind);
  const versions = useQuery(versionsQuery(ports.http));
  const system = useQuery(systemInfoQuery(ports.http));
  const session = useQuery({
    ...sessionQuery(ports.execute, viewerOf(ports.session)),
    enabled: asks,
  });
  const metadata = useQuery({ ...catalogueQuery(ports.http), enabled: asks });
  const info = (isSignedIn ? session.data : null) ?? null;
  const page = usePageInfo();
  useSessionStart(info);
  useMetadataOfBuild();
  useFaultsOf([session.error, metadata.error]);
  const failure = initFailure({
    versions: { error: versions.error, isOwn: versions.data === undefined || hasOwnVersion(versions.data) },
    errors: [system.error, ...(isSignedIn ? [session.error, metadata.error] : [])],
    isLocked: state.kind === "locked",
  });
  const portal = usePortalValue(info, system.data ?? null, metadata.data ?? NO_CATALOGUE, page.show);
  const isReady = [system.data, ...(isSignedIn ? [session.data, metadata.data] : [])].every(
    (part) => part !== undefined,
  );
  useFetchAhead(isSignedIn, isReady);
  if (failure !== null) {
    return (
      <Suspense fallback={null}>
        <InitFailed failure={failure} />
      </Suspense>
    );
  }
  return (
    <PortalProvider value={portal}>
      <Frame system={system.data ?? null} session={info} page={page.info} isReady={isReady} />
    </PortalProvider>
  );
}

function usePortalValue(
  session: SessionInfo | null,
  system: SystemInfo | null,
  catalogue: Portal["catalogue"],
  showPage: (page: ShownPage) => void,
): Portal {
  const { http, execute, queries, settings, shell, notices, search, commands, txlist, ...ports } = usePorts();
  const { session: store } = ports;
  const { current } = useSnapshot(store.state);
  const isKept = keepsMetadata(useSnapshot(settings.state));
  return useMemo(() => {
    const login = session?.user?.["login_name"];
    const firstName = session?.user?.["first_name"];
    return {
      product: PRODUCT.name,
      execute,
      callProgress: (callId, signal) => callProgress(http, callId, signal),
      viewer: viewerOf(store),
      catalogue,
      renewCatalogue: isKept ? null : () => renewMetadata(queries, http),
      visitor: visitorOf(session, system),
      loginName: typeof login === "string" ? login : null,
      firstName: typeof firstName === "string" ? firstName : null,
      wifiNetwork: system?.wifi_ssid ?? null,
      settings,
      shell,
      notices,
      search,
      commands,
      txlist,
      showPage,
      above: (path) => levelAbove(ALL_ROUTES, path),
    };
    // The viewer is read from the store: another session state means another viewer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [execute, current, catalogue, isKept, session, system, settings, shell, notices, txlist, showPage]);
}

/** The descriptions of objects are those of the build that is delivered (OBJ-11). */
function useMetadataOfBuild(): void {
  const { queries } = usePorts();
  const { running, delivered } = useRunningBuild();
  useEffect(() => {
    if (running !== null && delivered !== running) void dropMetadata(queries);
  }, [queries, running, delivered]);
}

/** The table while the start waits for its answers, everything else when the opened page is drawn. */
function useFetchAhead(isSignedIn: boolean, isReady: boolean): void {
  const { queries } = usePorts();
  useEffect(() => {
    if (isSignedIn) void fetchTable();
  }, [isSignedIn]);
  useEffect(() => {
    if (isReady) fetchAhead(queries, isSignedIn);
  }, [queries, isSignedIn, isReady]);
}

/** Opens the list of the account, and says so when the token is of an older kind (SESS-05). */
function useSessionStart(session: SessionInfo | null): void {
  const { txlist, notices, session: store, tabs } = usePorts();
  const login = session?.user?.["login_name"];
  const name = typeof login === "string" ? login : null;
  useEffect(() => {
    if (name === null) return;
    void txlist.open(name);
    if (store.impersonated() === null) tabs.tellBegun(name);
  }, [txlist, store, tabs, name]);
  const isStarted = session !== null;
  useEffect(() => {
    const { current } = store.state;
    if (!isStarted || current.kind === "loggedOut" || !isIncompatible(current.token)) return;
    notices.show(
      { tone: "warning", title: { key: "app.token.title" }, text: { key: "app.token.text" } },
      "token",
    );
  }, [isStarted, store, notices]);
}

/** Calls that do not go through the executor obey the fault policy as well. */
function useFaultsOf(errors: readonly unknown[]): void {
  const { act } = usePorts();
  const found = errors.map(effectOfError).find((effect) => effect !== null && effect !== "shown");
  useEffect(() => {
    if (found !== undefined && found !== null) act(found);
  }, [found, act]);
}
