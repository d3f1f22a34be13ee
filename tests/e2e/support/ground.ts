import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FullConfig } from "playwright/test";
import { startReadOnlyServer } from "./read-only-server.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Places and names of one university, in the format in which universities publish them: numbered quarters, and a campus in the north. */
const QUARTERS = ["06", "60", "61", "62", "63", "70"];
const PLACES = [
  "id,title,category,aliasList,positionList,url",
  `1,Hörsaal am Ehrenhof (20.40),lecturehall,[],"['49.01097', '8.41095']",`,
  `2,Sport-Hörsaal (40.40),lecturehall,[],"['49.01580', '8.41636']",`,
  `809,20.40,building,[],"['49.01126', '8.41137']",`,
  ...Array.from({ length: 300 }, (_, at) => {
    const quarter = QUARTERS[at % QUARTERS.length] ?? "60";
    return placeOf(at, `${quarter}.${String(10 + Math.floor(at / QUARTERS.length))}`, 49.009);
  }),
  ...Array.from({ length: 120 }, (_, at) => placeOf(at + 300, String(at + 101), 49.09)),
];

function placeOf(at: number, number: string, south: number): string {
  const position = `['${(south + (at % 17) / 1_000).toFixed(5)}', '${(8.405 + (at % 23) / 1_000).toFixed(5)}']`;
  return `${String(at + 1000)},${number}${at % 7 === 0 ? " - Institut" : ""},building,[],"${position}",`;
}

const NAMES = [
  "name\ttype\tdata",
  "web\tCNAME\tpages.example.net.",
  "www.chor\tCNAME\tchor.pages.example.net.",
  "www.radio.wohnheim\tA\t198.18.7.57",
  ...Array.from({ length: 300 }, (_, at) =>
    at % 5 === 0
      ? `w${String(at)}.studis\tA\t198.18.7.${String(100 + at / 5)}`
      : `www.w${String(at)}\tCNAME\tw${String(at - (at % 5))}.pages.example.net.`,
  ),
  "w-mail\tMX\t10 mx.example.net.",
  'w-text\tTXT\t"v=spf1 -all"',
  // This line contradicts the one above: a name with a CNAME has no other records.
  "w-text\tCNAME\tpages.example.net.",
];

/** Imports the places and the names with the documented commands, and starts the additional read-only server. */
// Playwright requires a default export here.
// oxlint-disable-next-line import/no-default-export
export default async function prepareGround(config: FullConfig): Promise<() => Promise<void>> {
  const url = config.projects[0]?.use.baseURL;
  if (url === undefined) throw new Error("playwright.config.ts names no baseURL");
  const [stop] = await Promise.all([startReadOnlyServer(), importAll(url)]);
  return stop;
}

async function importAll(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "netportal-e2e-input-"));
  try {
    await runImport(["places", inputFile(folder, "campus-places.csv", PLACES)], url);
    await runImport(["dns", inputFile(folder, "dns-names.tsv", NAMES), "--zone", "example.edu."], url);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inputFile(folder: string, name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.join("\n"));
  return file;
}

/** Both files have rows that are rejected, which the exit code tells. */
const SOME_REJECTED = 2;

async function runImport(args: readonly string[], url: string): Promise<void> {
  const command = [join(ROOT, "server/import.ts"), ...args, "--url", url];
  const code = await promisify(execFile)("node", command, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === SOME_REJECTED) return SOME_REJECTED;
      throw error;
    },
  );
  if (code !== SOME_REJECTED) throw new Error(`${args[0] ?? ""}: no row was rejected`);
}
