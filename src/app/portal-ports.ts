import { QueryClient } from "@tanstack/react-query";
import { LIMITS } from "#contract/limits";
import type { Execute } from "#contract/wire/outcome";
import { languageAt, localeOfTag } from "#core/locales";
import { logoutStep, type StoredToken } from "#core/session/session";
import { loginPath } from "#core/route/login-path";
import type { TextKey } from "#core/text";
import { callProgress } from "../api/call-progress.ts";
import { createExecute } from "../api/execute.ts";
import { createHttp, type Http } from "../api/http.ts";
import { askAlerts, tellsReach, type Viewer } from "../api/queries.ts";
import { openCommandLog } from "../state/indexed-log.ts";
import { createOfferedCommands, type OfferedCommands } from "../state/commands.ts";
import { createNotices, type NoticeStore } from "../state/notices.ts";
import { createSearchStore, type SearchStore } from "../state/search.ts";
import { createSession, type SessionStore } from "../state/session.ts";
import { openSessionTabs, SESSION_TABS, type SessionTabs } from "../state/session-tabs.ts";
import { createSettings, type SettingsStore } from "../state/settings.ts";
import { createShell, type ShellStore } from "../state/shell.ts";
import { createTransactionList, type TransactionList } from "../state/txlist.ts";
import { effectOf, isAboutTarget, type FaultEffect } from "./fault/fault-policy.ts";
import { watchFetch, type WatchedFetch } from "./fault/watched-fetch.ts";
import { sayFault } from "./i18n.ts";

/** Everything that lives as long as the page, wired together once. */
export interface PortalPorts {
  readonly http: Http;
  readonly execute: Execute;
  readonly queries: QueryClient;
  readonly settings: SettingsStore;
  readonly session: SessionStore;
  /** The other tabs of this browser. */
  readonly tabs: SessionTabs;
  readonly shell: ShellStore;
  readonly notices: NoticeStore;
  readonly search: SearchStore;
  readonly commands: OfferedCommands;
  /** What was sent last, for the report of an unhandled error. */
  readonly lastCall: WatchedFetch["lastCall"];
  readonly txlist: TransactionList;
  /** Acts on what the fault policy says. */
  readonly act: (effect: FaultEffect) => void;
  /** Signs out by the person's own wish. */
  readonly signOut: () => void;
  /** Signs out here and then at the identity provider, which leads back to `/login` (SESS-20). */
  readonly signOutEverywhere: () => void;
  /** Goes to a path; set by the frame as soon as it is there. */
  readonly navigation: {
    readonly to: (path: string) => void;
    readonly set: (to: (path: string) => void) => void;
  };
}

/** A server that does not say in this time what became of a call is asked again, in ms. */
const PROGRESS_WITHIN = 10_000;

/** Who is looking: rows of one account never show for another. */
export function viewerOf(session: SessionStore): Viewer {
  const { current } = session.state;
  if (current.kind === "loggedOut") return { token: null, as: null };
  return { token: current.token.gpk ?? current.token.text.slice(-8), as: session.impersonated() };
}

