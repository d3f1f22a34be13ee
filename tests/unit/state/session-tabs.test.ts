import { afterEach, describe, expect, it, vi } from "vitest";
import { createSession, type SessionStore } from "../../../src/state/session.ts";
import { openSessionTabs, SESSION_TABS, type SessionTabs } from "../../../src/state/session-tabs.ts";
import type { KeyStorage } from "../../../src/state/storage-keys.ts";

interface Storage extends KeyStorage {
  readonly kept: Map<string, string>;
}

interface Tab {
  readonly session: SessionStore;
  readonly tabs: SessionTabs;
  readonly tab: Storage;
  readonly onEnded: ReturnType<typeof vi.fn>;
  readonly onDoubt: ReturnType<typeof vi.fn>;
}

const ada = { text: "ada-token", gpk: "tok-1", isTyped: false };
const greta = { text: "greta-token", gpk: "tok-2", isTyped: true };

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** Shared locks of one browser, each held until its work is done. */
function createLocks() {
  const held: { readonly name: string }[] = [];
  const request = async (name: string, _: unknown, work: () => Promise<unknown>): Promise<unknown> => {
    const entry = { name };
    held.push(entry);
    return work().finally(() => held.splice(held.indexOf(entry), 1));
  };
  const query = vi.fn(() => Promise.resolve({ held: [...held], pending: [] }));
  // The lock manager has more overloads than the product uses.
  return { request, query } as unknown as Pick<LockManager, "request"> & { readonly query: typeof query };
}

const open: BroadcastChannel[] = [];

function channel(): BroadcastChannel {
  const opened = new BroadcastChannel(SESSION_TABS);
  open.push(opened);
  return opened;
}

/** One browser with its local storage, locks and clock. */
function createBrowser(locks: ReturnType<typeof createLocks> | null = createLocks()) {
  const local = memory();
  let time = 0;
  const openTab = (): Tab => {
    const tab = memory();
    const session = createSession({ local, tab });
    const onEnded = vi.fn(() => session.end(true));
    const onDoubt = vi.fn();
    return {
      session,
      tab,
      onEnded,
      onDoubt,
      tabs: openSessionTabs(session, { channel: channel(), locks, now: () => ++time, onEnded, onDoubt }),
    };
  };
  return { local, locks, openTab };
}

afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

