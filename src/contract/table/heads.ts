/** A column that a table may have: a parameter by its name, or by its label in any language. */
export interface NamedColumn {
  readonly name: string;
  readonly labels: readonly string[];
}

/** Names of columns by what a table may call them; names go before labels, and earlier labels before later ones. */
export function columnsByHead(columns: readonly NamedColumn[]): ReadonlyMap<string, string> {
  const byHead = new Map<string, string>();
  const call = (text: string, name: string): void => {
    const head = headOf(text);
    if (head !== "" && !byHead.has(head)) byHead.set(head, name);
  };
  for (const { name } of columns) call(name, name);
  for (const { name, labels } of columns) for (const label of labels) call(label, name);
  return byHead;
}

/** A title without regard to case and blanks. */
export function headOf(title: string): string {
  return title.trim().toLowerCase().replaceAll(/\s+/g, " ");
}
