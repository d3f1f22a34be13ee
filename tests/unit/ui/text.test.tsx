// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { chooseLanguage, startTexts } from "../../../src/app/i18n.ts";
import { TextProvider, useLocale, useText, type Say } from "../../../src/ui/text.ts";

const voices: Say[] = [];

function Counted({ count }: { readonly count: number }): ReactNode {
  const say = useText();
  voices.push(say);
  return (
    <p lang={useLocale()}>
      {say("ui.common.close")}: {say("ui.table.rows", { count })}
    </p>
  );
}

const told = (count: number): ReactNode => (
  <TextProvider>
    <Counted count={count} />
  </TextProvider>
);

beforeEach(async () => {
  voices.length = 0;
  await startTexts("en");
});
afterEach(cleanup);

it("formats small and large counts for the language", () => {
  const { rerender } = render(told(1));
  expect(screen.getByText("Close: 1 row")).toBeDefined();
  rerender(told(999));
  expect(screen.getByText("Close: 999 rows")).toBeDefined();
  rerender(told(1000));
  expect(screen.getByText("Close: 1,000 rows")).toBeDefined();
});

it("keeps its function while the language stays, and redraws when it changes", async () => {
  const { rerender } = render(told(2));
  rerender(told(12_345));
  expect(new Set(voices).size).toBe(1);
  await act(() => chooseLanguage("de"));
  expect(screen.getByText("Schließen: 12.345 Zeilen").lang).toBe("de");
  expect(new Set(voices).size).toBe(2);
});
