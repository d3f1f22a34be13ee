import type { Json, Row } from "#contract/wire/json";
import { makeAccounts } from "./generate-accounts.ts";
import { makeNames } from "./generate-names.ts";
import { makeNetworks } from "./generate-networks.ts";
import { makePlaces } from "./generate-places.ts";
import { createRandom, type Random } from "./random.ts";
import type { Rows } from "./facts.ts";

/** Collects the rows of a world; every row gets the gpk that its place in its table will give it. */
export interface Draft {
  readonly random: Random;
  readonly rows: Rows;
  add(type: string, members: Readonly<Record<string, Json>>): Row;
  /** The same, unless a row with these members is there. */
  link(type: string, members: Readonly<Record<string, Json>>): void;
  all(type: string): readonly Row[];
  /** One text of a random row of the type. */
  some(type: string, attribute: string): string;
}

/** A world of accounts, what they own and how they came to it, made of a seed. `gpkOf` is the gpk of the n-th row of a type, from 1. */
export function generate(
  seed: number,
  gpkOf: (type: string, n: number) => string,
  permissions: readonly string[],
): Rows {
  const draft = draftOf(createRandom(seed), gpkOf);
  for (const name of permissions) draft.add("cntl.permission", { name });
  makeAccounts(draft);
  makeNetworks(draft);
  makeNames(draft);
  makePlaces(draft);
  return draft.rows;
}

function draftOf(random: Random, gpkOf: (type: string, n: number) => string): Draft {
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
