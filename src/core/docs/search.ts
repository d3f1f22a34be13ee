import { textOfParts, type DocText } from "./document.ts";
import { docHref, type DocName } from "./documents.ts";

export interface DocHit {
  readonly name: DocName;
  readonly href: string;
  readonly title: string;
  /** The text around the first match. */
  readonly excerpt: string;
}

const MOST = 30;
const AROUND = 70;

/** Sections with all typed words; those with a word in the title come first. An empty search finds nothing. */
export function searchDocuments(
  documents: readonly { readonly name: DocName; readonly text: DocText }[],
  typed: string,
): readonly DocHit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = documents.flatMap(({ name, text }) =>
    text.sections.flatMap(({ id, title, level, parts }) => {
      const body = textOfParts(parts).replace(/\s+/g, " ").trim();
      const [low, head] = [body.toLowerCase(), title.toLowerCase()];
      if (!words.every((word) => low.includes(word) || head.includes(word))) return [];
      const hit = {
        name,
        href: level === 1 ? docHref(name) : docHref(name, id),
        title,
        excerpt: excerptOf(body, low, words),
      };
      return [{ hit, rank: words.filter((word) => head.includes(word)).length }];
    }),
  );
  return found
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MOST)
    .map(({ hit }) => hit);
}

function excerptOf(body: string, low: string, words: readonly string[]): string {
  const places = words.map((word) => low.indexOf(word)).filter((at) => at >= 0);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const from = at <= AROUND ? 0 : body.indexOf(" ", at - AROUND) + 1;
  const last = from + 2 * AROUND;
  const to = last < body.length ? body.lastIndexOf(" ", last) : body.length;
  return `${from > 0 ? "… " : ""}${body.slice(from, to)}${to < body.length ? " …" : ""}`;
}
