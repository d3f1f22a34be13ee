import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { differenceOf } from "../../../scripts/looks/compare.ts";
import { byState, shotOf } from "../../../scripts/looks/shots.ts";

/** A white picture with black pixels at these places. */
function picture(width: number, height: number, black: readonly number[] = []): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (const at of black) png.data.set([0, 0, 0, 255], at * 4);
  return PNG.sync.write(png);
}

describe("differenceOf", () => {
  it("finds nothing in the same picture", () => {
    expect(differenceOf(picture(10, 10, [3]), picture(10, 10, [3]))).toBeNull();
  });

  it("tells the share of the pixels that changed and draws them", () => {
    const block = [22, 23, 24, 32, 33, 34, 42, 43, 44];
    const found = differenceOf(picture(10, 10), picture(10, 10, block));
    expect(found?.share).toBeCloseTo(0.09);
    const drawn = PNG.sync.read(found?.picture ?? Buffer.alloc(0));
    expect([...drawn.data.subarray(33 * 4, 33 * 4 + 3)]).toEqual([255, 0, 0]);
  });

  it("counts the additional part of a longer page", () => {
    const found = differenceOf(picture(10, 10), picture(10, 20));
    expect(found?.share).toBeCloseTo(0.5);
    expect(differenceOf(picture(10, 20), picture(10, 10))?.share).toBeCloseTo(0.5);
  });
});

describe("the names of the pictures", () => {
  it("contain state, width, language and theme", () => {
    expect(shotOf("route.netdoc.sites.390.swg.dark.png")).toEqual({
      file: "route.netdoc.sites.390.swg.dark.png",
      state: "route.netdoc.sites",
      width: 390,
      locale: "swg",
      theme: "dark",
    });
    expect(shotOf("walks.txt")).toBeNull();
  });

  it("put each state on a sheet, wide pictures first", () => {
    const names = ["b.390.en.light", "b.1400.en.dark", "a.390.de.dark", "b.1400.en.light"];
    const sheets = byState(names.map((name) => `${name}.png`));
    expect([...sheets.keys()]).toEqual(["a", "b"]);
    expect(sheets.get("b")?.map(({ width, theme }) => [width, theme])).toEqual([
      [1400, "light"],
      [1400, "dark"],
      [390, "light"],
    ]);
  });
});
