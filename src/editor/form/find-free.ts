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

/**
 * Free addresses of the networks around a form, without planned ones. The search takes two short calls, three if the named network has the other
 * IP version, and more if a thousand addresses are planned.
 */
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
    // The search covers the networks around the address. Without such networks it covers those networks of its BCD that can have the wanted addresses.
    return networksIn(rows, { ...search, after: search.after ?? scope.near });
  };
  const [known] = scope.networks;
  const found = await list(scope);
  // If the named network has the other IP version, the networks beside it are searched.
  const networks =
    found.length === 0 && known !== undefined ? await list({ ...NOWHERE, near: known }) : found;
  if (networks.length === 0) return [];
  let parts = freeParts(networks, search);
  for (let steps = freeSteps(parts, search); steps.length > 0; steps = freeSteps(parts, search))
    parts = afterAnswer(parts, await readLists(execute, steps, signal), search);
  return foundIn(parts, search);
}
