import { loadersOf } from "./graph.ts";
import { byTelling, reachedBy } from "./telling.ts";
import type { Change, Tree } from "./tree.ts";

/** What runs for a change. */
export interface Chosen {
  readonly change: Change;
  /** Whether the portal is built. */
  readonly builds: boolean;
  /** Test files besides the unit tests, the most telling first. */
  readonly tests: readonly string[];
  /** Files that the change reaches and the time does not allow, the most telling first. */
  readonly left: readonly string[];
  /** Expected duration of the run on two cores. */
  readonly seconds: number;
}

/** Seconds that a run of a change may take: ten minutes, less what its start and its end take. */
export const MOST_SECONDS = 580;
/** Estimates for two cores. Files of a project share processes, so each of them takes this part of its own time. */
const PARTS = { check: 60, build: 20, vitest: 25, walks: 20 };
const SHARE: Readonly<Record<string, number>> = {
  unit: 0.5,
  wapi: 0.5,
  portal: 0.5,
  beside: 0.3,
  measured: 1,
  e2e: 0.5,
};
/** Seconds of a file of which nothing is recorded: with these all files take about as long as the whole suite, 27 minutes. */
const UNKNOWN: Readonly<Record<string, number>> = {
  unit: 0.4,
  wapi: 3.5,
  portal: 8,
  beside: 20,
  measured: 20,
  e2e: 18,
};
/** The pictures of `npm run looks` compare nothing. */
const TEST = /^tests\/(wapi|portal|beside|measured|e2e)\/(?!looks\/).*\.(test|spec)\.tsx?$/;
const UNIT = /^tests\/unit\/.*\.test\.tsx?$/;
const PORTAL =
  /^(src|locales|public|scripts|docs|CHANGELOG\.md)|^(index\.html|vite\.config\.ts|package(-lock)?\.json)$/;

/** What runs for a change: check, build and unit tests, then the most telling tests that the time allows. */
export function choose(
  tree: Tree,
  change: Change,
  durations: ReadonlyMap<string, number>,
  most = MOST_SECONDS,
): Chosen {
  const reached = reachedBy(change.files, loadersOf(tree), (file) => TEST.test(file) && tree.files.has(file));
  const ordered = byTelling(tree, change, reached).map(({ test }) => test);
  const clock = clockOf(tree, durations);
  const builds = change.files.some((file) => PORTAL.test(file));
  const tests: string[] = [];
  const left: string[] = [];
  for (const test of ordered) {
    if (clock.seconds([...tests, test], builds) <= most) tests.push(test);
    else left.push(test);
  }
  return { change, builds, tests, left, seconds: Math.round(clock.seconds(tests, builds)) };
}

interface Clock {
  readonly seconds: (tests: readonly string[], builds: boolean) => number;
}

function clockOf(tree: Tree, durations: ReadonlyMap<string, number>): Clock {
  const own = (file: string): number => durations.get(file) ?? UNKNOWN[file.split("/")[1] ?? ""] ?? 0;
  const units = [...tree.files.keys()].filter((file) => UNIT.test(file));
  const unit = units.reduce((sum, file) => sum + own(file), 0) * (SHARE["unit"] ?? 1);
  return {
    seconds(tests, builds) {
      const byRoom = Map.groupBy(tests, (file) => TEST.exec(file)?.[1] ?? "");
      const parts = [...byRoom].map(([room, files]) => {
        const all = files.map(own);
        const shared = all.reduce((sum, one) => sum + one, 0) * (SHARE[room] ?? 1);
        return Math.max(shared, ...all);
      });
      const hasWalks = byRoom.has("e2e");
      return (
        PARTS.check +
        (builds || hasWalks ? PARTS.build : 0) +
        (byRoom.size > (hasWalks ? 1 : 0) ? PARTS.vitest : 0) +
        unit +
        (hasWalks ? PARTS.walks : 0) +
        parts.reduce((sum, one) => sum + one, 0)
      );
    },
  };
}
