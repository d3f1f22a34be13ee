import { subscribe } from "valtio";
import { objectIn, type Json } from "#contract/wire/json";
import type { StoredToken } from "#core/session/session";
import type { SessionStore } from "./session.ts";
import { tokenFrom } from "./stored-token.ts";

/** Name of the channel and of its lock. */
export const SESSION_TABS = "netportal-session";
/** Time to wait for tabs with a token, in ms. */
const KNOWN = 1_000;
/** Marks an end by the person. */
const CHOICE = "choice";
/** Time to wait if the browser does not tell whether there are any. */
const UNKNOWN = 100;

interface TabPorts {
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener" | "removeEventListener"> | null;
  /** Missing on pages without https and localhost. */
  readonly locks: Pick<LockManager, "request" | "query"> | null;
  readonly now: () => number;
  /** Another tab ended this session: somebody signed out there, or the server refused its token. */
  readonly onEnded: (isByChoice: boolean) => void;
  /** Another tab ended tokens, perhaps the one of this session. */
  readonly onDoubt: () => void;
}

export type SessionTabs = ReturnType<typeof openSessionTabs>;

interface Account {
  readonly login: string;
  readonly token: string;
}

interface Answer {
  readonly token: StoredToken;
  readonly usedAt: number;
}

/**
 * A new tab gets the token from another tab by message, so that it is never stored. Impersonation is not handed over. A shared lock shows which tabs
 * have a token, so that a single tab does not wait.
 */
export function openSessionTabs(session: SessionStore, ports: TabPorts) {
  const { channel, locks, now } = ports;
  let usedAt = now();
  /** The account of this session or of the last one, with the ended token. */
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
  channel?.addEventListener("message", ({ data }: MessageEvent<Json>) => {
    const told = objectIn(data) ?? {};
    const token = session.unkept();
    if (typeof told["ask"] === "string" && token !== null) {
      // A copy, because stores hold proxies, which cannot be sent.
      channel.postMessage({ answers: told["ask"], token: { ...token }, usedAt });
    }
    hearEnd(told, { token: session.token(), login: account?.login ?? null }, ports);
    if (lost === null || told["begun"] !== lost.login) return;
    const given = tokenFrom(told["token"]);
    if (given !== null && given.text !== lost.token) session.take(given);
  });
  return {
    /** Takes the token of the tab that was used last; does nothing if signed in or alone. */
    join: async () => {
      if (channel === null || session.token() !== null) return;
      const count = await givers(locks);
      if (count === 0) return;
      const answers = await askTabs(channel, count);
      const last = answers.toSorted((one, other) => other.usedAt - one.usedAt)[0];
      if (last !== undefined) session.take(last.token);
    },
    ...endsOf(session, channel, () => account?.login ?? null),
    /** Called when the account of this session is known: tabs whose session of that account has ended follow. */
    tellBegun: (login: string): void => {
      const { current } = session.state;
      if (current.kind === "loggedOut") return;
      account = { login, token: current.token.text };
      channel?.postMessage({ begun: login, token: { ...current.token } });
    },
    /** Called on every action of the person in this tab. */
    use: () => {
      usedAt = now();
    },
  };
}

interface Own {
  readonly token: string | null;
  readonly login: string | null;
}

/** A message may end this session, by its token or with all sessions of its account, or make it doubtful. */
function hearEnd(
  { ended, endedOf, by, doubts }: Readonly<Record<string, Json>>,
  { token, login }: Own,
  { onEnded, onDoubt }: Pick<TabPorts, "onEnded" | "onDoubt">,
): void {
  if (token === null) return;
  const isOfAccount = typeof endedOf === "string" && endedOf === login;
  if (ended === token || isOfAccount) onEnded(by === CHOICE);
  else if (doubts === true) onDoubt();
}

/** Messages of a tab to the others about ends of sessions. */
function endsOf(session: SessionStore, channel: TabPorts["channel"], login: () => string | null) {
  return {
    /** Tells tabs with the same token that the session has ended, and whether a person did it. */
    tellEnded: (isByChoice: boolean): void => {
      const text = session.token();
      if (text !== null) channel?.postMessage({ ended: text, by: isByChoice ? CHOICE : "fault" });
    },
    /** Tells all tabs of this account that all its sessions have ended, because the person wanted it. */
    tellAllEnded: (): void => {
      const text = session.token();
      if (text !== null) channel?.postMessage({ ended: text, endedOf: login(), by: CHOICE });
    },
    /** Tells other tabs that tokens have ended, perhaps theirs. */
    tellDoubt: (): void => {
      channel?.postMessage({ doubts: true });
    },
  };
}

/** Makes a function that takes the shared lock (true) or releases it (false). */
function createHold(locks: TabPorts["locks"]): (isHeld: boolean) => void {
  let letGo: (() => void) | null = null;
  return (isHeld) => {
    if (isHeld === (letGo !== null)) return;
    letGo?.();
    letGo = null;
    if (!isHeld) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    letGo = () => resolve(undefined);
    // A browser that refuses locks does not tell about tabs either.
    void locks?.request(SESSION_TABS, { mode: "shared" }, () => promise).catch(() => undefined);
  };
}

/** Number of tabs with a token; null if the browser does not tell. */
async function givers(locks: TabPorts["locks"]): Promise<number | null> {
  try {
    const held = (await locks?.query())?.held;
    return held?.filter(({ name }) => name === SESSION_TABS).length ?? null;
  } catch {
    return null;
  }
}

/** Answers of other tabs, at most this many. */
function askTabs(
  channel: NonNullable<TabPorts["channel"]>,
  count: number | null,
): Promise<readonly Answer[]> {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const answers: Answer[] = [];
  const { promise, resolve } = Promise.withResolvers<readonly Answer[]>();
  const hear = ({ data }: MessageEvent<Json>): void => {
    const { answers: asked, token, usedAt } = objectIn(data) ?? {};
    const given = asked === id ? tokenFrom(token) : null;
    if (given === null || typeof usedAt !== "number") return;
    if (answers.push({ token: given, usedAt }) === count) resolve(answers);
    // A busy tab must not delay the start for long.
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
