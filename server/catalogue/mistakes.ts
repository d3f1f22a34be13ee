import { distance } from "fastest-levenshtein";

/** A mistake in a definition: the type, the attribute or member, and a text that says what to write. */
export interface Mistake {
  readonly type: string;
  readonly at: string | null;
  readonly text: string;
}

/** Something wrong in one type. */
export type Found = Omit<Mistake, "type">;

/** Mistakes of one place, by their texts. */
export function* foundAt(at: string, texts: Iterable<string>): Iterable<Found> {
  for (const text of texts) yield { at, text };
}

/** One line: file, type, attribute, and what to write. */
export function told({ type, at, text }: Mistake, file: string | null): string {
  const place = at === null ? type : `${type}, ${at}`;
  return file === null ? `${place}: ${text}` : `${file}: ${place}: ${text}`;
}

/** Refuses definitions with every mistake that was found. */
export function refuseMistakes(lines: readonly string[]): void {
  if (lines.length === 0) return;
  const number = lines.length === 1 ? "one mistake" : `${String(lines.length)} mistakes`;
  throw new Error(`The definitions of object types have ${number}:\n  ${lines.join("\n  ")}`);
}

/** The known name that was probably meant instead of an unknown one, or all known names. */
export function knownNames(wrong: string, known: Iterable<string>): string {
  const names = [...known];
  const near = nearest(wrong, names);
  if (near !== null) return `Write ${near}, if that is meant.`;
  return names.length === 0 ? "Take it away." : `Write one of: ${names.join(", ")}.`;
}

export function unknownType(to: string, specs: ReadonlyMap<string, unknown>): string {
  const near = nearest(to, [...specs.keys()]);
  const wanted = near === null ? "the name of an object type." : `${near}, if that is meant.`;
  return `it refers to the unknown type ${to}. Write ${wanted}`;
}

function nearest(wrong: string, names: readonly string[]): string | null {
  const [first] = names
    .map((name) => ({ name, away: distance(wrong, name) }))
    .toSorted((a, b) => a.away - b.away);
  return first !== undefined && first.away <= 2 ? first.name : null;
}
