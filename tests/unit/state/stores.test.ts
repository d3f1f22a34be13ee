import { describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import { createNotices } from "../../../src/state/notices.ts";
import { createSession } from "../../../src/state/session.ts";
import { canBeDefaultPage, counterpartHref, createSettings } from "../../../src/state/settings.ts";
import { createShell } from "../../../src/state/shell.ts";
import { STORAGE_KEYS, type KeyStorage } from "../../../src/state/storage-keys.ts";

function memory(
  start: Readonly<Record<string, string>> = {},
): KeyStorage & { readonly kept: Map<string, string> } {
  const kept = new Map(Object.entries(start));
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const token = { text: "abc", gpk: "tok-1", isTyped: false };

describe("session store", () => {
  it("[SESS-04] a stored token has its text and its gpk, and is found again", () => {
    const [local, tab] = [memory(), memory()];
    createSession({ local, tab }).begin(token, true);
    expect(JSON.parse(local.kept.get("token") ?? "null")).toEqual(token);
    expect(tab.kept.has("token")).toBe(false);
    expect(createSession({ local, tab: memory() }).state.current).toEqual({ kind: "loggedIn", token });
  });

  it("without staying logged in the token ends with the tab", () => {
    const [local, tab] = [memory({ token: JSON.stringify(token) }), memory()];
    createSession({ local, tab }).begin({ ...token, text: "def" }, false);
    expect(local.kept.has("token")).toBe(false);
    expect(createSession({ local, tab }).token()).toBe("def");
  });

  it.each(["nonsense", "{}", '{"text":7}', '{"text":""}'])("an unreadable token %s is ignored", (stored) => {
    expect(createSession({ local: memory({ token: stored }), tab: memory() }).token()).toBeNull();
  });

  it("[SESS-22] impersonation needs a token and a login name", () => {
    const session = createSession({ local: memory(), tab: memory() });
    expect(session.impersonate("otto")).toBe(false);
    session.begin(token, false);
    expect(session.impersonate("")).toBe(false);
    expect(session.impersonate("otto")).toBe(true);
    expect(session.state.current).toEqual({ kind: "impersonating", token, as: "otto" });
    session.lock();
    expect(session.state.current).toEqual({ kind: "locked", token, as: "otto" });
    session.stopImpersonating();
    expect(session.impersonated()).toBeNull();
  });

  it("[SESS-11] signing out removes impersonation before anything else", () => {
    const removed: string[] = [];
    const tab = memory();
    const session = createSession({
      local: memory(),
      tab: {
        ...tab,
        removeItem: (key) => {
          removed.push(key);
          tab.removeItem(key);
        },
      },
    });
    session.begin(token, false);
    session.impersonate("otto");
    removed.length = 0;
    session.end(false);
    expect(removed[0]).toBe(STORAGE_KEYS.impersonated.key);
    expect(session.state.current).toEqual({ kind: "loggedOut" });
  });

  it("signing out leaves the token that another account stored later in another tab", () => {
    const local = memory();
    const [first, second] = [
      createSession({ local, tab: memory() }),
      createSession({ local, tab: memory() }),
    ];
    first.begin(token, true);
    second.begin({ ...token, text: "def" }, true);
    first.end(false);
    expect(first.token()).toBeNull();
    expect(createSession({ local, tab: memory() }).token()).toBe("def");
    second.end(false);
    expect(local.kept.has("token")).toBe(false);
  });
});

describe("settings store", () => {
  it("[LIST-42] the choice of own objects is kept by account and type, and invalid stored values count as no choice", () => {
    const storage = memory();
    createSettings({ storage }).set("ownLists", { "otto nd.bcd": true });
    expect(JSON.parse(storage.kept.get("own_lists") ?? "null")).toEqual({ "otto nd.bcd": true });
    expect(createSettings({ storage }).state.ownLists).toEqual({ "otto nd.bcd": true });
    expect(createSettings({ storage: memory({ own_lists: "[7]" }) }).state.ownLists).toEqual({});
  });

  it("[PREF-14] unreadable and outdated values fall back to the defaults", () => {
    const broken = createSettings({
      storage: memory({
        locale: '"xx"',
        expert: "maybe",
        theme: "7",
        keep_ta: '"yes"',
        default_login_page: '"/login"',
      }),
    });
    const fresh = createSettings({ storage: memory() });
    expect({ ...broken.state }).toEqual({ ...fresh.state });
    const forbidden = createSettings({
      storage: {
        getItem: () => {
          throw new Error("forbidden");
        },
        setItem: () => undefined,
        removeItem: () => undefined,
      },
    });
    expect({ ...forbidden.state }).toEqual({ ...fresh.state });
  });

  it("[PREF-01] [PREF-02] [PREF-07] [PREF-15] settings are kept under their names", () => {
    const storage = memory();
    const settings = createSettings({ storage });
    settings.set("expert", true);
    settings.set("keepTa", true);
    settings.set("theme", "dark");
    settings.set("locale", "de");
    expect(Object.fromEntries(storage.kept)).toEqual({
      expert: "true",
      keep_ta: "true",
      theme: '"dark"',
      locale: '"de"',
    });
    expect(createSettings({ storage }).state).toMatchObject({
      expert: true,
      keepTa: true,
      theme: "dark",
      locale: "de",
    });
  });

  it("[I18N-04] hidden languages are offered and used while unlocked, and not after the next start", () => {
    const storage = memory();
    const settings = createSettings({ storage });
    settings.set("locale", "en");
    settings.switchHiddenLanguage();
    expect([settings.state.locale, settings.offers.hiddenLanguages]).toEqual(["swg", true]);
    settings.switchHiddenLanguage();
    expect([settings.state.locale, settings.offers.hiddenLanguages]).toEqual(["en", false]);
  });

  it("[I18N-04] [EGG-10] after a reload a hidden language is still chosen but not offered, and its fallback is chosen once the language is locked", () => {
    const storage = memory();
    createSettings({ storage }).switchHiddenLanguage();
    expect(Object.fromEntries(storage.kept)).toEqual({ locale: '"swg"' });
    const reloaded = createSettings({ storage });
    expect([reloaded.state.locale, reloaded.offers.hiddenLanguages]).toEqual(["swg", false]);
    reloaded.switchHiddenLanguage();
    expect(reloaded.state.locale).toBe("de");
  });

  it.each([
    ["/home", true],
    ["/object/nd.bcd?q=x", true],
    ["/login", false],
    ["/login?next=/home", false],
    ["/oic_login", false],
    ["/launch/home", false],
    ["//evil.example", false],
    ["https://evil.example", false],
  ])("[PREF-06] %s can be the default page: %s", (path, can) => {
    expect(canBeDefaultPage(path)).toBe(can);
  });

  it("[PREF-09] a production instance links to test, the other instances link to production, with the current path", () => {
    const hosts = { production: "https://p.example/", test: "https://t.example" };
    expect(counterpartHref(hosts, "production", "/home?q=1")).toBe("https://t.example/home?q=1");
    expect(counterpartHref(hosts, "test", "/home")).toBe("https://p.example/home");
    expect(counterpartHref(hosts, "devel", "/home")).toBe("https://p.example/home");
    expect(counterpartHref({ ...hosts, test: null }, "production", "/home")).toBeNull();
  });

  it.each([
    "nonsense",
    "7",
    "[]",
    '"wide"',
    '{"navigation":"no","planned":"yes","width":"wide"}',
    '{"navigation":null,"planned":1,"width":null}',
    '{"columns":3}',
  ])("[PREF-14] unreadable and outdated values of the sidebars fall back to the defaults: %s", (sidebars) => {
    const fresh = createShell({ storage: memory() });
    expect(fresh.state).toMatchObject({ isNavigationOpen: true, isPlannedOpen: false, plannedWidth: 360 });
    expect({ ...createShell({ storage: memory({ sidebars }) }).state }).toEqual({ ...fresh.state });
  });

  it("[PREF-13] the visibility of the sidebars is kept", () => {
    const storage = memory();
    const shell = createShell({ storage });
    shell.setPanel("isPlannedOpen", true);
    shell.setPanel("isNavigationOpen", false);
    shell.setPlannedWidth(9999);
    // The drawer of a small window does not affect the navigation of a wide one.
    shell.setDrawer(true);
    shell.setDrawer(false);
    expect(createShell({ storage }).state.isDrawerOpen).toBe(false);
    expect(createShell({ storage }).state).toMatchObject({
      isPlannedOpen: true,
      isNavigationOpen: false,
      plannedWidth: 560,
    });
  });
});

describe("notices", () => {
  function clock() {
    let now = 0;
    let waiting: { readonly at: number; readonly run: () => void }[] = [];
    return {
      now: () => now,
      later: (run: () => void, delay: number) => {
        const entry = { at: now + delay, run };
        waiting.push(entry);
        return () => {
          waiting = waiting.filter((one) => one !== entry);
        };
      },
      pass: (ms: number) => {
        now += ms;
        const due = waiting.filter(({ at }) => at <= now);
        waiting = waiting.filter(({ at }) => at > now);
        for (const { run } of due) run();
      },
    };
  }
  const notice = { tone: "info", title: null, text: { key: "core.form.required" } } as const;

  it("[CONST-15] a toast hides after 10 s", () => {
    const time = clock();
    const notices = createNotices(time);
    notices.show(notice);
    time.pass(LIMITS.toastHide - 1);
    expect(notices.state.list).toHaveLength(1);
    time.pass(1);
    expect(notices.state.list).toHaveLength(0);
    expect(LIMITS.toastHide).toBe(10_000);
  });

  it("a held toast stays until it is released", () => {
    const time = clock();
    const notices = createNotices(time);
    notices.show(notice);
    const id = notices.state.list[0]?.id ?? 0;
    notices.hold(id);
    time.pass(60_000);
    expect(notices.state.list).toHaveLength(1);
    notices.release(id);
    time.pass(10_000);
    expect(notices.state.list).toHaveLength(0);
  });

  it("a toast stays while the mouse is on it or it has the focus", () => {
    const time = clock();
    const notices = createNotices(time);
    notices.show(notice);
    const id = notices.state.list[0]?.id ?? 0;
    notices.hold(id);
    notices.hold(id);
    notices.release(id);
    time.pass(60_000);
    expect(notices.state.list).toHaveLength(1);
    notices.release(id);
    time.pass(9_999);
    expect(notices.state.list).toHaveLength(1);
    time.pass(1);
    expect(notices.state.list).toHaveLength(0);
  });

  it("[ERR-02] the logout toast is suppressed if it repeats within 1 s", () => {
    const time = clock();
    const notices = createNotices(time);
    notices.show(notice, "logout");
    time.pass(999);
    notices.show(notice, "logout");
    expect(notices.state.list).toHaveLength(1);
    time.pass(1000);
    notices.show(notice, "logout");
    expect(notices.state.list).toHaveLength(2);
  });
});
