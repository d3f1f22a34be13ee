import { describe, expect, it } from "vitest";
import { readDay } from "#contract/values/timestamp";
import { relativeTime, spanNamed, type Span } from "../../../src/editor/cell/relative-time.ts";
import { spansSaying } from "../../../src/editor/cell/spans-saying.ts";

const NOW = new Date(2026, 10, 21, 12);
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const HOUR = 3600;
const DAY = 24 * HOUR;

const isIn = (spans: readonly Span[], moment: Date): boolean =>
  spans.some(([from, to]) => moment >= from && moment < to);

describe("times that a filter finds", () => {
  it.each(["de", "en"])(
    "are in %s exactly those whose displayed text contains the typed text",
    (language) => {
      const moments = Array.from({ length: 400 }, (_, at) => ago((at - 200) * 7919 + at ** 3));
      for (const text of [
        "3",
        "tag",
        "day",
        "vor",
        "ago",
        "in ",
        "gestern",
        "yesterday",
        "jetzt",
        "MONAT",
        "zz",
      ]) {
        const spans = spansSaying(text, NOW, language);
        const shown = moments.filter((moment) =>
          relativeTime(moment, NOW, language).toLowerCase().includes(text.toLowerCase()),
        );
        const found = moments.filter((moment) => isIn(spans, moment));
        expect([text, found]).toEqual([text, shown]);
      }
    },
  );

  it("are one span if they are adjacent", () => {
    const [days = [NOW, NOW], ...others] = spansSaying("gestern", NOW, "de");
    expect(others).toEqual([]);
    expect([ago(DAY + HOUR), ago(2 * DAY), ago(3 * DAY)].map((one) => isIn([days], one))).toEqual([
      true,
      true,
      false,
    ]);
    expect(spansSaying("vor", NOW, "de").length).toBeLessThan(8);
  });

  it.each([
    ["21.11.2026", new Date(2026, 10, 21), new Date(2026, 10, 22)],
    ["2026-11-21", new Date(2026, 10, 21), new Date(2026, 10, 22)],
    ["11.2026", new Date(2026, 10, 1), new Date(2026, 11, 1)],
    ["2026-12", new Date(2026, 11, 1), new Date(2027, 0, 1)],
  ])("of %s are those of that day or month", (text, from, to) => {
    expect(spanNamed(text, readDay)).toEqual([from, to]);
  });

  it.each(["2026", "10.11", "10.0.38.10", "32.11.2026", "13.2026", "web"])("%s names no day", (text) => {
    expect(spanNamed(text, readDay)).toBeNull();
  });
});
