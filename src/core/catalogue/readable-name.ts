type ReadName = (text: string) => string;

let read: ReadName = (text) => text;

/** Brings what reads names in other letters: before anything with such a name is drawn. */
export function readNamesBy(reader: ReadName): void {
  read = reader;
}

/** A domain name as people write it: `xn--bcher-kva.example.` is `bücher.example.`. What is no readable label stays as it is. */
export function readableName(text: string): string {
  return read(text);
}
