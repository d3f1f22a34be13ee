import { describe, expect, it } from "vitest";
import { cursorText, readCursor, upTo } from "../../../server/events/cursor.ts";

const HERE = "7400000000000000001.16384.1";

describe("the place of a client in the stream of events", () => {
  it.each([
    { here: HERE, since: "10:20:12,15", part: null },
    { here: HERE, since: "3:3:", part: { until: "10:20:10,19", last: "77" } },
  ])("is read as it was written: $since", (cursor) => {
    expect(readCursor(cursorText(cursor))).toEqual(cursor);
  });

  it.each([
    "",
    "x",
    `${HERE}`,
    `${HERE}_20:10:`,
    `${HERE}_0:10:`,
    `${HERE}_10:20:9`,
    `${HERE}_10:20:20`,
    `${HERE}_10:20:15,12`,
    `${HERE}_10:20:12,12`,
    `${HERE}_10:20:,`,
    `${HERE}_10:${String(2n ** 64n)}:`,
    `${HERE}_10:20:_10:20:`,
    `${HERE}_10:20:_30:20:_7`,
    `${HERE}_10:20:_10:20:_${String(2n ** 63n)}`,
    `${HERE}_10:20:'; select 1`,
  ])("is refused unless PostgreSQL reads it: %j", (text) => {
    expect(readCursor(text)).toBeNull();
  });

  it.each([
    ["10:20:12,15", "19", "10:20:12,15"],
    ["10:20:12,15", "14", "10:15:12"],
    ["10:20:12,15", "12", "10:13:12"],
    ["10:20:12,15", "5", "6:6:"],
    ["10:20:12,15", null, "3:3:"],
    ["10:20:", "100", "10:20:"],
  ])("ends behind the last transaction that was told: %s up to %s is %s", (snapshot, told, expected) => {
    expect(upTo(snapshot, told)).toBe(expected);
  });

  it("does not go back behind what was told before a slow transaction", () => {
    expect(upTo("21:21:", "12", "12:18:12")).toBe("18:18:");
    expect(upTo("21:30:22", "25", "12:18:12")).toBe("21:26:22");
  });
});
