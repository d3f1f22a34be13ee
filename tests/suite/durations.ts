import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPORTS, ROOT, written } from "./program.ts";

/** Duration of each part of a run, and of its files. */
export type Times = Readonly<
  Record<
    string,
    {
      readonly seconds: number;
      readonly files: readonly { readonly file: string; readonly seconds: number }[];
    }
  >
>;

/** Where a run leaves its times. */
export const TIMING = join(REPORTS, "timing.json");
/** Recorded seconds of the test files, which order and choose what runs. */
const RECORDED = join(ROOT, "tests", "durations.json");

/** Recorded seconds of test files, by their paths from the root. */
export function durations(): ReadonlyMap<string, number> {
  if (!existsSync(RECORDED)) return new Map();
  // Parse boundary: the file that `record` writes.
  return new Map(Object.entries(JSON.parse(readFileSync(RECORDED, "utf8")) as Record<string, number>));
}

/** The recorded seconds with those of a run; files that are gone are left out. */
export function recorded(
  before: ReadonlyMap<string, number>,
  times: Times,
  isThere: (file: string) => boolean,
): ReadonlyMap<string, number> {
  const fresh = Object.entries(times).flatMap(([part, { files }]) =>
    files.map(({ file, seconds }): [string, number] => [
      part === "e2e" ? `tests/e2e/${file}` : file,
      seconds,
    ]),
  );
  return new Map([...before, ...fresh].filter(([file]) => isThere(file)));
}

if (import.meta.main) {
  const times = written<Times>(TIMING);
  if (times === null) throw new Error(`no run has left its times in ${TIMING}`);
  const all = recorded(durations(), times, (file) => existsSync(join(ROOT, file)));
  const sorted = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(RECORDED, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
