import { expect, it } from "vitest";
import type { Place } from "#core/map/place";
import { markStyle, type Drawn } from "../../../src/views/campus-map/styles.ts";

const LOOKS = {
  surface: "white",
  line: "gray",
  edge: "gray",
  text: "black",
  muted: "gray",
  accent: "blue",
  new: "green",
  changed: "orange",
  going: "red",
  font: "sans-serif",
};

function building(number: string, kind: Drawn["kind"]): Drawn {
  const place: Place = { gpk: number, site: "s", number, title: "", address: "", position: null };
  return { place, colour: "navy", weight: undefined, kind };
}

/** Symbols with their colours. */
function signs(...drawn: readonly Drawn[]): readonly (readonly [string, unknown])[] {
  return markStyle(LOOKS, drawn, null, 100).flatMap((style) => {
    const text = style.getText();
    const sign = text?.getText() ?? "";
    return ["+", "~", "×"].includes(String(sign))
      ? [[String(sign), text?.getFill()?.getColor()] as const]
      : [];
  });
}

it.each([
  [null, []],
  ["new", [["+", "green"]]],
  ["changed", [["~", "orange"]]],
  ["going", [["×", "red"]]],
] as const)("[TA-119] a building for which %s is planned has the sign %j on the map", (kind, wanted) => {
  expect(signs(building("1", kind))).toEqual(wanted);
});

it("[TA-119] buildings that are drawn as one have each sign once", () => {
  const drawn = [building("1", "new"), building("2", null), building("3", "new"), building("4", "going")];
  expect(signs(...drawn)).toEqual([
    ["+", "green"],
    ["×", "red"],
  ]);
});