describe("tabs of one session", () => {
  it("a new tab takes the token of a tab without stay logged in, and nothing is stored", async () => {
    const { local, openTab } = createBrowser();
    const first = openTab();
    first.session.begin(ada, false);
    const second = openTab();
    await second.tabs.join();
    expect(second.session.state.current).toEqual({ kind: "loggedIn", token: ada });
    expect([...second.tab.kept]).toEqual([["token", JSON.stringify(ada)]]);
    expect(local.kept.size).toBe(0);
    const third = openTab();
    first.session.end(false);
    await third.tabs.join();
    expect(third.session.token()).toBe(ada.text);
  });

  it("impersonation is not passed on", async () => {
    const { openTab } = createBrowser();
    const first = openTab();
    first.session.begin(ada, false);
    first.session.impersonate("otto");
    const second = openTab();
    await second.tabs.join();
    expect(second.session.state.current).toEqual({ kind: "loggedIn", token: ada });
    expect(first.session.impersonated()).toBe("otto");
  });

  it("the account whose tab was used last is taken, and a signed-in tab keeps its account", async () => {
    const { locks, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    first.session.begin(ada, false);
    second.session.begin(greta, false);
    for (const { tabs, session } of [first, second, first]) {
      tabs.use();
      const opened = openTab();
      await opened.tabs.join();
      expect(opened.session.token()).toBe(session.token());
    }
    locks?.query.mockClear();
    await second.tabs.join();
    expect(second.session.token()).toBe(greta.text);
    second.session.take(ada);
    expect(second.session.token()).toBe(greta.text);
    expect(locks?.query).not.toHaveBeenCalled();
  });

  it("a single tab asks no other tab for a token, and without locks it waits only a short time", async () => {
    const listener = channel();
    const asked = vi.fn();
    listener.addEventListener("message", asked);
    const alone = createBrowser().openTab();
    await alone.tabs.join();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).not.toHaveBeenCalled();
    const lockless = createBrowser(null).openTab();
    const before = performance.now();
    await lockless.tabs.join();
    expect(performance.now() - before).toBeGreaterThan(90);
    expect(asked).toHaveBeenCalledOnce();
    expect(lockless.session.token()).toBeNull();
  });

  it("the token is passed on without locks too", async () => {
    const { openTab } = createBrowser(null);
    openTab().session.begin(ada, false);
    const second = openTab();
    await second.tabs.join();
    expect(second.session.token()).toBe(ada.text);
  });

  it("a lasting session is not passed on, because new tabs find it in storage", async () => {
    const { locks, openTab } = createBrowser();
    const first = openTab();
    first.session.begin(ada, true);
    expect((await locks?.query())?.held).toEqual([]);
    expect(openTab().session.token()).toBe(ada.text);
  });

  it("the end of a session ends it in the tabs with its token, but not in those of another account", async () => {
    const { openTab } = createBrowser();
    const [first, second, other] = [openTab(), openTab(), openTab()];
    first.session.begin(ada, false);
    await second.tabs.join();
    other.session.begin(greta, false);
    second.tabs.tellEnded(false);
    second.session.end(false);
    await vi.waitFor(() => expect(first.onEnded).toHaveBeenCalledOnce());
    expect(first.session.token()).toBeNull();
    expect(first.tab.kept.size).toBe(0);
    expect(other.onEnded).not.toHaveBeenCalled();
    expect(other.session.token()).toBe(greta.text);
    const fresh = openTab();
    await fresh.tabs.join();
    expect(fresh.session.token()).toBe(greta.text);
  });

  it("[SESS-35] the end of all sessions of an account ends every tab of the account, whatever token it has, and no other tab", async () => {
    const { openTab } = createBrowser();
    const [first, second, other] = [openTab(), openTab(), openTab()];
    for (const [{ session, tabs }, token, login] of [
      [first, ada, "ada"],
      [second, { ...ada, text: "ada-elsewhere" }, "ada"],
      [other, greta, "greta"],
    ] as const) {
      session.begin(token, false);
      tabs.tellBegun(login);
    }
    first.tabs.tellAllEnded();
    await vi.waitFor(() => expect(second.onEnded).toHaveBeenCalledWith(true));
    expect(other.onEnded).not.toHaveBeenCalled();
  });

  it("a tab that ended tokens makes all other signed-in tabs check their token", async () => {
    const { openTab } = createBrowser();
    const [first, second, out] = [openTab(), openTab(), openTab()];
    for (const { session } of [first, second]) session.begin(ada, false);
    first.tabs.tellDoubt();
    await vi.waitFor(() => expect(second.onDoubt).toHaveBeenCalledOnce());
    for (const { onDoubt } of [first, out]) expect(onDoubt).not.toHaveBeenCalled();
  });

  it("a tab learns whether somebody signed out in another one, or whether its token was refused", async () => {
    const { openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    for (const isByChoice of [true, false]) {
      for (const { session } of [first, second]) session.begin(ada, false);
      first.tabs.tellEnded(isByChoice);
      await vi.waitFor(() => expect(second.onEnded).toHaveBeenLastCalledWith(isByChoice));
    }
  });

  it("a new sign-in also signs in tabs that lost the session of the same account, and no others", async () => {
    const { openTab } = createBrowser();
    const [first, second, other, fresh] = [openTab(), openTab(), openTab(), openTab()];
    for (const [{ session, tabs }, token, login] of [
      [first, ada, "ada"],
      [second, ada, "ada"],
      [other, greta, "greta"],
    ] as const) {
      session.begin(token, false);
      tabs.tellBegun(login);
    }
    for (const { session } of [first, second, other]) session.end(true);
    const again = { ...ada, text: "ada-again" };
    first.session.begin(again, false);
    first.tabs.tellBegun("ada");
    await vi.waitFor(() => expect(second.session.token()).toBe(again.text));
    expect([...second.tab.kept]).toEqual([["token", JSON.stringify(again)]]);
    for (const { session } of [other, fresh]) expect(session.token()).toBeNull();
    // A tab that is now signed in as somebody else stays signed in.
    other.session.begin(greta, false);
    first.tabs.tellBegun("greta");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(other.session.token()).toBe(greta.text);
  });

  it("a lasting session is stored once, and a tab that follows writes no copy", async () => {
    const { openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    for (const { session, tabs } of [first, second]) {
      session.begin(ada, true);
      tabs.tellBegun("ada");
      session.end(true);
    }
    first.session.begin({ ...ada, text: "ada-again" }, true);
    first.tabs.tellBegun("ada");
    await vi.waitFor(() => expect(second.session.token()).toBe("ada-again"));
    expect(second.tab.kept.size).toBe(0);
  });

  it.each([{ answers: "x", token: greta, usedAt: 1 }, "ended", null, { ended: 7 }, { ask: 1 }])(
    "an invalid message %j changes nothing",
    async (message) => {
      const { openTab } = createBrowser();
      const first = openTab();
      first.session.begin(ada, false);
      channel().postMessage(message);
      const second = openTab();
      await second.tabs.join();
      expect([first, second].map(({ session }) => session.token())).toEqual([ada.text, ada.text]);
    },
  );
});
