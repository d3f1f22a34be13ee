import { expect, it } from "vitest";
import { rdataBytes, typeCode } from "../../../server/dns-wire/rdata.ts";
import { textRecord } from "../../../server/dns-wire/rdata-text.ts";
import { extent, seed } from "../../support/extent.ts";
import { acceptedRecords, RANDOM_TYPES } from "../../support/random-records.ts";
import { createRandom } from "../../support/rights-oracle/random.ts";

const COUNT = extent(100_000);
const AT_ONCE = 5000;

it(
  "random data of every type give the same text after a conversion to bytes",
  { timeout: extent(120_000) },
  () => {
    const random = createRandom(seed(47));
    for (let done = 0; done < COUNT; done += AT_ONCE) {
      const records = acceptedRecords(random, Math.min(AT_ONCE, COUNT - done));
      expect(new Set(records.map(({ type }) => type))).toEqual(new Set(RANDOM_TYPES));
      const changed = records.filter(({ type, stored }) => {
        const again = textRecord(typeCode(type), rdataBytes(type, stored));
        return again.type !== type || again.data !== stored;
      });
      expect(changed).toEqual([]);
    }
  },
);
