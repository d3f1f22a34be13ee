import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, type ExpectStatic } from "vitest";

/** Number of different lines that a failure shows of each side. */
const SHOWN = 5;
/** Number of characters that it shows of a line, and how many of them are before the difference. */
const WIDTH = 200;
const BEFORE = 60;

/**
 * Compares a text with the recording in a file, whose path begins at the test. A failure names the file and the command that renews it, and shows the
 * first differences. Tests that run at the same time pass their own `expect`.
 */
export async function expectRecorded(text: string, file: string, own: ExpectStatic = expect): Promise<void> {
  const path = own.getState().testPath ?? "";
  const test = relative(process.cwd(), path);
  const [, project = ""] = test.split("/");
  try {
    await own(text).toMatchFileSnapshot(file);
  } catch {
    // The own message of Vitest has all differences, which are many kB of JSON for one more object.
    const recording = join(dirname(path), file);
    const shown = differences(existsSync(recording) ? readFileSync(recording, "utf8") : "", text);
    const renew = `npx vitest run --project ${project} ${test} --update`;
    throw new Error(
      `${join(dirname(test), file)} differs. If the change is wanted, renew it: ${renew}\n${shown}`,
    );
  }
}

/** The first lines that only one of two texts has, each around its first difference. */
export function differences(recorded: string, now: string): string {
  const [were, are] = [recorded.split("\n"), now.split("\n")];
  const [gone, added] = [without(were, are), without(are, were)];
  if (gone.length === 0 && added.length === 0) return "The lines are in another order, or repeated.";
  const pairs = Array.from({ length: Math.min(SHOWN, Math.max(gone.length, added.length)) }, (_, at) => {
    const [was, is] = [gone[at], added[at]];
    const from = was === undefined || is === undefined ? 0 : Math.max(0, firstDifference(was, is) - BEFORE);
    return [...cut("-", was, from), ...cut("+", is, from)];
  });
  const counted = `Lines only in the recording (-): ${String(gone.length)}, only in this run (+): ${String(added.length)}`;
  return [counted, ...pairs.flat()].join("\n");
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

function firstDifference(one: string, other: string): number {
  const at = Array.from(one).findIndex((_, place) => one.charAt(place) !== other.charAt(place));
  return at === -1 ? one.length : at;
}

function cut(mark: string, line: string | undefined, from: number): readonly string[] {
  if (line === undefined) return [];
  const part = line.slice(from, from + WIDTH);
  return [`${mark} ${from > 0 ? "…" : ""}${part}${from + WIDTH < line.length ? "…" : ""}`];
}
