import { describe, expect, it } from "vitest";
import { createListing, yieldsTo } from "../../../server/wapi/call/listing.ts";
import { createPatience } from "../../../server/wapi/call/patience.ts";

describe("[API-69] the patience of others with one person", () => {
  it("ends after 30 s within ten minutes, for this person alone, and begins anew", () => {
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

  it("is used by calls that apply, each wait once; whoever changes nothing gives way without it", () => {
    const told: number[] = [];
    const waited = (ms: number): boolean => told.push(ms) > 2;
    const listing = createListing();
    const applies = yieldsTo({ rollsBack: false, listing, waited });
    expect(applies({ ms: 400, isUrgent: false })).toBe(false);
    expect(applies({ ms: 60_000, isUrgent: false })).toBe(false);
    expect(told[0]).toBe(400);
    expect(told[1]).toBeLessThan(1_000);
    expect(applies({ ms: 60_000, isUrgent: false })).toBe(true);
    expect(yieldsTo({ rollsBack: true, listing, waited })({ ms: 400, isUrgent: false })).toBe(true);
    expect(told).toHaveLength(3);
  });
});
