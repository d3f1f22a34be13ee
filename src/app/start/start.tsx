import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { SessionInfo, SystemInfo } from "#contract/wire/system";
import { buildCatalogue } from "#core/catalogue/catalogue";
import { isIncompatible, visitorOf } from "#core/session/session";
import { PortalProvider, type Portal } from "../../editor/portal.ts";
import {
  cachedCatalogue,
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
import { useAlerts } from "../use-alerts.ts";
import { viewerOf } from "../portal-ports.ts";
import { Frame } from "../shell/frame.tsx";
import { useRunningBuild } from "../shell/use-running-build.ts";
import { callProgress } from "../../api/call-progress.ts";
import { keepsMetadata } from "../../state/settings.ts";
import { fetchTable } from "../../ui/table/table.tsx";
import { initFailure } from "./init-failure.ts";
import { later } from "../../ui/layout/later.tsx";
import { whenIdle } from "../../ui/layout/when-idle.ts";
import { chooseLanguage } from "../i18n.ts";
import { spoken, spokenData } from "../spoken.ts";
import { showTheme } from "../theme.ts";
import { useLocation } from "react-router-dom";
import { KNOWN } from "../../subjects/subjects.ts";

const InitFailed = later("init-failed", async () => (await import("./init-failed.tsx")).InitFailed);

const NO_CATALOGUE = buildCatalogue({ metadata: [], dataTypes: [] }, KNOWN);

/** Starts the portal: versions, system, session and metadata in parallel; signed out only the first two. */
export function Start(): ReactNode {
  const ports = usePorts();
  useFollowedSettings();
  const state = useSnapshot(ports.session.state).current;
  const isSignedIn = state.kind !== "loggedOut";
  // A locked account is refused everything, so nothing more is requested.
  const asks = ["loggedIn", "impersonating"].includes(state.kind);
  const versions = useQuery(versionsQuery(ports.http));
  const system = useQuery(systemInfoQuery(ports.http));
  const session = useQuery({
    ...sessionQuery(ports.execute, viewerOf(ports.session)),
    enabled: asks,
  });
  const { catalogue, ...metadata } = useCatalogue(asks);
  const info = (isSignedIn ? session.data : null) ?? null;
  const page = usePageInfo();
  useSessionStart(info);
  useMetadataOfBuild();
  useFaultsOf([session.error, metadata.error]);
  const failure = initFailure({
    versions: { error: versions.error, isOwn: versions.data === undefined || hasOwnVersion(versions.data) },
    errors: [system.error, ...(isSignedIn ? [session.error, metadata.lacking] : [])],
    isLocked: state.kind === "locked",
  });
  const portal = usePortalValue(info, system.data ?? null, catalogue ?? NO_CATALOGUE, page.show);
  const isReady = [system.data, ...(isSignedIn ? [session.data, catalogue] : [])].every(
    (part) => part !== undefined,
  );
  useFetchAhead(isSignedIn, isReady);
  if (failure !== null) {
    return <InitFailed failure={failure} />;
  }
  return (
    <PortalProvider value={portal}>
      <Frame session={info} page={page.info} isReady={isReady} />
    </PortalProvider>
  );
}

/** The metadata in the language of the portal. Until they arrive, and if they do not arrive, those of another language are used. */
function useCatalogue(asks: boolean) {
  const { http, settings, queries } = usePorts();
  const language = spokenData(useSnapshot(settings.state));
  const { data, error } = useQuery({ ...catalogueQuery({ http, known: KNOWN }, language), enabled: asks });
  const catalogue = data ?? cachedCatalogue(queries, { http, known: KNOWN });
  return { catalogue, error, lacking: catalogue === undefined ? error : null };
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
      renewCatalogue: isKept
        ? null
        : () => renewMetadata(queries, { http, known: KNOWN }, spokenData(settings.state)),
      catalogueIn: (language) => queries.fetchQuery(catalogueQuery({ http, known: KNOWN }, language)),
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
      useAlerts,
      showPage,
      above: (path) => levelAbove(ALL_ROUTES, path),
    };
    // The viewer is read from the store: another session state means another viewer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [execute, current, catalogue, isKept, session, system, settings, shell, notices, txlist, showPage]);
}

/** Metadata belong to the delivered build (OBJ-11). */
function useMetadataOfBuild(): void {
  const { queries } = usePorts();
  const { running, delivered } = useRunningBuild();
  useEffect(() => {
    if (running !== null && delivered !== running) void dropMetadata(queries);
  }, [queries, running, delivered]);
}

/** Loads the table while the start waits for answers, and probable next parts once the page has its rows, so that they open at once and also offline (SYS-14). */
function useFetchAhead(isSignedIn: boolean, isReady: boolean): void {
  const { queries } = usePorts();
  useEffect(() => {
    if (isSignedIn) void fetchTable();
  }, [isSignedIn]);
  useEffect(() => {
    const fetch = async (): Promise<void> => (await import("./fetch-ahead-parts.ts")).fetchParts(isSignedIn);
    // A failed part is loaded again when it is needed.
    if (isReady) void whenQuiet(queries).then(() => fetch().catch(() => undefined));
  }, [queries, isSignedIn, isReady]);
}

/** Opens the account's list, and warns about a token of an older kind (SESS-05). */
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

/** Applies the fault policy to calls outside the executor too. */
function useFaultsOf(errors: readonly unknown[]): void {
  const { act } = usePorts();
  const found = errors.map(effectOfError).find((effect) => effect !== null && effect !== "shown");
  useEffect(() => {
    if (found !== undefined && found !== null) act(found);
  }, [found, act]);
}

/** Language, theme and developer mode follow the settings at once. */
function useFollowedSettings(): void {
  const { settings } = usePorts();
  const { theme, locale, developer } = useSnapshot(settings.state);
  useEffect(() => showTheme(theme), [theme]);
  useEffect(() => {
    // Styles show errors larger to developers (ERR-19).
    document.documentElement.classList.toggle("is-developer", developer);
  }, [developer]);
  useEffect(() => {
    void chooseLanguage(spoken({ locale }));
  }, [locale]);
}

const NOTHING: ShownPage = { title: null, lists: null, type: null };

/** Information that the open page has reported about itself. It is dropped as soon as the path changes. */
function usePageInfo(): { readonly info: ShownPage; readonly show: (info: ShownPage) => void } {
  const { pathname } = useLocation();
  const [told, setTold] = useState<{ readonly path: string; readonly info: ShownPage } | null>(null);
  const show = useCallback((info: ShownPage) => setTold({ path: location.pathname, info }), []);
  return { info: told?.path === pathname ? told.info : NOTHING, show };
}

const PAUSE = 100;

/** Resolves when the browser is idle and no request is open. */
async function whenQuiet(queries: QueryClient): Promise<void> {
  await whenIdle();
  while (queries.isFetching() > 0) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    await whenIdle();
  }
}
