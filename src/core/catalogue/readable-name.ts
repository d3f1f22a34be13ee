type ReadName = (text: string) => string;

let read: ReadName = (text) => text;

/** Sets the function that decodes names, before a name that needs it is drawn. */
export function readNamesBy(reader: ReadName): void {
  read = reader;
}

/** A domain name in readable form: `xn--bcher-kva.example.` is `bücher.example.`. Unreadable labels stay encoded. */
export function readableName(text: string): string {
  return read(text);
}
