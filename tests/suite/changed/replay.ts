import { choose, type Chosen } from "./choose.ts";
import { changeOf, git, treeOf } from "./tree.ts";

/** A commit and what would have run for it. */
export interface Replayed extends Pick<Chosen, "tests" | "left" | "seconds"> {
  readonly commit: string;
  readonly title: string;
}

/** What would have run for each commit of the last days, by its own files and today's durations. Nothing runs. */
export function* replay(
  root: string,
  days: number,
  durations: ReadonlyMap<string, number>,
): Generator<Replayed> {
  const since = `--since=${String(days)} days ago`;
  const texts = new Map<string, string>();
  for (const line of git(root, ["log", "--no-merges", "--format=%h %s", since]).trim().split("\n")) {
    const [commit = "", ...title] = line.split(" ");
    const tree = treeOf(root, commit, texts);
    const { tests, left, seconds } = choose(tree, changeOf(root, commit), durations);
    yield { commit, title: title.join(" "), tests, left, seconds };
  }
}

/** The row of a commit in the table of a replay. */
export function rowOf({ commit, title, tests, left, seconds }: Replayed): string {
  const figures = [seconds, tests.length, left.length].map((one) => String(one).padStart(6));
  return `${commit.padEnd(9)} ${figures.join(" ")}   ${title.slice(0, 80)}`;
}

/** The figures of all commits: how long the runs take, and how many have all that the change reaches. */
export function summaryOf(all: readonly Replayed[], most: number): readonly string[] {
  const times = all.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
  const at = (share: number): string => String(times[Math.ceil(times.length * share) - 1] ?? 0);
  const within = times.filter((one) => one <= most).length;
  const whole = all.filter(({ left }) => left.length === 0).length;
  return [
    `${String(all.length)} commits; ${String(within)} of them within ${String(most)} s`,
    `seconds: half of them at most ${at(0.5)}, nine of ten ${at(0.9)}, all ${at(1)}`,
    `${String(whole)} with everything that the change reaches; the others leave files for the whole suite`,
  ];
}
