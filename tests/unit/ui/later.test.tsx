// @vitest-environment jsdom
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ComponentType, ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LIMITS } from "#contract/limits";
import { startTexts } from "../../../src/app/i18n.ts";
import { ScreenBroken } from "../../../src/app/fault/broken-page.tsx";
import { useShell } from "../../../src/editor/portal/stores.ts";
import { createShell, type ShellStore } from "../../../src/state/shell.ts";
import { ErrorBoundary } from "../../../src/ui/feedback/error-boundary.tsx";
import { later, laterCall, Meanwhile, waitForTexts } from "../../../src/ui/layout/later.tsx";

const SRC = join(import.meta.dirname, "../../../src");

/** A part; the test decides when its code arrives. */
function slowPart() {
  const { promise, resolve } = Promise.withResolvers<ComponentType>();
  return { Part: later("slow-part", () => promise), come: () => resolve(() => <p>here</p>) };
}

let shell: ShellStore;

function Host({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <useShell.Provider value={shell}>
      <ErrorBoundary fallback={(error) => <ScreenBroken error={error} />}>
        <Meanwhile value={<p>waiting</p>}>{children}</Meanwhile>
      </ErrorBoundary>
    </useShell.Provider>
  );
}

beforeEach(async () => {
  await startTexts("en");
  // Texts are loaded first, because the clock stands still below.
  waitForTexts(() => Promise.resolve());
  shell = createShell({ storage: localStorage });
  vi.useFakeTimers();
  // React logs every error that an error boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

it("[CONST-07] [SYS-15] a part that is not loaded after 120 s is an error that names it and can be tried again", async () => {
  expect(LIMITS.chunkLoadTimeout).toBe(120_000);
  const { Part, come } = slowPart();
  const { unmount } = render(
    <Host>
      <Part />
    </Host>,
  );
  await pass(119_999);
  expect(screen.getByText("waiting")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  await pass(1);
  expect(screen.queryByText("waiting")).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain("chunk load error: slow-part");
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
  unmount();
  come();
  await pass(0);
  expect(Part.isThere()).toBe(true);
  render(
    <Host>
      <Part />
    </Host>,
  );
  expect(screen.getByText("here")).toBeDefined();
});

it("[CONST-07] a part that loads in time stays, and its timer ends", async () => {
  const { Part, come } = slowPart();
  render(
    <Host>
      <Part />
    </Host>,
  );
  await pass(LIMITS.chunkLoadTimeout - 1);
  come();
  await pass(0);
  expect(screen.getByText("here")).toBeDefined();
  expect(vi.getTimerCount()).toBe(0);
  await pass(LIMITS.chunkLoadTimeout);
  expect(screen.getByText("here")).toBeDefined();
});

it("[CONST-07] a function that does not load is given up after the same time", async () => {
  const call = laterCall("slow-call", () => new Promise<() => void>(() => undefined));
  const failed = vi.fn();
  call.fetch().catch(failed);
  await pass(LIMITS.chunkLoadTimeout - 1);
  expect(failed).not.toHaveBeenCalled();
  await pass(1);
  expect(failed).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ name: "chunk load error", chunk: "slow-call" }),
  );
});

it("a part is drawn as soon as it is loaded", async () => {
  const { Part, come } = slowPart();
  render(
    <Host>
      <Part />
    </Host>,
  );
  await pass(20);
  expect(screen.getByText("waiting")).toBeDefined();
  come();
  // React would show the fallback of its own `lazy` for 300 ms.
  await pass(1);
  expect(screen.getByText("here")).toBeDefined();
  expect(screen.queryByText("waiting")).toBeNull();
});

it("the placeholder of a part is not used for the parts inside it", async () => {
  const inner = slowPart();
  const Outer = later("outer-part", async () => () => (
    <section>
      outer <inner.Part />
    </section>
  ));
  render(
    <Host>
      <Outer />
    </Host>,
  );
  expect(screen.getByText("waiting")).toBeDefined();
  await pass(1);
  expect(screen.getByText("outer")).toBeDefined();
  expect(screen.queryByText("waiting")).toBeNull();
  inner.come();
  await pass(1);
  expect(screen.getByText("here")).toBeDefined();
});

it("[CONST-07] no part is loaded without that limit, or waits for as long as React shows a fallback", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SRC });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /\blazy\(|<Suspense/.test(readFileSync(join(SRC, file), "utf8")))).toEqual(
    [],
  );
});
