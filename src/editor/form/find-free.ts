import type { Execute } from "#contract/wire/outcome";
import { networksSteps, type FreeScope } from "#core/addresses/free-scope";
import {
  foundIn,
  freeSteps,
  networksIn,
  type FoundAddress,
  type FreeSearch,
} from "#core/addresses/free-search";
import { plannedAddresses } from "#core/addresses/planned-addresses";
import type { Planned } from "#core/txlist/planned";
import { readLists } from "../../api/execute.ts";

/** Free addresses of the networks around a form, without those that are planned: two short calls. */
export async function findFree(
  execute: Execute,
  scope: FreeScope,
  wanted: Pick<FreeSearch, "version" | "after">,
  planned: readonly Planned[],
  signal: AbortSignal,
): Promise<readonly FoundAddress[]> {
  const search = { ...wanted, planned: plannedAddresses(planned) };
  const { network: rows = [] } = await readLists(execute, networksSteps(scope), signal);
  // Beside the address, or else in the networks of its BCD that have what is wanted.
  const networks = networksIn(rows, { ...search, after: search.after ?? scope.near });
  if (networks.length === 0) return [];
  return foundIn(networks, await readLists(execute, freeSteps(networks, search), signal), search);
}
