// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPortalPorts, viewerOf } from "../../../src/app/portal-ports.ts";
import { STORAGE_KEYS } from "../../../src/state/storage-keys.ts";

const TOKEN = JSON.stringify({ text: "abc", gpk: "tok-1", isTyped: false });
const FORGOTTEN = {
  token: TOKEN,
  search_history: "[]",
  recent_objects: "[]",
  macfinder_jobs: "[]",
  pending_sign_in: "1",
};
const PLANNED = { patch_request_actions: "[]" };
const SETTINGS = {
  locale: '"de"',
  expert: "true",
  developer: "true",
  db_editor_cache: "false",
  home_grid: "true",
  own_lists: "{}",
  default_login_page: '"/org/ou"',
  sidebars: "{}",
  theme: '"dark"',
  single_keys: "false",
  tour_seen: "true",
};

function fill(storage: Storage, items: Readonly<Record<string, string>>): void {
  storage.clear();
  for (const [key, value] of Object.entries(items)) storage.setItem(key, value);
}

describe("signing out", () => {
  beforeEach(() => {
    // Local data are removed even if the server is unreachable.
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no server")));
  });

  afterEach(() => vi.unstubAllGlobals());

  it("[SESS-17] removes the token, the impersonation, cached session data, searches and, without keep_ta, planned actions; the settings stay", () => {
    for (const keepsPlanned of [false, true]) {
      const settings = { ...SETTINGS, keep_ta: String(keepsPlanned) };
      fill(localStorage, { ...FORGOTTEN, ...PLANNED, ...settings });
      fill(sessionStorage, { token: TOKEN, su_login_name: '"otto"', pending_sign_in: "1" });
      const ports = createPortalPorts();
      const { session, queries } = ports;
      expect(session.state.current.kind).toBe("impersonating");
      const cached = ["session", viewerOf(session)];
      queries.setQueryData(cached, { user: { login_name: "otto" } });
      queries.setQueryData(["metadata", "4.2"], {});
      ports.signOut();
      expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
        ...(keepsPlanned ? PLANNED : {}),
        ...settings,
      });
      expect(Object.fromEntries(Object.entries(sessionStorage))).toEqual({});
      expect(session.state.current).toEqual({ kind: "loggedOut" });
      expect(queries.getQueryCache().getAll()).toEqual([]);
    }
    const named = Object.keys({ ...FORGOTTEN, ...PLANNED, ...SETTINGS, keep_ta: "", su_login_name: "" });
    const known = Object.values(STORAGE_KEYS).map(({ key }) => key);
    expect(named.toSorted()).toEqual(known.toSorted());
  });

  it("closes the search and forgets its terms and results", () => {
    fill(localStorage, { search_history: '["web"]' });
    fill(sessionStorage, { token: TOKEN });
    const { search, signOut } = createPortalPorts();
    search.open("mail");
    search.setOptions({ isOwn: false, limit: 5 });
    signOut();
    expect(search.state).toMatchObject({ opened: null, history: [], options: { isOwn: true, limit: 25 } });
  });

  it.each(["locked", "stopImpersonating", "logOut"] as const)(
    "the search does not cover the message at the end of the session: %s",
    (effect) => {
      fill(localStorage, {});
      fill(sessionStorage, { token: TOKEN, su_login_name: '"otto"' });
      const { search, act } = createPortalPorts();
      search.open();
      act("shown");
      expect(search.state.opened).not.toBeNull();
      act(effect);
      expect(search.state.opened).toBeNull();
    },
  );
});
