// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTexts } from "../../../src/app/i18n.ts";
import { ColoursPage } from "../../../src/views/lab/colours-page.tsx";
import { contrast, stringColour, tokensOf } from "../../../src/views/lab/contrast.ts";

const CSS = readFileSync(join(import.meta.dirname, "../../../src/ui/tokens.css"), "utf8");

beforeEach(async () => {
  await startTexts("en");
});
afterEach(cleanup);

/** Colours in the part with this name: each name with its drawn colour. */
function drawn(part: string): ReadonlyMap<string, string> {
  const items = within(screen.getByRole("region", { name: part })).getAllByRole("listitem");
  return new Map(
    items.map((item) => {
      const background = item.querySelector<HTMLElement>(".lab-colour")?.style.background ?? "";
      return [item.querySelector(".code")?.textContent ?? "", background];
    }),
  );
}

/** A colour as the browser writes it. */
function written(colour: string): string {
  const probe = document.createElement("i");
  probe.style.background = colour;
  return probe.style.background;
}

it("[SHELL-24] the palette shows every colour of both themes and generated colours, which are always the same for a text", () => {
  render(<ColoursPage />);
  for (const [part, theme] of [
    ["Light", "light"],
    ["Dark", "dark"],
  ] as const) {
    const colours = tokensOf(CSS, theme).filter(({ value }) => value.startsWith("#"));
    expect(colours.length).toBeGreaterThan(15);
    expect(drawn(part)).toEqual(new Map(colours.map(({ name, value }) => [`--${name}`, written(value)])));
  }
  const samples = drawn("Generated from texts");
  expect(samples.size).toBeGreaterThan(8);
  expect(new Set(samples.values()).size).toBe(samples.size);
  for (const [text, colour] of samples) expect(colour).toBe(written(stringColour(text)));
  fireEvent.change(screen.getByLabelText("Text"), { target: { value: "Werft" } });
  expect(drawn("Generated from texts").get("Werft")).toBe(written(stringColour("Werft")));
});

it.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#ffffff", 4.54],
  ["hsl(0 100% 50%)", "#ffffff", 4],
  ["hsl(240 100% 50%)", "#ffffff", 8.59],
  ["120ms ease-out", "#ffffff", null],
])("the contrast of %s and %s is %s", (one, other, ratio) => {
  const found = contrast(one, other);
  if (ratio === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(ratio, 2);
});
