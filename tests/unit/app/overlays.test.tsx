// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { FaultError } from "#core/fault/fault-error";
import { alertsQuery } from "../../../src/api/queries.ts";
import { createHttp } from "../../../src/api/http.ts";
import { buildNews } from "../../../src/app/build-news.ts";
import { isReported } from "../../../src/app/fault/fault-policy.ts";
import { watchFetch } from "../../../src/app/fault/watched-fetch.ts";
import { startTexts } from "../../../src/app/i18n.ts";
import { createPortalPorts, type PortalPorts } from "../../../src/app/portal-ports.ts";
import { PortsProvider } from "../../../src/app/ports-context.ts";
import { LockedDialog } from "../../../src/app/shell/overlays.tsx";

const TOKEN = { text: "t", gpk: "tok-1", isTyped: true };

function answer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

describe("user-locked dialog", () => {
  let ports: PortalPorts;

  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    await startTexts("en");
    ports = await createPortalPorts();
    ports.session.begin(TOKEN, false);
  });

  afterEach(cleanup);

  async function open(as: string | null): Promise<void> {
    const shown: ReactNode = (
      <PortsProvider value={ports}>
        <LockedDialog as={as} />
      </PortsProvider>
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

  it("[SESS-33] does not offer it to a locked account of its own", async () => {
    ports.session.lock();
    await open(null);
    expect(screen.queryByRole("button", { name: "Stop impersonating" })).toBeNull();
    expect(screen.getByRole("button", { name: "Sign out" })).toBeDefined();
  });
});

describe("news", () => {
  it("[SYS-09] the first further build opens the dialog, each one after it a message, each once", () => {
    expect(buildNews(null, "a", new Set())).toBeNull();
    expect(buildNews("a", "a", new Set())).toBeNull();
    expect(buildNews("a", "b", new Set())).toBe("dialog");
    expect(buildNews("a", "b", new Set(["b"]))).toBeNull();
    expect(buildNews("a", "c", new Set(["b"]))).toBe("toast");
    expect(buildNews("a", "a", new Set(["b"]))).toBeNull();
  });

  it("[SYS-11] an HTTP error keeps the last alerts and stays online, no answer at all is offline", async () => {
    const alerts = { system: [], maintenance: [] };
    const fetch = vi.fn<typeof globalThis.fetch>();
    const onReach = vi.fn<(isReached: boolean) => void>();
    const http = createHttp({ fetch, onReach, token: () => null, language: () => "en" });
    const queries = new QueryClient();
    const ask = () => queries.fetchQuery(alertsQuery(http)).catch(() => null);
    const known = () => queries.getQueryData(alertsQuery(http).queryKey);
    fetch.mockResolvedValueOnce(answer(alerts));
    await ask();
    fetch.mockResolvedValueOnce(answer(null, 500));
    await ask();
    expect(known()).toEqual(alerts);
    expect(onReach).toHaveBeenLastCalledWith(true);
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await ask();
    expect(known()).toEqual(alerts);
    expect(onReach).toHaveBeenLastCalledWith(false);
  });
});

describe("errors that nobody caught", () => {
  const fault = (type: keyof typeof FAULT_TYPES, code: number): Fault => ({
    type: { name: type, code: FAULT_TYPES[type] },
    code,
    name: "",
    description: "",
    details: {},
    hint: null,
    stepIdx: null,
  });

  it("[ERR-05] a locked account and an ended session are no matter for the report", () => {
    expect(isReported(new FaultError(fault("permission_error", 4), 400))).toBe(false);
    expect(isReported(new FaultError(fault("authentication_error", 3), 401))).toBe(false);
    expect(isReported(new FaultError(fault("permission_error", 1), 400))).toBe(true);
    expect(isReported(new Error("a bug"))).toBe(true);
  });

  it("the report knows the last call, but not what is asked every minute", async () => {
    const { fetch, lastCall } = watchFetch(() => Promise.resolve(answer(null)));
    expect(lastCall()).toBeNull();
    await fetch("/api/4.2/nd/bcd/list", { method: "POST", body: '{"name":"x"}' });
    await fetch("/api/alerts.json?_=1");
    await fetch("/version.json?_=1");
    expect(lastCall()).toEqual({ url: "/api/4.2/nd/bcd/list", data: { name: "x" } });
  });
});