export function createPortalPorts(): PortalPorts {
  const settings = createSettings({ storage: localStorage });
  const session = createSession({ local: localStorage, tab: sessionStorage });
  const shell = createShell({ storage: localStorage });
  const notices = createNotices({
    now: () => Date.now(),
    later: (callback, delay) => {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  });
  const search = createSearchStore({ storage: localStorage });
  const commands = createOfferedCommands();
  let told = 0;
  /** A server that takes connections and says nothing is away as well: people are told soon, whatever the alerts say later. */
  const offlineUnlessTold = (before: number): void => {
    setTimeout(() => {
      if (told === before) shell.setOnline(false);
    }, LIMITS.alertsWithin);
  };
  const watched = watchFetch((input, init) => fetch(input, init));
  const http = createHttp({
    fetch: watched.fetch,
    token: () => session.token(),
    onReach: (isReached, path) => {
      // Whether the portal is online tells the fetch of the alerts; any other call is a reason to ask for them now (SYS-10).
      if (tellsReach(path)) {
        told++;
        shell.setOnline(isReached);
      } else if (isReached !== shell.state.isOnline) {
        if (!isReached) offlineUnlessTold(told);
        void askAlerts(queries, http);
      }
    },
    language: () => languageAt(localeOfTag(document.documentElement.lang)).data,
    sentence: sayFault,
  });
  const queries = new QueryClient({
    defaultOptions: {
      // Asked also when the browser believes to be offline: only a call tells (SYS-10).
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000, networkMode: "always" },
    },
  });
  const navigation = createNavigation();
  const plain = createExecute(http, () => session.impersonated());
  const execute: Execute = async (steps, options) => {
    const outcome = await plain(steps, options);
    if (!outcome.ok) {
      const effect = effectOf(outcome.fault, outcome.status ?? null);
      // What is wrong with the account of a test ends nothing here; it is shown at the list.
      const isOfTest = options.asLogin !== undefined && isAboutTarget(outcome.fault, effect);
      if (!isOfTest) act(effect);
    }
    return outcome;
  };
  const txlist = createTransactionList({
    execute,
    log: openCommandLog(),
    progress: (callId) => callProgress(http, callId, AbortSignal.timeout(PROGRESS_WITHIN)),
    onLost: () => shell.setPanel("isPlannedOpen", true),
    isOnline: () => shell.state.isOnline,
  });
  const forget = (keepsList: boolean) => {
    void (keepsList ? Promise.resolve() : txlist.forget()).then(() => txlist.open(null));
    session.end(keepsList);
    search.forget();
    queries.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== "system" && queryKey[0] !== "versions",
    });
  };
  const leave = (keepsList: boolean, to: string) => {
    forget(keepsList);
    navigation.to(to);
  };
  const stopImpersonating = (): void => {
    const login = session.impersonated();
    if (login === null) return;
    session.stopImpersonating();
    search.close();
    void import("./impersonation.ts").then(({ notImpersonated }) =>
      notices.show(notImpersonated("invalid", login), "invalid"),
    );
  };
  /** Ends the session here for a reason that lies elsewhere. */
  const logOut = (text: TextKey): void => {
    if (session.token() === null) return;
    notices.show({ tone: "warning", title: { key: "app.logout.title" }, text: { key: text } }, "logout");
    // An expired token must not cost a person's planned work (SESS-34).
    leave(true, loginPath(location));
  };
  const act = (effect: FaultEffect): void => {
    if (session.token() === null) return;
    if (effect === "locked") {
      session.lock();
      // It would lie above the dialog that says so.
      search.close();
    }
    if (effect === "stopImpersonating") stopImpersonating();
    if (effect !== "logOut") return;
    tabs.tellEnded(false);
    logOut("app.logout.text");
  };
  const tabs = openSessionTabs(session, {
    channel: typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(SESSION_TABS),
    // Only pages on https or localhost have locks.
    locks: (navigator as Partial<Navigator>).locks ?? null,
    now: () => Date.now(),
    onEnded: (isByChoice) => logOut(isByChoice ? "app.logout.elsewhere" : "app.logout.text"),
  });
  /** Ends impersonation and the token at the server. The call takes the token along, so it may be forgotten at once. */
  const endAtServer = async (): Promise<void> => {
    session.stopImpersonating();
    const token = tokenOf(session);
    const step = token === null ? null : logoutStep(token);
    // Ends locally even if the server cannot be told (SESS-19).
    if (step !== null) await plain([step], { dryRun: false }).catch(() => undefined);
  };
  const signOut = (): void => {
    tabs.tellEnded(true);
    void endAtServer();
    leave(settings.state.keepTa, "/login");
  };
  const signOutEverywhere = (): void => {
    // Leaving the page would take the call back; a server that does not answer keeps nobody signed in.
    tabs.tellEnded(true);
    const isOver = new Promise((resolve) => setTimeout(resolve, 5_000));
    void Promise.race([endAtServer(), isOver]).then(() => location.assign("/api/oic_logout"));
    forget(settings.state.keepTa);
  };
  const { lastCall } = watched;
  return {
    http,
    execute,
    queries,
    settings,
    session,
    tabs,
    shell,
    notices,
    search,
    commands,
    lastCall,
    txlist,
    act,
    signOut,
    signOutEverywhere,
    navigation,
  };
}

/** What is said before the frame is there leads on as soon as it is: the answer that ends a session may come that early. */
function createNavigation(): PortalPorts["navigation"] {
  let goTo: ((path: string) => void) | null = null;
  let waiting: string | null = null;
  return {
    to: (path) => {
      if (goTo === null) waiting = path;
      else goTo(path);
    },
    set: (to) => {
      goTo = to;
      if (waiting !== null) to(waiting);
      waiting = null;
    },
  };
}

function tokenOf(session: SessionStore): StoredToken | null {
  const { current } = session.state;
  return current.kind === "loggedOut" ? null : current.token;
}
