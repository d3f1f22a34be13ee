import type { IpNetwork } from "#contract/values/ip";
import type { Execute } from "#contract/wire/outcome";
import { networksSteps, NOWHERE, type FreeScope } from "#core/addresses/free-scope";
import {
  afterAnswer,
  foundIn,
  freeParts,
  freeSteps,
  networksIn,
  type FoundAddress,
} from "#core/addresses/free-search";
import { plannedAddresses, rangesOf } from "#core/addresses/planned-addresses";
import type { Planned } from "#core/txlist/planned";
import { readLists } from "../../api/execute.ts";
import type { FreeWanted } from "../../ui/field/free-address-port.ts";

/** Free addresses of the networks around a form, without those that are planned: two short calls, three for another family than the named network has, more behind a thousand planned ones. */
export async function findFree(
  execute: Execute,
  scope: FreeScope,
  wanted: FreeWanted,
  planned: readonly Planned[],
  signal: AbortSignal,
): Promise<readonly FoundAddress[]> {
  const search = { ...wanted, planned: [...plannedAddresses(planned), ...rangesOf(wanted.taken ?? [])] };
  const list = async (place: FreeScope): Promise<readonly IpNetwork[]> => {
    const { network: rows = [] } = await readLists(execute, networksSteps(place), signal);
    // Beside the address, or else in the networks of its BCD that have what is wanted.
    return networksIn(rows, { ...search, after: search.after ?? scope.near });
  };
  const [known] = scope.networks;
  const found = await list(scope);
  // The named network has addresses of the other family: those are in the networks beside it.
  const networks =
    found.length === 0 && known !== undefined ? await list({ ...NOWHERE, near: known }) : found;
  if (networks.length === 0) return [];
  let parts = freeParts(networks, search);
  for (let steps = freeSteps(parts, search); steps.length > 0; steps = freeSteps(parts, search))
    parts = afterAnswer(parts, await readLists(execute, steps, signal), search);
  return foundIn(parts, search);
}
