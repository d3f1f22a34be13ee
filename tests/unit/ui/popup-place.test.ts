import { describe, expect, it } from "vitest";
import { popupPlace, type Box } from "../../../src/ui/field/use-popup.ts";

const SCREEN: Box = { top: 0, bottom: 800, left: 0, width: 390 };
const field = (top: number): Box => ({ top, bottom: top + 36, left: 16, width: 358 });

describe("the list of suggestions", () => {
  it("is below its field if it fits there", () => {
    expect(popupPlace(field(100), SCREEN, 200)).toEqual({
      side: "below",
      edge: 140,
      left: 16,
      width: 358,
      maxHeight: 276,
    });
  });

  it("opens upwards if the lower edge would cut it off", () => {
    expect(popupPlace(field(700), SCREEN, 200)).toMatchObject({ side: "above", edge: 696, maxHeight: 276 });
  });

  it("is at most as high as the part of the page that an on-screen keyboard leaves free", () => {
    const keyboard: Box = { ...SCREEN, bottom: 360 };
    expect(popupPlace(field(80), keyboard, 400)).toMatchObject({ side: "below", maxHeight: 232 });
    expect(popupPlace(field(300), keyboard, 400)).toMatchObject({ side: "above", edge: 296, maxHeight: 276 });
    const scrolled: Box = { ...SCREEN, top: 200, bottom: 560 };
    expect(popupPlace(field(300), scrolled, 400)).toMatchObject({ side: "below", maxHeight: 212 });
  });

  it("never reaches beyond the sides", () => {
    expect(popupPlace({ top: 0, bottom: 36, left: 300, width: 400 }, SCREEN, 100)).toMatchObject({
      left: 8,
      width: 374,
    });
  });
});
