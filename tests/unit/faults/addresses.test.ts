import { describe, expect, it } from "vitest";
import { addressSentences, placeObjects } from "../../../server/faults/addresses.ts";

const POOL = {
  subnet: "198.51.100.0/24",
  bcd: "scc-net-web-1",
  first_addr: "198.51.100.100",
  last_addr: "198.51.100.120",
};
const REASONS = ["network", "broadcast", "gateway", "anycast", "reserved", "pool", "record", "assignment"];

describe("sentences of an address that cannot be used (wire contract 4.2, -20060/8)", () => {
  it("name the pool by its bounds and the subnet", () => {
    expect(addressSentences("198.51.100.110", "pool", POOL)?.text.en).toBe(
      "198.51.100.110 lies in a DHCP pool (198.51.100.100 – 198.51.100.120) of the subnet 198.51.100.0/24 in the BCD scc-net-web-1.",
    );
  });

  it("link the pool and its subnet, and link nothing if both are hidden", () => {
    expect(placeObjects(POOL).map(({ object_fq_name: type, title }) => [type, title])).toEqual([
      ["dhcp.pool", "198.51.100.100 – 198.51.100.120"],
      ["nd.ip_subnet", "198.51.100.0/24"],
    ]);
    expect(placeObjects({})).toEqual([]);
  });

  it.each(REASONS)("%s: whole sentences in both languages, with and without the place", (reason) => {
    for (const place of [{}, { subnet: POOL.subnet }, POOL]) {
      const said = addressSentences("198.51.100.1", reason, place);
      const texts = [said?.text.de, said?.text.en, said?.hint.de, said?.hint.en];
      for (const text of texts) expect(text).toMatch(/^[A-ZÄÖÜ0-9][^{}]*\.$/);
      expect(new Set(texts).size).toBe(4);
      expect(texts[1]?.includes("198.51.100.0/24")).toBe(place !== undefined && "subnet" in place);
    }
  });
});
