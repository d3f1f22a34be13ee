import { proxy } from "valtio";
import { sessionState, type SessionState, type StoredToken } from "#core/session/session";
import { readStored, removeAtLogout, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

export interface SessionPorts {
  /** Kept until the browser forgets it: stay logged in. */
  readonly local: KeyStorage;
  /** Kept as long as the tab. */
  readonly tab: KeyStorage;
}

export interface SessionStore {
  readonly state: { current: SessionState };
  /** Token text for the calls, null while signed out. */
  token(): string | null;
  /** Login name of the impersonated account, null otherwise. */
  impersonated(): string | null;
  /** Stores the token of a login. */
  begin(token: StoredToken, staysLoggedIn: boolean): void;
  /** The token that a new tab does not find by itself: that of a session without staying logged in. */
  unkept(): StoredToken | null;
  /** Takes the token of another tab; whoever is signed in keeps the own one. */
  take(token: StoredToken): void;
  /** Runs further as another account; refused without a token (SESS-22). */
  impersonate(login: string): boolean;
  stopImpersonating(): void;
  lock(): void;
  /** Ends impersonation first, then forgets the token and the stored items (SESS-11, SESS-17); a token that another account has stored since in another tab stays. */
  end(keepsPlanned: boolean): void;
}

/** Who is signed in in this tab. */
export function createSession(ports: SessionPorts): SessionStore {
  const tokenKey = STORAGE_KEYS.token.key;
  const suKey = STORAGE_KEYS.impersonated.key;
  const token = readToken(ports.tab, tokenKey) ?? readToken(ports.local, tokenKey);
  const state = proxy<{ current: SessionState }>({
    current: sessionState(token, readText(ports.tab, suKey), false),
  });
  const tokenNow = () => (state.current.kind === "loggedOut" ? null : state.current.token);
  const suNow = () => ("as" in state.current ? state.current.as : null);
  const stopImpersonating = () => {
    writeStored(ports.tab, suKey, null);
    state.current = sessionState(tokenNow(), null, false);
  };
  return {
    state,
    token: () => tokenNow()?.text ?? null,
    impersonated: suNow,
    begin: (next, staysLoggedIn) => {
      writeStored(staysLoggedIn ? ports.local : ports.tab, tokenKey, next);
      writeStored(staysLoggedIn ? ports.tab : ports.local, tokenKey, null);
      state.current = sessionState(next, null, false);
    },
    unkept: () => {
      const current = tokenNow();
      return current?.text === readToken(ports.local, tokenKey)?.text ? null : current;
    },
    take: (given) => {
      if (tokenNow() !== null) return;
      const isKept = readToken(ports.local, tokenKey)?.text === given.text;
      if (!isKept) writeStored(ports.tab, tokenKey, given);
      writeStored(ports.tab, suKey, null);
      state.current = sessionState(given, null, false);
    },
    impersonate: (login) => {
      const current = tokenNow();
      if (current === null || login === "") return false;
      writeStored(ports.tab, suKey, login);
      state.current = sessionState(current, login, false);
      return true;
    },
    stopImpersonating,
    lock: () => {
      state.current = sessionState(tokenNow(), suNow(), true);
    },
    end: (keepsPlanned) => {
      stopImpersonating();
      const stored = readToken(ports.local, tokenKey);
      const isOfAnother = stored !== null && stored.text !== tokenNow()?.text;
      removeAtLogout(ports.tab, keepsPlanned);
      removeAtLogout(ports.local, keepsPlanned);
      if (isOfAnother) writeStored(ports.local, tokenKey, stored);
      state.current = { kind: "loggedOut" };
    },
  };
}

function readText(storage: KeyStorage, key: string): string | null {
  const stored = readStored(storage, key);
  return typeof stored === "string" && stored !== "" ? stored : null;
}

function readToken(storage: KeyStorage, key: string): StoredToken | null {
  return tokenFrom(readStored(storage, key));
}

/** A token that was kept or comes from another tab; null if it is none. */
export function tokenFrom(stored: unknown): StoredToken | null {
  if (typeof stored !== "object" || stored === null || !("text" in stored)) return null;
  if (typeof stored.text !== "string" || stored.text === "") return null;
  return {
    text: stored.text,
    gpk: "gpk" in stored && typeof stored.gpk === "string" ? stored.gpk : null,
    isTyped: "isTyped" in stored && stored.isTyped === true,
  };
}
