import { readFileSync } from "node:fs";

/** Lines before and after a change whose words are looked for. */
const AROUND = 10;
const WORD = /[a-zA-Z][\w.]{3,}/g;

/**
 * How near a test file is to a line of a source: it has the words that stand around the line, or the name of the file. A word counts the more the
 * fewer of the test files have it.
 */
export function nearness(tests: readonly string[]): (test: string, file: string, line: number) => number {
  const words = new Map(tests.map((test) => [test, wordsOf(readFileSync(test, "utf8"))]));
  const number = new Map<string, number>();
  for (const own of words.values()) for (const word of own) number.set(word, (number.get(word) ?? 0) + 1);
  return (test, file, line) => {
    const own = words.get(test) ?? new Set();
    let sum = 0;
    for (const word of wordsAround(file, line))
      if (own.has(word)) sum += Math.log(tests.length / (number.get(word) ?? 1));
    return sum;
  };
}

const around = new Map<string, ReadonlySet<string>>();

function wordsAround(file: string, line: number): ReadonlySet<string> {
  const key = `${file}:${String(line)}`;
  const known = around.get(key);
  if (known !== undefined) return known;
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .slice(Math.max(0, line - AROUND), line + AROUND);
  const words = wordsOf([...lines, file.replace(/^server\//, ""), ...file.split(/[/.-]/)].join(" "));
  around.set(key, words);
  return words;
}

/** Words, and names with their schema. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .match(WORD)
      ?.flatMap((word) => [word, ...word.split(".")])
      .filter(({ length }) => length > 3),
  );
}
