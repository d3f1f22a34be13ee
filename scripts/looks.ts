import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { differenceOf } from "./looks/compare.ts";
import { drawSheets } from "./looks/sheets.ts";
import { byState, shotOf } from "./looks/shots.ts";

/**
 * Pictures of all pages and states, one sheet for each, compared with the run before.
 * `npm run looks -- home` takes those whose name matches the regular expression.
 */
const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "looks");
const FRESH = join(FOLDER, "fresh");
const NOW = join(FOLDER, "now");
const LAST = join(FOLDER, "last");
const DIFFERENCES = join(FOLDER, "differences");
/** The walk that reaches each state, as the last whole run saw it. */
const WALKS = join(FOLDER, "walks.json");
const SHEETS = join(FOLDER, "sheets");
/** Smaller shares of changed pixels are ignored, because times and numbers of objects differ in every run. */
const NOISE = 0.0005;

process.exitCode = await main(process.argv[2] ?? "");

async function main(pattern: string): Promise<number> {
  rmSync(FRESH, { recursive: true, force: true });
  for (const folder of [FRESH, NOW, LAST, DIFFERENCES]) mkdirSync(folder, { recursive: true });
  const walked = walk(pattern);
  const files = readdirSync(FRESH).filter((file) => shotOf(file) !== null);
  if (files.length === 0) {
    console.error(`No page or state has a name that matches ${pattern}.`);
    return 1;
  }
  const changes = new Map(files.flatMap((file) => keep(file)));
  tell(files, changes);
  const notes = new Map([...changes].map(([file, share]) => [file, percent(share)]));
  await drawSheets(byState(files), { shots: NOW, sheets: SHEETS, notes });
  console.log(`\nSheets: ${relative(ROOT, SHEETS)}, differences: ${relative(ROOT, DIFFERENCES)}`);
  return walked ? 0 : 1;
}

/** Walks through the states and takes the pictures. False if a walk did not reach its end. */
function walk(pattern: string): boolean {
  const env = {
    ...process.env,
    NETPORTAL_LOOKS: "pictures",
    NETPORTAL_SHOTS: FRESH,
    NETPORTAL_STATES: pattern,
  };
  const known = pattern === "" ? {} : readWalks();
  const walks = new Set(
    Object.entries(known).flatMap(([state, file]) =>
      new RegExp(pattern).test(state) && existsSync(file) ? [relative(ROOT, file)] : [],
    ),
  );
  const where = walks.size === 0 ? ["tests/e2e/looks/"] : [...walks];
  const command = ["playwright", "test", ...where, "--reporter", "line"];
  const { status } = spawnSync("npx", command, { cwd: ROOT, stdio: "inherit", env });
  if (pattern === "") writeFileSync(WALKS, JSON.stringify(readFreshWalks(), null, 1));
  return status === 0;
}

type Walks = Readonly<Record<string, string>>;

function readWalks(): Walks {
  // Parse boundary: written by this command.
  return existsSync(WALKS) ? (JSON.parse(readFileSync(WALKS, "utf8")) as Walks) : {};
}

function readFreshWalks(): Walks {
  const file = join(FRESH, "walks.txt");
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return Object.fromEntries(
    lines.map((line): readonly [string, string] => {
      const [state = "", walked = ""] = line.split("\t");
      return [state, walked];
    }),
  );
}

/** Replaces the last picture by a fresh one; answers the difference. */
function keep(file: string): readonly (readonly [string, number])[] {
  const [fresh, now, difference] = [join(FRESH, file), join(NOW, file), join(DIFFERENCES, file)];
  rmSync(difference, { force: true });
  const last = existsSync(now) ? readFileSync(now) : null;
  if (last !== null) renameSync(now, join(LAST, file));
  const picture = readFileSync(fresh);
  renameSync(fresh, now);
  if (last === null) return [[file, 1]];
  const found = differenceOf(last, picture);
  if (found === null || found.share < NOISE) return [];
  writeFileSync(difference, found.picture);
  return [[file, found.share]];
}

function tell(files: readonly string[], changes: ReadonlyMap<string, number>): void {
  for (const [state, shots] of byState(files)) {
    const changed = shots.filter(({ file }) => changes.has(file));
    const shares = changed.map(({ file }) => changes.get(file) ?? 0);
    if (changed.length === 0) continue;
    console.log(
      `${state}: ${String(changed.length)} of ${String(shots.length)} pictures changed, ${percent(Math.max(...shares))} at most`,
    );
  }
  const same = files.length - changes.size;
  console.log(`${String(files.length)} pictures, ${String(same)} as in the last run`);
}

function percent(share: number): string {
  return share === 1 ? "new" : `${(share * 100).toFixed(2)} %`;
}
