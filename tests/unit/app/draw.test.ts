// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { drawPortal } from "../../../src/app/draw.tsx";
import { startTexts } from "../../../src/app/i18n.ts";
import { createPortalPorts } from "../../../src/app/portal-ports.ts";
import "../../support/undrawn.ts";

const never = new Promise<never>(() => undefined);
let root = document.createElement("div");

beforeEach(async () => {
  await startTexts("en");
  vi.stubGlobal("fetch", () => never);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  Reflect.deleteProperty(document, "fonts");
});

/** Draws the portal while its typeface loads. */
function draw(face: () => Promise<unknown>, asked: Promise<unknown>): void {
  const load = (font: string): Promise<unknown> => {
    expect(font).toBe("1em Geist");
    return face();
  };
  Object.defineProperty(document, "fonts", { value: { load }, configurable: true });
  root = document.createElement("div");
  void drawPortal(root, createPortalPorts(), asked);
}

const isDrawn = (): boolean => root.childElementCount > 0;

it.each([
  ["the typeface", () => never, Promise.resolve()],
  ["the first answers", () => Promise.resolve(), never],
])("[SHELL-68] the first letters wait for %s, at most 150 ms", async (_, face, asked) => {
  draw(face, asked);
  await vi.advanceTimersByTimeAsync(149);
  expect(isDrawn()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(isDrawn()).toBe(true));
});

it("[SHELL-68] a page is drawn at once when typeface and answers are there, or when there is no typeface", async () => {
  const gone = new DOMException("gone", "NetworkError");
  for (const face of [() => Promise.resolve(), () => Promise.reject(gone)]) {
    draw(face, Promise.resolve());
    await vi.advanceTimersByTimeAsync(0);
    await vi.waitFor(() => expect(isDrawn()).toBe(true), { interval: 1, timeout: 100 });
  }
});
