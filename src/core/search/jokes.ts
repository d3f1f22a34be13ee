const JOKES = ["barrelroll", "colourblind", "typography", "translation", "aprilfools", "error"] as const;

/** A hidden joke (EGG-01 to EGG-06). */
export type Joke = (typeof JOKES)[number];

/** The joke that a text names: `!` and its name, ignoring case, blanks and hyphens; null for any other text (EGG-09). */
export function jokeOf(text: string): Joke | null {
  if (!text.startsWith("!")) return null;
  const name = text.slice(1).toLowerCase().replaceAll(/[\s-]/g, "").replace("color", "colour");
  return JOKES.find((joke) => joke === name) ?? null;
}
