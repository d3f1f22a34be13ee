import type { Json, Params, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";

type Known = ReadonlyMap<Json, Row>;

const KNOWN = new WeakMap<Lists, Map<string, Known>>();

/** The row with a key in any of these lists. `kind` names the chosen lists for all later questions. */
export function rowWith(
  lists: Lists,
  kind: string,
  isChosen: (idx: string) => boolean,
  key: Params,
): Row | null {
  const [first = "", ...others] = Object.keys(key);
  const keyOf = (row: Row): Json =>
    others.length === 0
      ? (row[first] ?? null)
      : JSON.stringify([first, ...others].map((name) => row[name] ?? null));
  const kinds = KNOWN.get(lists) ?? new Map<string, Known>();
  KNOWN.set(lists, kinds);
  let known = kinds.get(kind);
  if (known === undefined) {
    const rows = Object.entries(lists).flatMap(([idx, list]) => (isChosen(idx) ? list : []));
    kinds.set(kind, (known = new Map(rows.map((row) => [keyOf(row), row]))));
  }
  return known.get(keyOf(key)) ?? null;
}
