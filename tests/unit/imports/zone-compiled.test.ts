import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";
import { keyOf } from "#imports/dns/rows";
import { speak } from "#imports/shared/texts";
import { readZones } from "#imports/dns/zones";
import { random } from "../../support/random.ts";

const ZONE = "random.example.";
const LINES = 10_000;
const isHere = spawnSync("named-compilezone", ["-v"]).status === 0;
if (!isHere)
  console.warn("named-compilezone is missing (Debian: bind9-utils): zone files are not compared with BIND.");

function recordsOf(text: string): readonly string[] {
  const input = { label: "zone", text, zone: ZONE, include: () => null };
  const { records, rejected } = readZones([input], toAscii, speak("en"));
  expect(rejected).toEqual([]);
  return records.map((record) => `${keyOf(record)} ${String(record.ttl)}`).toSorted();
}

it.skipIf(!isHere)("a random zone of 10,000 lines means the same to BIND", { timeout: 60_000 }, () => {
  const text = randomZone(4_711);
  const folder = mkdtempSync(join(tmpdir(), "netportal-zone-"));
  try {
    writeFileSync(join(folder, "zone"), text);
    const args = ["-q", "-i", "none", "-k", "ignore", "-o", "-", ZONE, join(folder, "zone")];
    const compiled = execFileSync("named-compilezone", args, { encoding: "utf8", maxBuffer: 100_000_000 });
    const ours = recordsOf(text);
    expect(ours.length).toBeGreaterThan(LINES * 0.8);
    expect(ours).toEqual(recordsOf(compiled));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Owners, origins, TTLs, parentheses and escapes as people write them; each name and type has one TTL. */
function randomZone(seed: number): string {
  const below = random(seed);
  const pick = <T>(all: readonly [T, ...T[]]): T => all[below(all.length)] ?? all[0];
  const lines = [
    "$TTL 1h30m",
    `@ IN SOA ns hostmaster ( 1 2h ; serial`,
    "  3h 4w ) 5m",
    "  NS ns",
    "ns A 192.0.2.1",
  ];
  for (let at = 0; lines.length < LINES; at += 1) {
    const [n, hex] = [String(at % 250), at.toString(16)];
    const owner = `h${String(at)}`;
    const ttl = pick(["", "60 ", "IN 1d ", "2h IN ", "IN "]);
    const data = pick([
      `A 10.${String(at >> 8)}.${String(at & 255)}.${n}`,
      `AAAA 2001:DB8::${hex}`,
      `AAAA 2001:db8:0:0:0:0:192.0.2.${n}`,
      `MX ${n} mail${n}`,
      `CNAME H${n}.Other.Example.`,
      `TXT "quoted; ${n}" plain${n} "esc\\"aped \\\\ \\065"`,
      `TXT ( "over"\n   "lines" ; comment ( " \n )`,
      `SRV 0 ${n} 443 @`,
      `CAA 0 issue "ca${n}.example"`,
      `SSHFP 4 2 (${"A1B2".repeat(8)}\n ${"c3d4".repeat(8)} )`,
      `TLSA 3 1 1 ${"ab".repeat(32)}`,
      `DS ${n} 13 2 ${"0F".repeat(32)}`,
      `NAPTR 100 ${n} "s" "SIP+D2U" "!^.*$!sip:a\\\\.b@x!" .`,
      `HTTPS 1 . port=${n} alpn="h2,h3" ipv6hint=2001:DB8:0::${hex}`,
      `SVCB 0 svc${n}`,
      `URI 10 ${n} "https://example.com/${n}"`,
      `HINFO PC "Linux ${n}"`,
      `LOC 49 0 ${String(at % 60)} N 8 24 37.5 E ${n}m`,
      `OPENPGPKEY ${btoa(owner)}`,
      `DNSKEY 257 3 13 ${btoa(owner.repeat(8))}`,
    ]);
    lines.push(...`${owner} ${ttl}${data}`.split("\n"));
    if (below(10) === 0 && data.startsWith("A ")) lines.push(`\t${ttl}TXT "beside ${n}"`);
    if (below(50) === 0) lines.push(`$ORIGIN o${hex}`, "x A 192.0.2.9", `$ORIGIN ${ZONE}`);
    if (below(100) === 0) lines.push(`$GENERATE 1-20/3 g${hex}-\${1,3,x} A 192.0.2.$`);
  }
  return `${lines.join("\n")}\n`;
}
