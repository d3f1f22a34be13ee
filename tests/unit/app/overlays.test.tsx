// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { FaultError } from "#core/fault/fault-error";
import { alertsQuery } from "../../../src/api/queries.ts";
import { buildNews } from "../../../src/app/shell/frame-dialogs.tsx";
import { isReported } from "../../../src/app/fault/fault-policy.ts";
import { watchFetch } from "../../../src/app/fault/watched-fetch.ts";
import { startTexts } from "../../../src/app/i18n.ts";
import { createPortalPorts, type PortalPorts } from "../../../src/app/portal-ports.ts";
import { useSession } from "../../../src/app/session-ports.ts";
import { KeysDialog } from "../../../src/app/shell/keys-dialog.tsx";
import { LockedDialog } from "../../../src/app/shell/overlays.tsx";

const TOKEN = { text: "t", gpk: "tok-1", isTyped: true };

function answer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

it("[TA-115] the list of keys shows those that test and apply the planned list", async () => {
  await startTexts("en");
  const errors = vi.spyOn(console, "error");
  render(<KeysDialog onClose={() => undefined} />);
  await screen.findByRole("dialog", undefined, { timeout: 10_000 });
  const keyOf = (text: string) => screen.getByText(text).parentElement?.querySelector("kbd")?.textContent;
  expect([keyOf("Test the planned list"), keyOf("Apply the planned list")]).toEqual(["t", "Shift+A"]);
  expect(errors.mock.calls).toEqual([]);
  cleanup();
});

describe("user-locked dialog", () => {
  let ports: PortalPorts;

  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    await startTexts("en");
    ports = createPortalPorts();
    ports.session.begin(TOKEN, false);
  });

  afterEach(cleanup);

  async function open(as: string | null): Promise<void> {
    const shown: ReactNode = (
      <useSession.Provider value={ports}>
        <LockedDialog as={as} />
      </useSession.Provider>
    );
    render(shown);
    await screen.findByRole("dialog", undefined, { timeout: 10_000 });
  }

  it("[SESS-33] offers to stop impersonating while impersonating", async () => {
    ports.session.impersonate("lars");
    ports.session.lock();
    await open("lars");
    fireEvent.click(screen.getByRole("button", { name: "Stop impersonating" }));
    expect(ports.session.state.current).toEqual({ kind: "loggedIn", token: TOKEN });
  });

  it("[SESS-33] does not offer to stop impersonating to a locked account that impersonates nobody", async () => {
    ports.session.lock();
    await open(null);
    expect(screen.queryByRole("button", { name: "Stop impersonating" })).toBeNull();
    expect(screen.getByRole("button", { name: "Sign out" })).toBeDefined();
  });
});

describe("news", () => {
  it("[SYS-09] opens the dialog once for the first new build, and shows a message once for each later build", () => {
    expect(buildNews(null, "a", new Set())).toBeNull();
    expect(buildNews("a", "a", new Set())).toBeNull();
    expect(buildNews("a", "b", new Set())).toBe("dialog");
    expect(buildNews("a", "b", new Set(["b"]))).toBeNull();
    expect(buildNews("a", "c", new Set(["b"]))).toBe("toast");
    expect(buildNews("a", "a", new Set(["b"]))).toBeNull();
  });
});

