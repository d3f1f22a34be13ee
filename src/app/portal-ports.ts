import { QueryClient } from "@tanstack/react-query";
import { LIMITS } from "#contract/limits";
import type { Execute } from "#contract/wire/outcome";
import { languageAt, localeOfTag } from "#core/locales";
import { endsTokens, logoutStep } from "#core/session/session";
import { loginPath } from "#core/route/login-path";
import type { TextKey } from "#core/text";
import { callProgress } from "../api/call-progress.ts";
import { createExecute } from "../api/execute.ts";
import { createHttp, type Http } from "../api/http.ts";
import { askAlerts, tellsReach, type Viewer } from "../api/queries.ts";
import { withSentAhead } from "../api/sent-ahead.ts";
import { openCommandLog } from "../state/indexed-log.ts";
import { createOfferedCommands } from "../state/commands.ts";
import { createNotices } from "../state/notices.ts";
import { createSearchStore } from "../state/search.ts";
import { createSession, type SessionStore } from "../state/session.ts";
import { openSessionTabs, SESSION_TABS } from "../state/session-tabs.ts";
import { createSettings } from "../state/settings.ts";
import { createShell } from "../state/shell.ts";
import { createTransactionList } from "../state/txlist.ts";
import { effectOf, isAboutTarget, type FaultEffect } from "./fault/fault-policy.ts";
import { watchFetch } from "./fault/watched-fetch.ts";
import { sayFault } from "./i18n.ts";

export type PortalPorts = ReturnType<typeof createPortalPorts>;

/** Time in ms after which the question about a call is repeated. */
const PROGRESS_WITHIN = 10_000;

/** Identity of the reader, so that rows of one account never show for another. */
export function viewerOf(session: SessionStore): Viewer {
  const { current } = session.state;
  if (current.kind === "loggedOut") return { token: null, as: null };
  return { token: current.token.gpk ?? current.token.text.slice(-8), as: session.impersonated() };
}

/** Everything that lives as long as the page, wired once. */
export function createPortalPorts() {
  const stores = createStores();
  const { session, shell } = stores;
  const calls = createCalls(stores);
  const { http } = calls;
  const plain = createExecute(http, () => session.impersonated());
  const execute: Execute = async (steps, options) => {
    const outcome = await plain(steps, options);
    if (!outcome.ok) {
      const effect = effectOf(outcome.fault, outcome.status ?? null);
      // A fault about the account of a test does not end the session, and the list shows it.
      const isOfTest = options.asLogin !== undefined && isAboutTarget(outcome.fault, effect);
      if (!isOfTest) ends.act(effect);
    } else if (!options.dryRun && !outcome.rolledBack && endsTokens(steps)) ends.tabs.tellDoubt();
    return outcome;
  };
  const txlist = createTransactionList({
    execute,
    log: openCommandLog(localStorage),
    progress: (callId) => callProgress(http, callId, AbortSignal.timeout(PROGRESS_WITHIN)),
    onLost: () => shell.setPanel("isPlannedOpen", true),
    isOnline: () => shell.state.isOnline,
  });
  const navigation = createNavigation();
  const forget = (keepsList: boolean) => {
    void (keepsList ? Promise.resolve() : txlist.forget()).then(() => txlist.open(null));
    session.end(keepsList);
    stores.search.forget();
    calls.queries.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== "system" && queryKey[0] !== "versions",
    });
  };
  const leave = (keepsList: boolean, to: string) => {
    forget(keepsList);
    navigation.to(to);
  };
  const ends = createEnds(stores, leave, () => void execute([], { dryRun: true }));
  const signOuts = createSignOuts({ ...stores, ...ends, http, plain, forget, leave });
  return { ...stores, ...calls, ...ends, ...signOuts, execute, txlist, navigation };
}

type Stores = ReturnType<typeof createStores>;

function createStores() {
  return {
    settings: createSettings({ storage: localStorage }),
    session: createSession({ local: localStorage, tab: sessionStorage }),
    shell: createShell({ storage: localStorage }),
    notices: createNotices({
      now: () => Date.now(),
      later: (callback, delay) => {
        const timer = setTimeout(callback, delay);
        return () => clearTimeout(timer);
      },
    }),
    search: createSearchStore({ storage: localStorage }),
    commands: createOfferedCommands(),
  };
}

