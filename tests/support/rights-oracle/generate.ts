import { draftOf } from "./draft.ts";
import type { Rows } from "./facts.ts";
import { makeAccounts } from "./generate-accounts.ts";
import { makeNames } from "./generate-names.ts";
import { makeNetworks } from "./generate-networks.ts";
import { makePlaces } from "./generate-places.ts";
import { createRandom } from "./random.ts";

/** Generates from a seed a world of accounts, their objects, and the log of how they got them. `gpkOf` is the gpk of the n-th row of a type, from 1. */
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
