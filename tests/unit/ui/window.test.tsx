// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { useRef, type ReactNode, type RefObject } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useWindow } from "../../../src/ui/layout/use-window.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface LinesProps {
  readonly height: number;
}

function Lines({ box, height }: LinesProps & { readonly box: RefObject<HTMLElement | null> }): ReactNode {
  const { drawn, below } = useWindow({ count: 5_000, from: 100, box, height, overscan: 2 });
  return (
    <ol style={{ paddingBottom: below }}>
      {drawn.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

/** The scrolling element belongs to a part above the lines, and is mounted together with them. */
function Side({ height }: LinesProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box}>
      <Lines box={box} height={height} />
    </div>
  );
}

it("visible lines are drawn if the box that scrolls is drawn in the same moment", async () => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300);
  render(<Side height={40} />);
  const lines = await screen.findAllByRole("listitem");
  expect(lines.length).toBeGreaterThanOrEqual(10);
  expect(lines.length).toBeLessThan(30);
});

it("lines that become higher, as on a phone that is turned, get more space", async () => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300);
  const { rerender } = render(<Side height={40} />);
  await screen.findAllByRole("listitem");
  const below = (): number => Number.parseFloat(screen.getByRole("list").style.paddingBottom);
  const before = below();
  expect(before).toBeGreaterThan(100_000);
  rerender(<Side height={80} />);
  await waitFor(() => expect(below()).toBeGreaterThan(1.9 * before));
});
