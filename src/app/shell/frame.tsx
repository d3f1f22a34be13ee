import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type PointerEvent,
  type ReactNode,
  memo,
  useState,
  type CSSProperties,
} from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { SessionInfo } from "#contract/wire/system";
import { crumbsOf, findRoute, pageTitle, type ShownPage } from "#core/route/route";
import { mailLink } from "#core/route/mail-link";
import { PlannerHost } from "../../editor/planning/planner-host.tsx";
import { useAccount } from "../../editor/portal/account.ts";
import { useNotices, useSettings, useShell } from "../../editor/portal/stores.ts";
import { Toaster } from "../../ui/feedback/toaster.tsx";
import { later } from "../../ui/layout/later.tsx";
import { MayOpenProvider, NavigateContext, Link } from "../../ui/layout/link.tsx";
import { useIsNarrow } from "../../ui/layout/use-media.ts";
import { useText, sayText } from "../../ui/text.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { ALL_ROUTES, useMayOpen } from "../all-routes.ts";
import { PRODUCT } from "../config.ts";
import { Beside } from "../fault/beside.tsx";
import { useMode, useSystem } from "../use-system.ts";
import { FrameDialogs } from "./frame-dialogs.tsx";
import { Navigation } from "./navigation.tsx";
import { NoticeLines } from "./notice-lines.tsx";
import { PageHost } from "./page-host.tsx";
import { PlannedSide } from "./planned-side.tsx";
import { TopBar } from "./top-bar.tsx";
import { useRunningBuild } from "./use-running-build.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import "./shell.css";

export interface FrameProps {
  readonly session: SessionInfo | null;
  readonly page: ShownPage;
  /** Session and metadata are loaded. */
  readonly isReady: boolean;
  /** Gets what opens a path for code outside of the frame. */
  readonly onNavigate: (to: (path: string) => void) => void;
  /** Requests the page at a path before it is opened. */
  readonly askPage: (path: string) => void;
}

export function Frame({ session, page, isReady, onNavigate, askPage }: FrameProps): ReactNode {
  const shell = useShell();
  const settings = useSettings();
  const { visitor } = useAccount();
  const navigate = useNavigate();
  const latest = useLatest(navigate);
  // The same function at every address, because a new one would redraw every link of the page.
  const follow = useCallback((to: string) => void latest.current(to), [latest]);
  const mayOpen = useMayOpen(visitor);
  const { pathname } = useLocation();
  const panels = useSnapshot(shell.state);
  const { singleKeys } = useSnapshot(settings.state);
  const isNarrow = useIsNarrow();
  useEffect(() => {
    // Synchronous, so that the page being left does not request rows as a visitor (SESS-19).
    onNavigate((path) => void navigate(path, { flushSync: true }));
  }, [onNavigate, navigate]);
  const keys = useShortcuts(singleKeys, isNarrow);
  useTopOfPage(pathname);
  const match = useMemo(() => findRoute(ALL_ROUTES, pathname), [pathname]);
  const say = useText();
  const name = page.title ?? say(match?.route.title ?? "app.invalidUrl.title");
  const mode = useMode();
  useEffect(() => {
    document.title = pageTitle(PRODUCT.name, name, mode);
  }, [name, mode]);
  const crumbs = useMemo(() => crumbsOf(ALL_ROUTES, pathname, page), [pathname, page]);
  const hasPlanned = visitor.signedIn && panels.isPlannedOpen;
  return (
    <NavigateContext value={follow}>
      <div
        className="frame"
        data-mode={mode === "production" ? undefined : mode}
        data-nav={panels.isNavigationOpen ? "open" : "collapsed"}
        {...plannedIn(hasPlanned, isNarrow ? 0 : panels.plannedWidth)}
        onPointerDown={(event) => askPressed(askPage, event)}
      >
        <SkipLinks hasPlanned={hasPlanned} />
        <TopBar session={session} crumbs={crumbs} title={name} isNarrow={isNarrow} keys={keys} />
        <Navigation isNarrow={isNarrow} />
        <MayOpenProvider value={mayOpen}>
          <PlannerHost>
            <main id="content" tabIndex={-1}>
              <NoticeLines />
              <PageHost match={match} path={pathname} isReady={isReady} />
            </main>
            {hasPlanned && <PlannedSide isNarrow={isNarrow} />}
          </PlannerHost>
        </MayOpenProvider>
        <Footer />
      </div>
      <Notices />
      <FrameDialogs keys={keys} />
    </NavigateContext>
  );
}

