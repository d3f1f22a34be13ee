/** The chosen columns in the order of their choice; without a choice, or if it names none, all normal columns. */
export function shownColumns<Column extends { readonly id: string; readonly isExtra: boolean }>(
  columns: readonly Column[],
  chosen: readonly string[] | null,
): readonly Column[] {
  const found = (chosen ?? []).flatMap((id) => columns.filter((column) => column.id === id));
  return found.length === 0 ? columns.filter((column) => !column.isExtra) : found;
}