describe("whether the portal is online", () => {
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(() => {
    vi.stubGlobal("fetch", fetch.mockReset());
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("[SYS-11] an HTTP error keeps the last alerts and the portal stays online; without any answer it is offline", async () => {
    const { http, queries, shell } = createPortalPorts();
    const alerts = { system: [], maintenance: [] };
    const ask = () => queries.fetchQuery({ ...alertsQuery(http), staleTime: 0 }).catch(() => null);
    const known = () => queries.getQueryData(alertsQuery(http).queryKey);
    fetch.mockResolvedValueOnce(answer(alerts));
    await ask();
    fetch.mockResolvedValueOnce(answer(null, 500));
    await ask();
    expect(known()).toEqual(alerts);
    expect(shell.state.isOnline).toBe(true);
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await ask();
    expect(known()).toEqual(alerts);
    expect(shell.state.isOnline).toBe(false);
  });

  it("[SYS-10] a failed call requests the alerts at once, and only their answer decides", async () => {
    const { http, queries, shell } = createPortalPorts();
    const alerts = { system: [], maintenance: [] };
    fetch.mockResolvedValueOnce(answer(alerts));
    await queries.fetchQuery(alertsQuery(http));
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValueOnce(answer(alerts));
    await http.get("/api/x").catch(() => null);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(3));
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
    expect(shell.state.isOnline).toBe(true);
    fetch.mockRejectedValue(new TypeError("Failed to fetch"));
    await http.get("/api/x").catch(() => null);
    await vi.waitFor(() => expect(shell.state.isOnline).toBe(false));
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
    fetch.mockImplementation(() => Promise.resolve(answer(alerts)));
    await http.get("/api/x");
    await vi.waitFor(() => expect(shell.state.isOnline).toBe(true));
  });

  it("[SYS-10] if the server does not answer the alerts either, the portal is offline within 3 s of the first failed call", async () => {
    const { http, queries, shell } = createPortalPorts();
    const alerts = { system: [], maintenance: [] };
    fetch.mockResolvedValueOnce(answer(alerts));
    await queries.fetchQuery(alertsQuery(http));
    vi.useFakeTimers();
    const late = Promise.withResolvers<Response>();
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockReturnValue(late.promise);
    await http.get("/api/x").catch(() => null);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(shell.state.isOnline).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shell.state.isOnline).toBe(false);
    vi.useRealTimers();
    late.resolve(answer(alerts));
    await vi.waitFor(() => expect(shell.state.isOnline).toBe(true));
  });

  it("[ERR-25] a call without any answer has a sentence of the portal, in its language", async () => {
    await startTexts("en");
    const { execute } = createPortalPorts();
    fetch.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await execute([], { dryRun: false })).toMatchObject({
      ok: false,
      status: 0,
      fault: { name: "network", description: "The server cannot be reached." },
    });
  });
});

describe("faults about the account of a test", () => {
  it("[API-33] have no effect on the session: the own account does not become locked, and impersonation continues", async () => {
    const ports = createPortalPorts();
    ports.session.begin(TOKEN, false);
    ports.session.impersonate("greta");
    const refusal = (type: number, code: number, details: object) =>
      answer(
        {
          exception: {
            error_type: { code: type, name: "", description: "" },
            error: { code, name: "" },
            description: "",
            details,
            hint: null,
            traceback: null,
          },
        },
        400,
      );
    const fetch = vi.fn<typeof globalThis.fetch>();
    vi.stubGlobal("fetch", fetch);
    for (const refused of [
      refusal(FAULT_TYPES.permission_error, 4, { login_name: "lars", is_su: true }),
      refusal(FAULT_TYPES.authentication_error, 2, { su_login_name: "lars" }),
    ]) {
      fetch.mockResolvedValueOnce(refused);
      expect((await ports.execute([], { dryRun: true, asLogin: "lars" })).ok).toBe(false);
      expect(ports.session.state.current).toMatchObject({ kind: "impersonating", as: "greta" });
    }
    vi.unstubAllGlobals();
  });
});

describe("uncaught errors", () => {
  const fault = (type: keyof typeof FAULT_TYPES, code: number): Fault => ({
    type: { name: type, code: FAULT_TYPES[type] },
    code,
    name: "",
    description: "",
    details: {},
    hint: null,
    stepIdx: null,
  });

  it("[ERR-05] a locked account and an ended session are not reported", () => {
    expect(isReported(new FaultError(fault("permission_error", 4), 400))).toBe(false);
    expect(isReported(new FaultError(fault("authentication_error", 3), 401))).toBe(false);
    expect(isReported(new FaultError(fault("permission_error", 1), 400))).toBe(true);
    expect(isReported(new Error("a bug"))).toBe(true);
  });

  it("the report has the last call, except those repeated every minute", async () => {
    const { fetch, lastCall } = watchFetch(() => Promise.resolve(answer(null)));
    expect(lastCall()).toBeNull();
    await fetch("/api/4.2/nd/bcd/list", { method: "POST", body: '{"name":"x"}' });
    await fetch("/api/alerts.json?_=1");
    await fetch("/version.json?_=1");
    expect(lastCall()).toEqual({ url: "/api/4.2/nd/bcd/list", data: { name: "x" } });
  });

  it("[ERR-50] the report of a broken server has the call that it answered, whatever was called since", async () => {
    let status = 500;
    const { fetch, lastCall } = watchFetch(() => Promise.resolve(answer(null, status)));
    await fetch("/api/4.2/nd/bcd/list", { method: "POST", body: '{"name":"x"}' });
    status = 200;
    await fetch("/api/4.2/nd/site/list", { method: "POST", body: "{}" });
    expect(lastCall(true)).toEqual({ url: "/api/4.2/nd/bcd/list", data: { name: "x" } });
    expect(lastCall()?.url).toBe("/api/4.2/nd/site/list");
  });
});
