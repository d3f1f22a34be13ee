import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Folder for the mutated sources and the results of a run. */
export const FOLDER = "test-results/mutants";
/** In the last round, tests that pass only once run in the order of their file for each mutant that is left. */
export const IS_LAST_ROUND = process.env["MUTANTS_ROUND"] === "2";
/** What a test file writes when it has tried all mutants of the round. */
export const END = IS_LAST_ROUND ? "endInOrder" : "end";
const LINES = `${FOLDER}/lines.jsonl`;

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** One small change of a file. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly from: Place;
  readonly to: Place;
  readonly change: string;
  readonly replacement: string;
}

/** Result of a mutant in one test file. */
export interface Line {
  readonly kind:
    "begin" | "killed" | "survived" | "inOrder" | "static" | "again" | "end" | "endInOrder" | "broken";
  /** The test file. */
  readonly file: string;
  readonly mutant?: string;
  readonly error?: string;
  readonly at: number;
}

/** Whether the run tries this mutant: `--every 5` tries only every fifth one. */
export function isChosen(mutant: string): boolean {
  return Number(mutant) % Number(process.env["MUTANTS_EVERY"] ?? "1") === 0;
}

export function readLines(): readonly Line[] {
  if (!existsSync(LINES)) return [];
  return (
    readFileSync(LINES, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      // Parse boundary: this script wrote the lines.
      .map((line) => JSON.parse(line) as Line)
  );
}

export function addLine(line: Omit<Line, "at">): void {
  appendFileSync(LINES, `${JSON.stringify({ ...line, at: Date.now() })}\n`);
}
