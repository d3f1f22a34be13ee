import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringColour } from "../../../src/views/lab/contrast.ts";

const PARTS = /^hsl\((\d+) (\d+)% (\d+)%\)$/;

/** Hue in degrees, saturation and lightness in percent. */
function partsOf(text: string): readonly number[] {
  return (PARTS.exec(stringColour(text)) ?? []).slice(1).map(Number);
}

describe("the colour generated for a text", () => {
  it("[CONST-18] has any hue, a saturation of 75 to 100 % and a lightness of 40 to 60 %, and is always the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const [hue = -1, saturation = -1, lightness = -1] = partsOf(text);
        expect(hue).toBeGreaterThanOrEqual(0);
        expect(hue).toBeLessThan(360);
        expect(saturation).toBeGreaterThanOrEqual(75);
        expect(saturation).toBeLessThanOrEqual(100);
        expect(lightness).toBeGreaterThanOrEqual(40);
        expect(lightness).toBeLessThanOrEqual(60);
        expect(stringColour(text)).toBe(stringColour(text));
      }),
      { numRuns: 500 },
    );
  });

  it("[CONST-18] uses the whole range of hue, saturation and lightness", () => {
    const all = Array.from({ length: 20_000 }, (_, at) => partsOf(`campus-${String(at)}`));
    const counts = [0, 1, 2].map((part) => new Set(all.map((parts) => parts[part])).size);
    expect(counts).toEqual([360, 26, 21]);
  });
});
