// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Maintenance } from "#contract/wire/system";
import { startTexts } from "../../../src/app/i18n.ts";
import { createPortalPorts } from "../../../src/app/portal-ports.ts";
import { useSession } from "../../../src/app/session-ports.ts";
import { AlertItems } from "../../../src/app/shell/alert-items.tsx";
import { AlertsButton } from "../../../src/app/shell/alerts-button.tsx";
import { useHttp } from "../../../src/editor/http.ts";
import { useNotices } from "../../../src/editor/portal/stores.ts";
import "../../support/undrawn.ts";

const window = (gpk: string, subject: string): Maintenance => ({
  gpk,
  subject,
  ts_begin: "2096-11-28T12:00:00Z",
  ts_end: null,
  is_active: false,
});
/** What both calls tell, and what only the list of windows tells. */
const [TOLD, LISTED] = [window("ms-1", "New core router"), window("ms-2", "New power supply")];

/** The part with the alerts is loaded when it is first opened. */
const LONG = { timeout: 10_000 };

const ALERTS = "/api/alerts.json";
const LIST = "/api/4.2/wapi/maint_state/list";

describe("the alerts in the bell", () => {
  const asked: string[] = [];

  beforeEach(async () => {
    asked.length = 0;
    localStorage.clear();
    sessionStorage.clear();
    await startTexts("en");
    vi.stubGlobal("fetch", (input: string | URL, init?: RequestInit) => {
      const path = String(input).split("?", 1)[0] ?? "";
      asked.push(path);
      const isList = path === LIST;
      if (isList) expect(new Headers(init?.headers).get("authorization")).toBe("Bearer secret");
      const answer = isList ? [[TOLD, LISTED]] : { system: [], maintenance: [TOLD] };
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
  });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  async function open(isSignedIn: boolean, count: string): Promise<readonly (string | null)[]> {
    const ports = createPortalPorts();
    if (isSignedIn) ports.session.begin({ text: "secret", gpk: "tok-1", isTyped: false }, false);
    render(
      <QueryClientProvider client={ports.queries}>
        <useHttp.Provider value={ports.http}>
          <useSession.Provider value={ports}>
            <useNotices.Provider value={ports.notices}>
              <AlertsButton />
            </useNotices.Provider>
          </useSession.Provider>
        </useHttp.Provider>
      </QueryClientProvider>,
    );
    (await screen.findByRole("button", { name: count }, LONG)).click();
    const items = await screen.findAllByRole("heading", { level: 3 }, LONG);
    return items.map(({ textContent }) => textContent);
  }

  it("[ALERT-11] of a visitor are those of the alerts alone, because the list of windows needs a token", async () => {
    expect(await open(false, "1 alert")).toEqual(["Maintenance New core router"]);
    expect(new Set(asked)).toEqual(new Set([ALERTS]));
  });

  it("[ALERT-11] of an account also have the windows of the list, and a window of both only once", async () => {
    expect(await open(true, "2 alerts")).toEqual([
      "Maintenance New core router",
      "Maintenance New power supply",
    ]);
    expect(new Set(asked)).toEqual(new Set([ALERTS, LIST]));
  });
});

describe("the time of a maintenance window", () => {
  afterEach(cleanup);

  it.each([
    ["de", "21.11.2026"],
    ["swg", "21.11.2026"],
    ["en", "Nov 21, 2026"],
  ] as const)("[I18N-11] follows the chosen language %s", async (locale, day) => {
    await startTexts(locale);
    const at = (hours: number) => new Date(2026, 10, 21, hours);
    const alert = { id: "a", title: "t", text: null, isCritical: false };
    render(<AlertItems alerts={[{ ...alert, window: { begin: at(12), end: at(14) } }]} />);
    expect(screen.getByRole("listitem").textContent).toContain(day);
  });
});
