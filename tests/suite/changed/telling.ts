import type { Change, Tree } from "./tree.ts";

/** How much of its words a text repeats before more repetitions count little, and how much its length counts (BM25). */
const REPEATED = 1.2;
const LENGTH = 0.6;
/** A word of a name says more than one in a text. */
const IN_NAME = 4;
/** Files on the way from a change to a test: each of them makes the test less telling. */
const FADING = 0.8;
const WORD = /[a-zäöüß]+|\d+/gi;

interface Document {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

export interface Reached {
  readonly test: string;
  /** Files on the shortest way from the change: 0 for the test that changed itself. */
  readonly steps: number;
}

/** Test files that a change reaches, by the shortest way. */
export function reachedBy(
  changed: readonly string[],
  loaders: ReadonlyMap<string, readonly string[]>,
  isTest: (file: string) => boolean,
): readonly Reached[] {
  const steps = new Map(changed.map((file): [string, number] => [file, 0]));
  for (const [file, far] of steps)
    for (const by of loaders.get(file) ?? []) if (!steps.has(by)) steps.set(by, far + 1);
  return [...steps].filter(([file]) => isTest(file)).map(([test, far]) => ({ test, steps: far }));
}

const documents = new Map<string, Document>();

function documentOf(tree: Tree, file: string): Document {
  const key = `${file} ${tree.files.get(file) ?? ""}`;
  let found = documents.get(key);
  if (found === undefined) {
    const counts = new Map<string, number>();
    for (const word of wordsOf(tree.text(file))) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of wordsOf(nameOf(file))) counts.set(word, (counts.get(word) ?? 0) + IN_NAME);
    documents.set(key, (found = { counts, length: [...counts.values()].reduce((a, b) => a + b, 0) }));
  }
  return found;
}

/** Orders reached tests, the most telling first: those that speak of what changed by the same words, and are near to it. */
export function byTelling(
  tree: Tree,
  change: Change,
  reached: readonly Reached[],
): readonly (Reached & { readonly score: number })[] {
  const own = new Set(change.files);
  const docs = reached.map((one) => ({ one, doc: documentOf(tree, one.test) }));
  const mean = docs.reduce((sum, { doc }) => sum + doc.length, 0) / Math.max(1, docs.length);
  const weights = wantedWords(change);
  const rarity = new Map(
    [...weights.keys()].map((word) => {
      const having = docs.filter(({ doc }) => doc.counts.has(word)).length;
      return [word, Math.log(1 + (docs.length - having + 0.5) / (having + 0.5))];
    }),
  );
  const scoreOf = ({ counts, length }: Document): number => {
    let sum = 0;
    for (const [word, weight] of weights) {
      const count = counts.get(word) ?? 0;
      if (count === 0) continue;
      const norm = REPEATED * (1 - LENGTH + (LENGTH * length) / mean);
      sum += weight * (rarity.get(word) ?? 0) * ((count * (REPEATED + 1)) / (count + norm));
    }
    return sum;
  };
  return docs
    .map(({ one, doc }) => ({
      ...one,
      score: own.has(one.test) ? Infinity : scoreOf(doc) * FADING ** one.steps,
    }))
    .toSorted((a, b) => b.score - a.score);
}

/** Words of the change, each with its weight. A word that many of its files have weighs as often. */
function wantedWords({ files, lines }: Change): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    weights.set(word, (weights.get(word) ?? 0) + weight);
  };
  for (const file of files) {
    for (const word of wordsOf(nameOf(file))) add(word, IN_NAME);
    const counts = new Map<string, number>();
    for (const word of wordsOf(lines.get(file) ?? "")) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) add(word, 1 + Math.log(count));
  }
  return weights;
}

/** What the path of a file says of its subject. The name of a language and the kind of a part, such as `.sql`, say nothing. */
function nameOf(file: string): string {
  if (file.startsWith("locales/")) return "";
  return file
    .replace(/^(server\/domain|server|src|tests|scripts)\//, "")
    .replace(/(\.(test|spec|behaviour|delivery|parts|sql))?\.\w+$/, "");
}

/** Words of a text, lower case, those of names in camel case and with signs apart. */
function wordsOf(text: string): readonly string[] {
  const apart = text.replace(/([a-zäöü0-9])([A-ZÄÖÜ])/g, "$1 $2");
  return (apart.match(WORD) ?? []).map((word) => stem(word.toLowerCase())).filter((word) => word.length > 2);
}

function stem(word: string): string {
  return word.replace(/(?:ies)$/, "y").replace(/(?:s|ed|ing)$/, "");
}
