// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { useRef, type ReactNode, type RefObject } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useWindow } from "../../../src/ui/layout/use-window.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Lines({ box }: { readonly box: RefObject<HTMLElement | null> }): ReactNode {
  const { drawn } = useWindow({ count: 5_000, from: 100, box, height: () => 40, overscan: 2 });
  return (
    <ol>
      {drawn.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

/** The scrolling element belongs to a part above the lines, and is mounted together with them. */
function Side(): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box}>
      <Lines box={box} />
    </div>
  );
}

it("visible lines are drawn if the scrolling box is drawn with them", async () => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300);
  render(<Side />);
  const lines = await screen.findAllByRole("listitem");
  expect(lines.length).toBeGreaterThanOrEqual(10);
  expect(lines.length).toBeLessThan(30);
});
