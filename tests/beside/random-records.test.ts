import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseRecordData } from "#contract/values/record-data";
import { provenRdata } from "../../server/output/dns/proof.ts";
import { typeCode } from "../../server/output/dns/rdata.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { extent, seed } from "../support/extent.ts";
import { RANDOM_TYPES, randomData } from "../support/random-records.ts";
import { createRandom } from "../support/rights-oracle/random.ts";

const CHECKER = "/usr/bin/named-checkzone";
const COUNT = extent(5000);
const HEAD = "$TTL 60\n@ SOA ns h 1 1 1 1 1\n@ NS ns\nns A 192.0.2.1\n";
const HEAD_LINES = 4;

const folder = mkdtempSync(join(tmpdir(), "netportal-records-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The lines that BIND refuses, by what it says. It reads on behind a line that it refuses. */
async function refusedByBind(lines: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const file = join(folder, "zone");
  writeFileSync(file, `${HEAD}${lines.join("\n")}\n`);
  const args = ["-i", "none", "-k", "ignore", "-m", "ignore", "-S", "ignore", "w.example.", file];
  const said = await new Promise<string>((resolve) => {
    execFile(CHECKER, args, { maxBuffer: 1e9 }, (_, out, err) => {
      resolve(out + err);
    });
  });
  expect(said).toMatch(/^OK$|not loaded due to errors/m);
  return new Map(
    [...said.matchAll(/^.*?:([0-9]+): (.*)$/gm)].map(([, at, why = ""]) => [
      lines[Number(at) - 1 - HEAD_LINES] ?? "",
      why,
    ]),
  );
}

describe.skipIf(!existsSync(CHECKER))("random data of every type", () => {
  const random = createRandom(seed(31));
  const all = Array.from({ length: COUNT }, (_, n) => {
    const type = RANDOM_TYPES[n % RANDOM_TYPES.length] ?? "A";
    const data = randomData(random, type);
    return { name: `n${String(n)}`, type, data, read: parseRecordData(type, data, toAscii) };
  });
  const accepted = all.flatMap(({ name, type, data, read }) =>
    read.ok && read.value !== null ? [{ name, type, data, stored: read.value }] : [],
  );

  it(
    "that are accepted read back as they are stored, and BIND takes their bytes",
    async () => {
      const lines = accepted.map(({ name, type, data, stored }) => {
        const bytes = provenRdata({ name: `${name}.w.example.`, type, ttl: 60, rdata: stored });
        if (bytes === null) throw new Error(`${type} ${data} does not read back as ${stored}`);
        return `${name} TYPE${String(typeCode(type))} \\# ${String(bytes.length)} ${bytes.toString("hex")}`;
      });
      expect(accepted.length).toBeGreaterThan(COUNT / 3);
      expect([...(await refusedByBind(lines))]).toEqual([]);
    },
    extent(120_000),
  );

  it(
    "are refused if BIND refuses them",
    async () => {
      const lines = accepted.map(({ name, type, data }) => `${name} ${type} ${data}`);
      // BIND 9.18 reads letters of other scripts as bytes, and does not know the name of one parameter.
      const isKnown = (line: string): boolean => /^[ -~]*$/.test(line) && !/ ohttp\b/.test(line);
      expect([...(await refusedByBind(lines.filter(isKnown)))]).toEqual([]);
    },
    extent(120_000),
  );
});
