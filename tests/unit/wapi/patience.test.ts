import { describe, expect, it } from "vitest";
import { createListing, yieldsTo } from "../../../server/wapi/call/listing.ts";
import { createPatience } from "../../../server/wapi/call/patience.ts";

describe("[API-69] the time that others wait for one person", () => {
  it("ends after 30 s within ten minutes, for this person only, and begins again later", () => {
    let time = 0;
    const patience = createPatience(() => time);
    expect(patience.waited("a", 30_000)).toBe(false);
    expect(patience.waited("b", 1)).toBe(false);
    expect(patience.waited("a", 1)).toBe(true);
    time = 599_999;
    expect(patience.waited("a", 0)).toBe(true);
    time = 600_000;
    expect(patience.waited("a", 30_000)).toBe(false);
    expect(patience.waited("a", 1)).toBe(true);
  });

  it("is used by long calls that apply and do not wait themselves, and each wait counts once", () => {
    const told: number[] = [];
    const waited = (ms: number): boolean => told.push(ms) > 2;
    const listing = createListing();
    const long = { ms: 400, isUrgent: false, isOfOthers: true, isBlocked: false, heldFor: 6_000 };
    const applies = yieldsTo({ rollsBack: false, isAlone: false, listing, waited });
    expect(applies({ ...long, heldFor: 4_000 })).toBe(false);
    expect(applies({ ...long, isBlocked: true })).toBe(false);
    expect(applies({ ...long, isOfOthers: false })).toBe(false);
    expect(told).toEqual([]);
    expect(applies(long)).toBe(false);
    expect(applies({ ...long, ms: 60_000 })).toBe(false);
    expect(told[0]).toBe(400);
    expect(told[1]).toBeLessThan(1_000);
    expect(applies({ ...long, ms: 60_000 })).toBe(true);
  });

  it("is not used by calls that change nothing and by urgent calls", () => {
    const none = { ms: 400, isUrgent: false, isOfOthers: false, isBlocked: true, heldFor: 300 };
    const parts = { isAlone: false, listing: createListing(), waited: () => false };
    expect(yieldsTo({ ...parts, rollsBack: true })(none)).toBe(true);
    expect(yieldsTo({ ...parts, rollsBack: false })(none)).toBe(false);
    expect(yieldsTo({ ...parts, rollsBack: false })({ ...none, isUrgent: true })).toBe(true);
  });
});
