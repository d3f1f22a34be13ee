import { describe, expect, it } from "vitest";
import { readLocal, type ZoneOffset } from "#contract/values/local-time";
import { readDay } from "#contract/values/timestamp";
import { splitDateTime } from "#core/form/shown-time";
import { numberOf } from "#contract/values/number-text";
import { sameJson, toWireValue } from "#core/form/values";

/** A time zone: UTC+1 in winter, UTC+2 from April to October. */
const zone: ZoneOffset = (moment) => {
  const month = new Date(moment).getUTCMonth() + 1;
  return month >= 4 && month <= 10 ? 120 : 60;
};
const west: ZoneOffset = () => -210;
const one = (moment: string) => ({ kind: "one", moment });

describe("date and time", () => {
  it("[VAL-13] [VAL-16] date plus time is an ISO timestamp with the offset of the zone", () => {
    expect(readLocal("2026-11-21", "08:15", zone)).toEqual(one("2026-11-21T08:15:00+01:00"));
    expect(readLocal("21.7.2026", "8:15:30", zone)).toEqual(one("2026-07-21T08:15:30+02:00"));
    expect(readLocal("2026-11-21", "08:15", west)).toEqual(one("2026-11-21T08:15:00-03:30"));
  });

  it("[VAL-14] an empty date gives null", () => {
    expect(readLocal(" ", "08:15", zone)).toEqual({ kind: "empty" });
  });

  it("[VAL-15] a date without a time gets the time 00:00", () => {
    expect(readLocal("2026-11-21", "", zone)).toEqual(one("2026-11-21T00:00:00+01:00"));
  });

  it.each([
    ["2026-02-30", "00:00"],
    ["2026-11-21", "24:00"],
    ["2026-11-21", "8"],
    ["tomorrow", ""],
  ])("%s %s is not a time", (date, time) => {
    expect(readLocal(date, time, zone)).toEqual({ kind: "none" });
  });

  it("a timestamp is shown on the local clock", () => {
    expect(splitDateTime("2026-11-21T07:15:00Z", zone)).toEqual({ date: "2026-11-21", time: "08:15" });
    expect(splitDateTime("2026-07-20T23:30:05Z", zone)).toEqual({ date: "2026-07-21", time: "01:30:05" });
    expect(splitDateTime(null, zone)).toEqual({ date: "", time: "" });
    expect(splitDateTime("2026-13-01 10:00", zone)).toEqual({ date: "2026-13-01", time: "10:00" });
  });

  it("a date is read in both spellings, and only if it exists", () => {
    expect(readDay("1.2.2026")).toBe("2026-02-01");
    expect(readDay("29.2.2026")).toBeNull();
  });
});

describe("conversion of values", () => {
  it("[VAL-17] boolean is true only for the text 'true'", () => {
    const read = ["true", "false", "True", "1"].map((text) => toWireValue("boolean", text));
    expect(read).toEqual([true, false, false, false].map((value) => ({ ok: true, value })));
  });

  it("[VAL-18] [VAL-19] numbers are cast, and a text that is not a number is an error", () => {
    const decimals = ["12", " -3 ", "1.5", "1,5", "1e3", "-0.5", "49.010", "007"].map((text) =>
      numberOf(text),
    );
    expect(decimals).toEqual([12, -3, 1.5, 1.5, 1000, -0.5, 49.01, 7]);
    const none = ["", "x", "1,234,5", "Infinity", "12a", "0x10", "1 000"].map((text) => numberOf(text));
    expect(none).toEqual(none.map(() => null));
    // The separator means a fraction in one language and thousands in another, so the text is refused.
    expect(["3.000", "3,000", "1e3", "3600"].map((text) => numberOf(text, { isInteger: true }))).toEqual([
      null,
      null,
      null,
      3600,
    ]);
    // VNIs are shown in this form.
    const vni = { isInteger: true, isInPairs: true } as const;
    expect(["00.47.11", "4711", "0.4711"].map((text) => numberOf(text, vni))).toEqual([4711, 4711, null]);
    expect(toWireValue("number", "x")).toEqual({ ok: false, text: { key: "core.form.noNumber" } });
    expect(toWireValue("number", "3.000", { isInteger: true })).toEqual({
      ok: false,
      text: { key: "core.form.noInteger" },
    });
  });

  it("[VAL-20] an empty value becomes null", () => {
    expect(toWireValue("text", "")).toEqual({ ok: true, value: null });
    expect(toWireValue("number", " ")).toEqual({ ok: true, value: null });
    expect(toWireValue("list", ["a", "", null])).toEqual({ ok: true, value: ["a"] });
  });

  it("wire values are compared by content, and lists also by order", () => {
    expect(sameJson({ a: [1, { b: null }], c: 1 }, { c: 1, a: [1, { b: null }] })).toBe(true);
    expect(sameJson(["a", "b"], ["b", "a"])).toBe(false);
    expect(sameJson({}, [])).toBe(false);
    expect(sameJson(null, {})).toBe(false);
  });
});
