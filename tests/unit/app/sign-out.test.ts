// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { items } from "#core/txlist/history";
import { createPortalPorts, viewerOf } from "../../../src/app/portal-ports.ts";
import { STORAGE_KEYS } from "../../../src/state/storage-keys.ts";
import { simple } from "../core/planned.ts";

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

describe("preferences", () => {
  it("[PREF-14] live in the local storage of the browser, and are found there at the next start", () => {
    fill(localStorage, {});
    fill(sessionStorage, {});
    const { settings, shell } = createPortalPorts();
    settings.set("expert", true);
    settings.set("theme", "dark");
    shell.setPanel("isNavigationOpen", false);
    const kept = Object.fromEntries(Object.entries(localStorage));
    expect(kept).toMatchObject({ expert: "true", theme: '"dark"', sidebars: expect.any(String) as string });
    expect(Object.keys(sessionStorage)).toEqual([]);
    const next = createPortalPorts();
    expect(next.settings.state).toMatchObject({ expert: true, theme: "dark" });
    expect(next.shell.state.isNavigationOpen).toBe(false);
  });
});

describe("signing out", () => {
  beforeEach(() => {
    // Local data are removed even if the server is unreachable.
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no server")));
  });

  const WAYS = ["signOut", "signOutEverywhere"] as const;

  afterEach(() => vi.unstubAllGlobals());

  it.each(WAYS)(
    "[SESS-14] [SESS-15] [SESS-17] by %s removes the token, the impersonation, cached session data, searches and, without keep_ta, planned actions; the settings stay",
    async (way) => {
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
        await ports.txlist.open("ada");
        ports.txlist.submit({ kind: "add", item: simple("planned") });
        await ports.txlist.settled();
        ports[way]();
        await ports.txlist.settled();
        expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
          ...(keepsPlanned ? PLANNED : {}),
          ...settings,
        });
        expect(Object.fromEntries(Object.entries(sessionStorage))).toEqual({});
        expect(session.state.current).toEqual({ kind: "loggedOut" });
        expect(queries.getQueryCache().getAll()).toEqual([]);
        // The list is no longer shown; only a kept one is found at the next sign-in.
        await vi.waitFor(() => expect(items(ports.txlist.state.history)).toEqual([]));
        await ports.txlist.open("ada");
        expect(items(ports.txlist.state.history)).toHaveLength(keepsPlanned ? 1 : 0);
      }
      const named = Object.keys({ ...FORGOTTEN, ...PLANNED, ...SETTINGS, keep_ta: "", su_login_name: "" });
      const known = Object.values(STORAGE_KEYS).map(({ key }) => key);
      expect(named.toSorted()).toEqual(known.toSorted());
    },
  );

  it.each([
    [
      "signOut",
      "by one call of the own account",
      expect.not.stringContaining("su_login_name") as string,
      [expect.objectContaining({ name: "cntl.wapi_auth.delete", old: { gpk: "tok-1" } }) as unknown],
    ],
    ["signOutEverywhere", "with all sessions of the own account", "/api/sign_out_everywhere", {}],
  ] as const)(
    "[SESS-11] [SESS-12] by %s ends the token at the server %s, after impersonation has ended",
    (way, _, path, body) => {
      const asked: (readonly [path: string, body: unknown, token: string | null])[] = [];
      const impersonated: (string | null)[] = [];
      vi.stubGlobal("fetch", (to: string, init: RequestInit & { readonly body: string }) => {
        asked.push([to, JSON.parse(init.body), new Headers(init.headers).get("authorization")]);
        impersonated.push(sessionStorage.getItem("su_login_name"));
        return Promise.reject(new TypeError("no server"));
      });
      fill(localStorage, {});
      fill(sessionStorage, { token: TOKEN, su_login_name: '"otto"' });
      const ports = createPortalPorts();
      expect(ports.session.impersonated()).toBe("otto");
      ports[way]();
      expect(asked).toEqual([[path, body, "Bearer abc"]]);
      expect(impersonated).toEqual([null]);
      expect(ports.session.state.current).toEqual({ kind: "loggedOut" });
    },
  );

  it.each([
    ["without gpk", { text: "abc", gpk: null, isTyped: false }],
    ["that was entered by hand", { text: "abc", gpk: null, isTyped: true }],
  ])("[SESS-13] makes no call for a token %s", (_, token) => {
    const asked = vi.fn();
    vi.stubGlobal("fetch", asked);
    fill(localStorage, {});
    fill(sessionStorage, { token: JSON.stringify(token) });
    const { session, signOut } = createPortalPorts();
    signOut();
    expect(asked).not.toHaveBeenCalled();
    expect(session.state.current).toEqual({ kind: "loggedOut" });
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