/** Whether the drawer is open, and its width, which pages take into account. */
function plannedIn(isOpen: boolean, width: number) {
  const style: CSSProperties & Record<"--drawer", string> = { "--drawer": `${String(width)}px` };
  return { "data-planned": isOpen ? "open" : "closed", style: isOpen ? style : undefined };
}

function SkipLinks({ hasPlanned }: { readonly hasPlanned: boolean }): ReactNode {
  const say = useText();
  return (
    <div className="skip-links">
      <a href="#content">{say("app.skip.content")}</a>
      {hasPlanned && <a href="#planned">{say("app.skip.planned")}</a>}
    </div>
  );
}

/** Requests the page of a link when the link is pressed, because releasing it will open the page. */
function askPressed(askPage: FrameProps["askPage"], { button, target, pointerType }: PointerEvent): void {
  // A finger presses links also when it scrolls.
  if (pointerType === "touch") return;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href^='/']") : null;
  if (button === 0 && link !== null) askPage(link.pathname);
}

/** Scrolls a new page to its top. When somebody goes back, the browser restores the scroll position itself. */
function useTopOfPage(pathname: string): void {
  const type = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (type !== "POP") window.scrollTo(0, 0);
  }, [pathname, type]);
}

/** The notices of the portal as messages at the lower edge. */
function Notices(): ReactNode {
  const say = useText();
  const notices = useNotices();
  const { list } = useSnapshot(notices.state);
  return (
    <Toaster
      messages={list.map(({ id, tone, title, text }) =>
        title === null
          ? { id: String(id), tone, title: sayText(say, text) }
          : { id: String(id), tone, title: sayText(say, title), text: sayText(say, text) },
      )}
      onHold={(id) => notices.hold(Number(id))}
      onRelease={(id) => notices.release(Number(id))}
      onGone={(id) => notices.close(Number(id))}
    />
  );
}

const VersionDialog = later("overlays", async () => (await import("./overlays.tsx")).VersionDialog);

/** Mode, version, build and middleware, the object of the page, support (SHELL-13 to SHELL-17). */
const Footer = memo(function Footer(): ReactNode {
  const say = useText();
  const system = useSystem();
  const shell = useShell();
  const { current } = useSnapshot(shell.state);
  const { running } = useRunningBuild();
  const [isOpen, setOpen] = useState(false);
  return (
    <footer className="footer">
      {system !== null && (
        <button type="button" className="link-button" onClick={() => setOpen(true)}>
          {[
            system.host_oper_mode.mode,
            `${system.version_name} ${system.version}`,
            ...(running === null ? [] : [say("app.footer.build", { commit: running })]),
            say("app.footer.middleware", { commit: system.commit_short }),
          ].join(" · ")}
        </button>
      )}
      {current !== null && (
        <Link to={`/object/${encodeURIComponent(current.gpk)}?type=${encodeURIComponent(current.type)}`}>
          {say("app.footer.object", { gpk: current.gpk })}
        </Link>
      )}
      {system !== null && system.links.support !== null && (
        <a href={mailLink(system.links.support)}>{say("app.footer.support")}</a>
      )}
      {isOpen && system !== null && (
        <Beside onBroken={() => setOpen(false)}>
          <VersionDialog build={running} onClose={() => setOpen(false)} />
        </Beside>
      )}
    </footer>
  );
});
