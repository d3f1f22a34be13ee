import { expect, it } from "vitest";
import { makeNetworks, reverseZones } from "../../../server/demo/networks.ts";
import { createRandom } from "../../../server/demo/random.ts";
import { DEMO_COUNTS } from "../../../server/demo/size.ts";
import { makeUnits } from "../../../server/demo/units.ts";

it.each(["S", "M", "L"] as const)(
  "each network of the campus %s lies in one of its reverse zones",
  (size) => {
    const counts = DEMO_COUNTS[size];
    const networks = makeNetworks(counts, makeUnits(counts), createRandom(1));
    const zones = reverseZones(networks);
    for (const { first, prefix } of networks) {
      const last = first + 2 ** (32 - prefix) - 1;
      for (const address of [first, last])
        expect(zones).toContain(`${String((address >>> 16) & 255)}.${String(address >>> 24)}.in-addr.arpa.`);
    }
    expect(zones).toContain("8.b.d.0.1.0.0.2.ip6.arpa.");
    expect(new Set(zones).size).toBe(zones.length);
  },
);

it("without networks there is no reverse zone", () => {
  expect(reverseZones([])).toEqual([]);
});
