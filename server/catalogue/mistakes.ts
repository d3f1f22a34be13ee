/** What is wrong in a definition: the type, the attribute or member, and a text that says what to write. */
export interface Mistake {
  readonly type: string;
  readonly at: string | null;
  readonly text: string;
}

/** Something wrong in one type. */
export type Found = Omit<Mistake, "type">;

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

/** What to write instead of a name that is not known: the one that was probably meant, or all that are known. */
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

/** How many letters have to be changed, added or taken away; two that changed places count as one. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isTurned = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const turned = isTurned ? at(i - 2, j - 2) + 1 : Infinity;
      row[j] = Math.min(at(i, j - 1) + 1, at(i - 1, j) + 1, changed, turned);
    }
  }
  return at(a.length, b.length);
}
