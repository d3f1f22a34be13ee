import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Seen } from "./mutants.sql-driver.ts";

/** What was seen when the tests ran once without a change. It is kept between runs. */
export interface Reach {
  /** Texts beside changes. In a test file, only the signs that were listed when the file was recorded have been looked for. */
  readonly signs: string[];
  /** Functions, views and triggers of the template database. */
  objects: readonly DefinedObject[];
  readonly tests: Record<string, RecordedTest>;
}

export interface DefinedObject {
  readonly name: string;
  readonly text: string;
}

export interface RecordedTest {
  readonly seconds: number;
  readonly hasPassed: boolean;
  /** Number of signs that were looked for. */
  readonly known: number;
  /** Signs of its statements. */
  readonly signs: readonly number[];
  /** Functions that it called, and views and functions that its statements name. */
  readonly names: readonly string[];
}

const FILE = "node_modules/.cache/netportal-mutants/reach.json";

export function readReach(): Reach {
  if (!existsSync(FILE)) return { signs: [], objects: [], tests: {} };
  // Parse boundary: this tool wrote the file.
  return JSON.parse(readFileSync(FILE, "utf8")) as Reach;
}

export function writeReach(reach: Reach): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(reach));
}

/** Adds signs that are not listed yet. */
export function listSigns(reach: Reach, signs: Iterable<string>): void {
  const known = new Set(reach.signs);
  for (const sign of signs) {
    if (!known.has(sign)) reach.signs.push(sign);
    known.add(sign);
  }
}

/** Names that statements may have and that tell no call by themselves: views, and functions in SQL. */
export function namesOf({ objects }: Reach): readonly string[] {
  return [...new Set(objects.filter(({ text }) => !/language plpgsql/.test(text)).map(({ name }) => name))];
}

/** What the driver saw of one test file. */
export function recordedTest(
  lines: readonly Seen[],
  test: string,
  wanted: readonly string[],
  known: number,
): Pick<RecordedTest, "known" | "signs" | "names"> {
  const signs = new Set<number>();
  const names = new Set<string>();
  for (const line of lines) {
    if (!("test" in line) || line.test !== test) continue;
    if (line.kind === "called") names.add(line.name);
    else
      for (const index of line.signs)
        if (index < known) signs.add(index);
        else names.add(wanted[index] ?? "");
  }
  return { known, signs: [...signs], names: [...names] };
}

/** Test files that send a statement with this sign, or call a function or read a view that has it. */
export function testsThatReach(reach: Reach, sign: string): readonly string[] {
  const index = reach.signs.indexOf(sign);
  const having = reach.objects.filter(({ text }) => text.includes(sign));
  return Object.entries(reach.tests).flatMap(([test, recorded]) => {
    if (recorded.signs.includes(index)) return [test];
    const reached = having.length === 0 ? new Set<string>() : namesReached(reach, recorded.names);
    const calls = (text: string): boolean => recorded.names.some((name) => isNamed(text, name));
    const isReached = having.some(({ name, text }) =>
      /^\s*create (or replace )?trigger/.test(text) ? calls(text) : reached.has(name),
    );
    return isReached ? [test] : [];
  });
}

/** Names, and the views and functions in SQL that their texts name. */
function namesReached(reach: Reach, names: readonly string[]): ReadonlySet<string> {
  const inner = namesOf(reach);
  const reached = new Set(names);
  for (const name of reached)
    for (const { text } of reach.objects.filter((one) => one.name === name))
      for (const other of inner) if (isNamed(text, other)) reached.add(other);
  return reached;
}

function isNamed(text: string, name: string): boolean {
  return name !== "" && text.includes(name);
}
