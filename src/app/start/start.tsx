import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { SessionInfo } from "#contract/wire/system";
import { buildCatalogue } from "#core/catalogue/catalogue";
import { isIncompatible } from "#core/session/session";
import {
  cachedCatalogue,
  catalogueQuery,
  dropMetadata,
  hasOwnVersion,
  sessionQuery,
  systemInfoQuery,
  versionsQuery,
} from "../../api/queries.ts";
import { effectOfError } from "../fault/fault-policy.ts";
import type { ShownPage } from "#core/route/route";
import { PortalProvider } from "../providers.tsx";
import { viewerOf, type PortalPorts } from "../portal-ports.ts";
import { Frame } from "../shell/frame.tsx";
import { useRunningBuild } from "../shell/use-running-build.ts";
import { fetchTable } from "../../ui/table/table.tsx";
import { askPage } from "./ask-ahead.ts";
import { initFailure } from "./init-failure.ts";
import { later } from "../../ui/layout/later.tsx";
import { whenIdle } from "../../ui/layout/when-idle.ts";
import { chooseLanguage } from "../i18n.ts";
import { spoken, spokenData } from "../spoken.ts";
import { showTheme } from "../theme.ts";
import { useLocation } from "react-router-dom";
import { textOrNull, useSubjects } from "./use-subjects.ts";
import { KNOWN } from "../../subjects/subjects.ts";

const InitFailed = later("init-failed", async () => (await import("./init-failed.tsx")).InitFailed);

const NO_CATALOGUE = buildCatalogue({ metadata: [], dataTypes: [] }, KNOWN);

interface StartProps {
  readonly ports: PortalPorts;
}

/** Starts the portal: versions, system, session and metadata in parallel; signed out only the first two. */
export function Start({ ports }: StartProps): ReactNode {
  useFollowedSettings(ports);
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
  const { catalogue, ...metadata } = useServedCatalogue(ports, asks);
  const info = (isSignedIn ? session.data : null) ?? null;
  const page = usePageInfo();
  useSessionStart(ports, info);
  useMetadataOfBuild(ports);
  useFaultsOf(ports, [session.error, metadata.error]);
  const failure = initFailure({
    versions: { error: versions.error, isOwn: versions.data === undefined || hasOwnVersion(versions.data) },
    errors: [system.error, ...(isSignedIn ? [session.error, metadata.lacking] : [])],
    isLocked: state.kind === "locked",
  });
  const portal = useSubjects(ports, {
    session: info,
    system: system.data ?? null,
    catalogue: catalogue ?? NO_CATALOGUE,
    showPage: page.show,
  });
  const isReady = [system.data, ...(isSignedIn ? [session.data, catalogue] : [])].every(
    (part) => part !== undefined,
  );
  useFetchAhead(ports, isSignedIn, isReady);
  if (failure !== null) {
    return <InitFailed failure={failure} />;
  }
  return (
    <PortalProvider value={portal}>
      <Frame
        session={info}
        page={page.info}
        isReady={isReady}
        onNavigate={ports.navigation.set}
        askPage={(path) => askPage(ports, path)}
      />
    </PortalProvider>
  );
}

/** The metadata in the language of the portal. Until they arrive, and if they do not arrive, those of another language are used. */
function useServedCatalogue({ http, settings, queries }: PortalPorts, asks: boolean) {
  const language = spokenData(useSnapshot(settings.state));
  const { data, error } = useQuery({ ...catalogueQuery({ http, known: KNOWN }, language), enabled: asks });
  const catalogue = data ?? cachedCatalogue(queries, { http, known: KNOWN });
  return { catalogue, error, lacking: catalogue === undefined ? error : null };
}

/** Metadata belong to the delivered build (OBJ-11). */
function useMetadataOfBuild({ queries }: PortalPorts): void {
  const { running, delivered } = useRunningBuild();
  useEffect(() => {
    if (running !== null && delivered !== running) void dropMetadata(queries);
  }, [queries, running, delivered]);
}

/** Loads the table while the start waits for answers, and probable next parts once the page has its rows, so that they open at once and also offline (SYS-14). */
function useFetchAhead({ queries }: PortalPorts, isSignedIn: boolean, isReady: boolean): void {
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
function useSessionStart(
  { txlist, notices, session: store, tabs }: PortalPorts,
  session: SessionInfo | null,
): void {
  const name = textOrNull(session?.user?.["login_name"]);
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
function useFaultsOf({ act }: PortalPorts, errors: readonly unknown[]): void {
  const found = errors.map(effectOfError).find((effect) => effect !== null && effect !== "shown");
  useEffect(() => {
    if (found !== undefined && found !== null) act(found);
  }, [found, act]);
}

/** Language, theme and developer mode follow the settings at once. */
function useFollowedSettings({ settings }: PortalPorts): void {
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
