import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FullConfig } from "playwright/test";
import { startReadOnlyServer } from "./read-only-server.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Public data that lie beside the checkout; where they are absent, a few lines of the same shape take their place. */
const REAL = join(ROOT, "../shared/data");
const PLACES = [
  "id,title,category,aliasList,positionList,url",
  `1,Egon-Eiermann-Hörsaal (20.40),lecturehall,[],"['49.01097', '8.41095']",`,
  `2,Sport-Hörsaal (40.40),lecturehall,[],"['49.01580', '8.41636']",`,
  `809,20.40,building,[],"['49.01126', '8.41137']",`,
];
const NAMES = [
  "name\ttype\tdata",
  "web\tCNAME\tweb-pages.netlify.app.",
  "www.neel\tCNAME\tneelisadev.netlify.app.",
  "www.yourthoughts.catrin\tA\t144.21.62.57",
];

/** Imports the places and the names that begin with w, as a person would, and starts the read-only server beside. */
// Playwright takes the default export of this file.
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
    await runImport(["places", inputFile(folder, "campus-places.csv", PLACES, () => true)], url);
    const names = inputFile(folder, "dns-names.tsv", NAMES, (line, at) => at === 0 || line.startsWith("w"));
    await runImport(["dns", names, "--zone", "example.edu."], url);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inputFile(
  folder: string,
  name: string,
  instead: readonly string[],
  isTaken: (line: string, at: number) => boolean,
): string {
  const real = join(REAL, name);
  const lines = existsSync(real) ? readFileSync(real, "utf8").split("\n") : instead;
  const file = join(folder, name);
  writeFileSync(file, lines.filter(isTaken).join("\n"));
  return file;
}

async function runImport(args: readonly string[], url: string): Promise<void> {
  const command = [join(ROOT, "server/import.ts"), ...args, "--url", url];
  await promisify(execFile)("node", command, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
}
