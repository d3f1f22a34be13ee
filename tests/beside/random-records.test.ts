import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { provenRdata } from "../../server/services/dns/proof.ts";
import { typeCode } from "../../server/dns-wire/rdata.ts";
import { extent, seed } from "../support/extent.ts";
import { acceptedRecords, type AcceptedRecord } from "../support/random-records.ts";
import { createRandom } from "../support/rights-oracle/random.ts";

const [BIND, KNOT] = ["/usr/bin/named-checkzone", "/usr/bin/kzonecheck"];
/** Accepted values, and how many of them are one zone file. */
const COUNT = extent(5000);
const AT_ONCE = 5000;
const HEAD = "$TTL 60\n@ SOA ns h 1 1 1 1 1\n@ NS ns\nns A 192.0.2.1\n";
const HEAD_LINES = 4;

const folder = mkdtempSync(join(tmpdir(), "netportal-records-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function zoneFile(lines: readonly string[]): string {
  const file = join(folder, "zone");
  writeFileSync(file, `${HEAD}${lines.join("\n")}\n`);
  return file;
}

async function saidBy(program: string, args: readonly string[]): Promise<string> {
  return new Promise<string>((resolve) => {
    execFile(program, args, { maxBuffer: 1e9 }, (_, out, err) => {
      resolve(out + err);
    });
  });
}

interface ByBind {
  /** Messages of BIND about the lines that it refuses. It continues after such a line. */
  readonly refused: readonly string[];
  /** The records as BIND writes them. */
  readonly records: readonly string[];
}

async function readByBind(lines: readonly string[]): Promise<ByBind> {
  const dump = join(folder, "dump");
  rmSync(dump, { force: true });
  const ignored = ["-i", "none", "-k", "ignore", "-m", "ignore", "-S", "ignore"];
  const said = await saidBy(BIND, [
    ...ignored,
    "-D",
    "-s",
    "full",
    "-o",
    dump,
    "w.example.",
    zoneFile(lines),
  ]);
  expect(said).toMatch(/^OK$|not loaded due to errors/m);
  const refused = [...said.matchAll(/^.*?:([0-9]+): (.*)$/gm)].map(
    ([, at, why = ""]) => `${lines[Number(at) - 1 - HEAD_LINES] ?? ""}: ${why}`,
  );
  return { refused, records: existsSync(dump) ? readFileSync(dump, "utf8").split("\n") : [] };
}

/** Messages of Knot about the lines that it does not load. Its warnings concern records that it loads. */
async function refusedByKnot(lines: readonly string[]): Promise<readonly string[]> {
  const said = await saidBy(KNOT, ["-v", "-o", "w.example.", zoneFile(lines)]);
  expect(said).toMatch(/^No semantic error found$|^Error summary:$|failed to load zone/m);
  return [...said.matchAll(/line ([0-9]+) (.*)$/gm)].map(
    ([, at, why = ""]) => `${lines[Number(at) - 1 - HEAD_LINES] ?? ""}: ${why}`,
  );
}

/** A line in the form of RFC 3597, which has the bytes that the hidden primary sends. */
function asBytes({ name, type, data, stored }: AcceptedRecord): string {
  const bytes = provenRdata({ name: `${name}.w.example.`, type, ttl: 60, rdata: stored });
  if (bytes === null) throw new Error(`${type} ${data} does not read back as ${stored}`);
  return `${name} TYPE${String(typeCode(type))} \\# ${String(bytes.length)} ${bytes.toString("hex")}`;
}

function asWritten({ name, type, data }: AcceptedRecord): string {
  return `${name} ${type} ${data}`;
}

/** BIND 9.18 reads letters of other scripts as bytes, and does not know the name of one parameter. */
function isReadAlike({ data }: AcceptedRecord): boolean {
  return /^[ -~]*$/.test(data) && !/ ohttp\b/.test(data);
}

describe.skipIf(![BIND, KNOT].every((program) => existsSync(program)))("random data of every type", () => {
  it(
    "is read back as it was stored, and BIND and Knot accept its bytes and read the same bytes from its text",
    async () => {
      const random = createRandom(seed(31));
      for (let done = 0; done < COUNT; done += AT_ONCE) {
        const records = acceptedRecords(random, Math.min(AT_ONCE, COUNT - done));
        const sent = records.map(asBytes);
        expect((await readByBind(sent)).refused).toEqual([]);
        expect(await refusedByKnot(sent)).toEqual([]);
        const alike = records.filter(isReadAlike);
        const written = await readByBind(alike.map(asWritten));
        expect(written.refused).toEqual([]);
        expect(written.records.length).toBeGreaterThan(alike.length);
        expect(written.records).toEqual((await readByBind(alike.map(asBytes))).records);
        // Knot 3.2 knows the names of all parameters except one.
        const known = alike.filter(({ data }) => !data.includes(" dohpath="));
        expect(await refusedByKnot(known.map(asWritten))).toEqual([]);
      }
    },
    extent(120_000),
  );
});
