import { diffArrays } from "diff";

/** A part of a value, and whether the other value lacks it. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Words, and the separators of names, addresses and lists between them. */
const PARTS = /[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu;

/** Longer values would take long to compare, and nobody reads them part by part. */
const MOST_PARTS = 400;

/** Both values in pieces. Values without a common word are not divided. */
export function piecesOf(
  old: string,
  now: string,
): { readonly old: readonly Piece[]; readonly now: readonly Piece[] } {
  const [before, after] = [partsOf(old), partsOf(now)];
  const whole = { old: [{ text: old, isChanged: false }], now: [{ text: now, isChanged: false }] };
  if (before.length + after.length > MOST_PARTS) return whole;
  const changes = diffArrays([...before], [...after]);
  const common = changes.filter(({ added, removed }) => !added && !removed);
  if (!common.some(({ value }) => value.some(isWord))) return whole;
  const pieces = (of: "added" | "removed"): readonly Piece[] =>
    changes
      .filter((change) => change[of] || (!change.added && !change.removed))
      .map((change) => ({ text: change.value.join(""), isChanged: change[of] }));
  return { old: pieces("removed"), now: pieces("added") };
}

function partsOf(text: string): readonly string[] {
  return text.match(PARTS) ?? [];
}

function isWord(part: string): boolean {
  return /[\p{L}\p{N}]/u.test(part);
}

/** True if the title contains the text as whole words, so that the text need not be shown again. */
export function isToldBy(title: string, text: string): boolean {
  return text !== "" && ` ${title} `.includes(` ${text} `);
}
