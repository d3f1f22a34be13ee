import { proxy } from "valtio";
import { textIn } from "#contract/wire/json";
import { sessionState, type SessionState, type StoredToken } from "#core/session/session";
import { readToken, storedToken, type TokenStorages } from "./stored-token.ts";
import { readStored, removeAtLogout, STORAGE_KEYS, writeStored } from "./storage-keys.ts";

export type SessionStore = ReturnType<typeof createSession>;

export function createSession(ports: TokenStorages) {
  const tokenKey = STORAGE_KEYS.token.key;
  const suKey = STORAGE_KEYS.impersonated.key;
  const token = storedToken(ports);
  const state = proxy<{ current: SessionState }>({
    current: sessionState(token, textIn(readStored(ports.tab, suKey)) || null, false),
  });
  const tokenNow = () => (state.current.kind === "loggedOut" ? null : state.current.token);
  const suNow = () => ("as" in state.current ? state.current.as : null);
  const stopImpersonating = () => {
    writeStored(ports.tab, suKey, null);
    state.current = sessionState(tokenNow(), null, false);
  };
  return {
    state,
    /** Token text for the calls, null while signed out. */
    token: () => tokenNow()?.text ?? null,
    impersonated: suNow,
    begin: (next: StoredToken, staysLoggedIn: boolean): void => {
      writeStored(staysLoggedIn ? ports.local : ports.tab, tokenKey, next);
      writeStored(staysLoggedIn ? ports.tab : ports.local, tokenKey, null);
      state.current = sessionState(next, null, false);
    },
    /** The token of a session without staying logged in, which a new tab cannot find itself. */
    unkept: () => {
      const current = tokenNow();
      return current?.text === readToken(ports.local)?.text ? null : current;
    },
    /** Takes the token of another tab, unless signed in already. */
    take: (given: StoredToken): void => {
      if (tokenNow() !== null) return;
      const isKept = readToken(ports.local)?.text === given.text;
      if (!isKept) writeStored(ports.tab, tokenKey, given);
      writeStored(ports.tab, suKey, null);
      state.current = sessionState(given, null, false);
    },
    /** Continues as another account; refused without a token (SESS-22). */
    impersonate: (login: string): boolean => {
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
    /** Ends impersonation first (SESS-11, SESS-17). A newer token of another account from another tab stays. */
    end: (keepsPlanned: boolean): void => {
      stopImpersonating();
      const stored = readToken(ports.local);
      const isOfAnother = stored !== null && stored.text !== tokenNow()?.text;
      removeAtLogout(ports.tab, keepsPlanned);
      removeAtLogout(ports.local, keepsPlanned);
      if (isOfAnother) writeStored(ports.local, tokenKey, stored);
      state.current = { kind: "loggedOut" };
    },
  };
}
