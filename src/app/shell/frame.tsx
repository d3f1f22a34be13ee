import { useCallback, useEffect, useMemo, type ReactNode } from "react";
import { useLocation, useNavigate, type NavigateFunction } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { SessionInfo, SystemInfo } from "#contract/wire/system";
import { crumbsOf, findRoute, type ShownPage } from "#core/route/route";
import { pageTitle } from "#core/route/title";
import { usePortal } from "../../editor/portal.ts";
import { PlannerHost } from "../../editor/planning/planner-host.tsx";
import { MayOpenProvider, NavigateProvider, type Navigate } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { PRODUCT } from "../config.ts";
import { usePorts } from "../ports-context.ts";
import { ALL_ROUTES } from "../all-routes.ts";
import { Footer } from "./footer.tsx";
import { FrameDialogs } from "./frame-dialogs.tsx";
import { Navigation } from "./navigation.tsx";
import { NoticeLines } from "./notice-lines.tsx";
import { Notices } from "./notices.tsx";
import { PageHost } from "./page-host.tsx";
import { PlannedSide } from "./planned-side.tsx";
import { TopBar } from "./top-bar.tsx";
import { useMayOpen } from "./use-may-open.ts";
import { useIsNarrow } from "../../ui/layout/use-is-narrow.ts";
import { useKeptFocus } from "../../ui/layout/use-kept-focus.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useTopOfPage } from "./use-top-of-page.ts";
import "./shell.css";

export interface FrameProps {
  readonly system: SystemInfo | null;
  readonly session: SessionInfo | null;
  readonly page: ShownPage;
  /** Session and metadata are there: the page can be drawn. */
  readonly isReady: boolean;
}

/** The frame around every page. */
export function Frame({ system, session, page, isReady }: FrameProps): ReactNode {
  const { shell, navigation, settings } = usePorts();
  const { visitor } = usePortal();
  const navigate = useNavigate();
  const follow = useFollow(navigate);
  const mayOpen = useMayOpen(visitor);
  const { pathname } = useLocation();
  const panels = useSnapshot(shell.state);
  const { singleKeys } = useSnapshot(settings.state);
  const isNarrow = useIsNarrow();
  useEffect(() => {
    // At once, with whatever else changes: the page that is left must not be asked what it shows to a visitor (SESS-19).
    navigation.set((path) => void navigate(path, { flushSync: true }));
  }, [navigation, navigate]);
  const keys = useShortcuts(singleKeys, isNarrow);
  useTopOfPage(pathname);
  useKeptFocus();
  const match = useMemo(() => findRoute(ALL_ROUTES, pathname), [pathname]);
  const say = useText();
  const name = page.title ?? say(match?.route.title ?? "app.invalidUrl.title");
  const mode = modeOf(system);
  usePageTitle(name, mode);
  const crumbs = useMemo(() => crumbsOf(ALL_ROUTES, pathname, page), [pathname, page]);
  const hasPlanned = visitor.signedIn && panels.isPlannedOpen;
  return (
    <NavigateProvider value={follow}>
      <div
        className="frame"
        data-mode={mode === "production" ? undefined : mode}
        data-nav={panels.isNavigationOpen ? "open" : "collapsed"}
        data-planned={hasPlanned ? "open" : "closed"}
      >
        <div className="skip-links">
          <a href="#content">{say("app.skip.content")}</a>
          {hasPlanned && <a href="#planned">{say("app.skip.planned")}</a>}
        </div>
        <TopBar
          system={system}
          session={session}
          crumbs={crumbs}
          title={name}
          isNarrow={isNarrow}
          keys={keys}
        />
        <Navigation system={system} visitor={visitor} isNarrow={isNarrow} />
        <MayOpenProvider value={mayOpen}>
          <PlannerHost>
            <main id="content" tabIndex={-1}>
              <NoticeLines mode={mode} />
              <PageHost match={match} path={pathname} isReady={isReady} />
            </main>
            {hasPlanned && <PlannedSide isNarrow={isNarrow} />}
          </PlannerHost>
        </MayOpenProvider>
        <Footer system={system} />
      </div>
      <Notices />
      <FrameDialogs system={system} keys={keys} />
    </NavigateProvider>
  );
}

/** The same function at every address: a new one would draw every link of the page anew. */
function useFollow(navigate: NavigateFunction): Navigate {
  const latest = useLatest(navigate);
  return useCallback((to) => void latest.current(to), [latest]);
}

type Mode = SystemInfo["host_oper_mode"]["mode"] | null;

function modeOf(system: SystemInfo | null): Mode {
  return system?.host_oper_mode.mode ?? null;
}

function usePageTitle(name: string, mode: Mode): void {
  useEffect(() => {
    document.title = pageTitle(PRODUCT.name, name, mode);
  }, [name, mode]);
}
