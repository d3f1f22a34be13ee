import { subscribe } from "valtio";
import type { StoredToken } from "#core/session/session";
import { tokenFrom, type SessionStore } from "./session.ts";

/** Name of the channel, and of the lock beside it. */
export const SESSION_TABS = "netportal-session";
/** How long the tabs that have a token are waited for, in ms. */
const KNOWN = 1_000;
/** Said of a session that a person ended. */
const CHOICE = "choice";
/** How long, where the browser does not tell whether there are any. */
const UNKNOWN = 100;

export interface TabPorts {
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener" | "removeEventListener"> | null;
  /** Missing on pages that are neither on https nor on localhost. */
  readonly locks: Pick<LockManager, "request" | "query"> | null;
  readonly now: () => number;
  /** The session of this tab is over, another tab says: somebody signed out there, or the server refused its token. */
  readonly onEnded: (isByChoice: boolean) => void;
}

export interface SessionTabs {
  /** Takes the token of the tab that was used last; signed in already, or alone, it asks nobody. */
  join(): Promise<void>;
  /** Tells the tabs with the same token that its session is over, and whether a person wanted that. */
  tellEnded(isByChoice: boolean): void;
  /** The account of this tab's session is known: tabs whose own session of that account is over come along. */
  tellBegun(login: string): void;
  /** A person has done something in this tab. */
  readonly use: () => void;
}

interface Account {
  readonly login: string;
  readonly token: string;
}

interface Answer {
  readonly token: StoredToken;
  readonly usedAt: number;
}

/**
 * A new tab gets the token from a tab of the same browser by word of mouth, so that nothing is written for it. Impersonation is never
 * handed over. A shared lock says that a tab has a token to give: whoever is alone does not wait.
 */
export function openSessionTabs(session: SessionStore, ports: TabPorts): SessionTabs {
  const { channel, locks, now, onEnded } = ports;
  let usedAt = now();
  /** Whose session this tab has, and whose it had last, with the token that is over. */
  let account: Account | null = null;
  let lost: Account | null = null;
  const holds = createHold(locks);
  holds(session.unkept() !== null);
  const follow = (): void => {
    holds(session.unkept() !== null);
    if (session.token() !== null) lost = null;
    else if (account !== null) [lost, account] = [account, null];
  };
  subscribe(session.state, follow, true);
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const token = session.unkept();
    if (textOf(data, "ask") !== null && token !== null) {
      // A copy: what a store watches cannot be sent.
      channel.postMessage({ answers: textOf(data, "ask"), token: { ...token }, usedAt });
    }
    const ended = textOf(data, "ended");
    if (ended !== null && ended === session.token()) onEnded(textOf(data, "by") === CHOICE);
    const given = textOf(data, "begun") === lost?.login ? tokenIn(data) : null;
    if (given !== null && given.text !== lost?.token) session.take(given);
  });
  return {
    join: async () => {
      if (channel === null || session.token() !== null) return;
      const count = await givers(locks);
      if (count === 0) return;
      const answers = await askTabs(channel, count);
      const last = answers.toSorted((one, other) => other.usedAt - one.usedAt)[0];
      if (last !== undefined) session.take(last.token);
    },
    tellEnded: (isByChoice) => {
      const text = session.token();
      if (text !== null) channel?.postMessage({ ended: text, by: isByChoice ? CHOICE : "fault" });
    },
    tellBegun: (login) => {
      const { current } = session.state;
      if (current.kind === "loggedOut") return;
      account = { login, token: current.token.text };
      channel?.postMessage({ begun: login, token: { ...current.token } });
    },
    use: () => {
      usedAt = now();
    },
  };
}

/** Holds the shared lock as long as it is told to. */
function createHold(locks: TabPorts["locks"]): (isHeld: boolean) => void {
  let letGo: (() => void) | null = null;
  return (isHeld) => {
    if (isHeld === (letGo !== null)) return;
    letGo?.();
    letGo = null;
    if (!isHeld) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    letGo = () => resolve(undefined);
    // A browser that refuses locks to the page does not tell of its tabs either.
    void locks?.request(SESSION_TABS, { mode: "shared" }, () => promise).catch(() => undefined);
  };
}

/** How many tabs have a token to give; null if the browser does not tell. */
async function givers(locks: TabPorts["locks"]): Promise<number | null> {
  try {
    const held = (await locks?.query())?.held;
    return held?.filter(({ name }) => name === SESSION_TABS).length ?? null;
  } catch {
    return null;
  }
}

/** What the tabs answer, at most this many of them. */
function askTabs(
  channel: NonNullable<TabPorts["channel"]>,
  count: number | null,
): Promise<readonly Answer[]> {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const answers: Answer[] = [];
  const { promise, resolve } = Promise.withResolvers<readonly Answer[]>();
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const answer = textOf(data, "answers") === id ? answerFrom(data) : null;
    if (answer === null) return;
    if (answers.push(answer) === count) resolve(answers);
    // One that is busy does not hold up the start for long.
    else setTimeout(() => resolve(answers), UNKNOWN);
  };
  channel.addEventListener("message", hear);
  const timer = setTimeout(() => resolve(answers), count === null ? UNKNOWN : KNOWN);
  channel.postMessage({ ask: id });
  return promise.finally(() => {
    clearTimeout(timer);
    channel.removeEventListener("message", hear);
  });
}

function answerFrom(data: unknown): Answer | null {
  if (typeof data !== "object" || data === null || !("usedAt" in data)) return null;
  const token = tokenIn(data);
  return token === null || typeof data.usedAt !== "number" ? null : { token, usedAt: data.usedAt };
}

function tokenIn(data: unknown): StoredToken | null {
  return typeof data === "object" && data !== null && "token" in data ? tokenFrom(data.token) : null;
}

function textOf(data: unknown, key: "ask" | "answers" | "ended" | "by" | "begun"): string | null {
  if (typeof data !== "object" || data === null) return null;
  const value: unknown = Object.entries(data).find(([name]) => name === key)?.[1];
  return typeof value === "string" ? value : null;
}