/** The calls of the portal, their cache, and the last call for the report of an unhandled error. */
function createCalls({ session, shell }: Stores) {
  let told = 0;
  /** Counts a server as unreachable if no call for alerts ends in time, so that people are told soon. A later answer may correct this. */
  const offlineUnlessTold = (before: number): void => {
    setTimeout(() => {
      if (told === before) shell.setOnline(false);
    }, LIMITS.alertsWithin);
  };
  const { fetch: watched, lastCall } = watchFetch(withSentAhead((input, init) => fetch(input, init)));
  const http = createHttp({
    fetch: watched,
    token: () => session.token(),
    onReach: (isReached, path) => {
      // Calls for alerts decide whether the portal is online; any other failed call triggers one now (SYS-10).
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
      // Sent even if the browser reports that it is offline, because only a call shows the truth (SYS-10).
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000, networkMode: "always" },
    },
  });
  return { http, queries, lastCall };
}

type Leave = (keepsList: boolean, to: string) => void;

/** Ends of a session from outside: by the fault policy, or by another tab. */
function createEnds({ session, search, notices }: Stores, leave: Leave, onDoubt: () => void) {
  const stopImpersonating = (): void => {
    const login = session.impersonated();
    if (login === null) return;
    session.stopImpersonating();
    search.close();
    void import("./impersonation.ts").then(({ notImpersonated }) =>
      notices.show(notImpersonated("invalid", login), "invalid"),
    );
  };
  const logOut = (text: TextKey): void => {
    if (session.token() === null) return;
    notices.show({ tone: "warning", title: { key: "app.logout.title" }, text: { key: text } }, "logout");
    // An expired token must not cost a person's planned work (SESS-34).
    leave(true, loginPath(location));
  };
  const tabs = openSessionTabs(session, {
    channel: typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(SESSION_TABS),
    // Locks need https or localhost.
    locks: (navigator as Partial<Navigator>).locks ?? null,
    now: () => Date.now(),
    onDoubt,
    onEnded: (isByChoice) => logOut(isByChoice ? "app.logout.elsewhere" : "app.logout.text"),
  });
  /** Carries out the fault policy. */
  const act = (effect: FaultEffect): void => {
    if (session.token() === null) return;
    if (effect === "locked") {
      session.lock();
      search.close();
    }
    if (effect === "stopImpersonating") stopImpersonating();
    if (effect !== "logOut") return;
    tabs.tellEnded(false);
    logOut("app.logout.text");
  };
  return { tabs, act };
}

/** Time in ms for the answer to a sign-out everywhere. */
const ANSWER_WITHIN = 5_000;

const OTHERS_LEFT = {
  tone: "warning",
  title: { key: "app.logout.title" },
  text: { key: "app.logout.othersLeft" },
} as const;

interface SignOutParts
  extends Pick<Stores, "session" | "settings" | "notices">, Pick<ReturnType<typeof createEnds>, "tabs"> {
  readonly http: Pick<Http, "post">;
  readonly plain: Execute;
  readonly forget: (keepsList: boolean) => void;
  readonly leave: Leave;
}

function createSignOuts({ session, settings, notices, tabs, http, plain, forget, leave }: SignOutParts) {
  /** Ends impersonation and deletes the token on the server. The call carries the token, so it can be forgotten at once. */
  const endAtServer = async (): Promise<void> => {
    session.stopImpersonating();
    const { current } = session.state;
    const step = current.kind === "loggedOut" ? null : logoutStep(current.token);
    // Ends locally even if the server is unreachable (SESS-19).
    if (step !== null) await plain([step], { dryRun: false }).catch(() => undefined);
  };
  return {
    signOut: (): void => {
      tabs.tellEnded(true);
      void endAtServer();
      leave(settings.state.keepTa, "/login");
    },
    /**
     * Ends all sessions of the account, then the session at the identity provider, which returns to `/login` (SESS-20, SESS-35). If the server does
     * not answer, the session ends here and a message says that other sessions may continue.
     */
    signOutEverywhere: (): void => {
      const { current } = session.state;
      if (current.kind === "loggedOut") return;
      session.stopImpersonating();
      tabs.tellAllEnded();
      const ended = http.post("/api/sign_out_everywhere", {
        body: {},
        token: current.token.text,
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      });
      forget(settings.state.keepTa);
      void ended.then(
        () => location.assign("/api/oic_logout"),
        () => {
          notices.show(OTHERS_LEFT, "logout");
          leave(settings.state.keepTa, "/login");
        },
      );
    },
  };
}

/** Keeps a path until the frame exists, because the answer that ends a session may come before. */
function createNavigation() {
  let goTo: ((path: string) => void) | null = null;
  let waiting: string | null = null;
  return {
    to: (path: string): void => {
      if (goTo === null) waiting = path;
      else goTo(path);
    },
    /** Called by the frame. */
    set: (to: (path: string) => void): void => {
      goTo = to;
      if (waiting !== null) to(waiting);
      waiting = null;
    },
  };
}
