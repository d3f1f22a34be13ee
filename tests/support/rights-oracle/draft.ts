import type { Json, Row } from "#contract/wire/json";
import type { Rows } from "./facts.ts";
import type { Random } from "./random.ts";

/** Collects the rows of a world. The gpk of a row is the one that its position in its table will give it. */
export interface Draft {
  readonly random: Random;
  readonly rows: Rows;
  add(type: string, members: Readonly<Record<string, Json>>): Row;
  /** Adds the row unless one with these members exists. */
  link(type: string, members: Readonly<Record<string, Json>>): void;
  all(type: string): readonly Row[];
  /** The attribute of a random row of the type. */
  some(type: string, attribute: string): string;
}

export function draftOf(random: Random, gpkOf: (type: string, n: number) => string): Draft {
  const rows: Record<string, Row[]> = {};
  const seen = new Set<string>();
  const draft: Draft = {
    random,
    rows,
    add(type, members) {
      const list = (rows[type] ??= []);
      const row = { gpk: gpkOf(type, list.length + 1), ...members };
      list.push(row);
      return row;
    },
    link(type, members) {
      const name = `${type} ${JSON.stringify(members)}`;
      if (seen.has(name)) return;
      seen.add(name);
      draft.add(type, members);
    },
    all: (type) => rows[type] ?? [],
    some(type, attribute) {
      const value = random.one(draft.all(type))?.[attribute];
      if (typeof value !== "string") throw new Error(`no ${attribute} of ${type}`);
      return value;
    },
  };
  return draft;
}
