import { parseAddress, parseNetwork, widthOf, type IpAddress } from "#contract/values/ip";
import { textIn } from "#contract/wire/json";
import { placeIn, type ImportStep, type Rejected, type SourceRow } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

/** A subnet of the run. */
export interface RunSubnet {
  readonly row: SourceRow;
  /** Canonical form; null if the text is not a network. */
  readonly cidr: string | null;
  readonly isRejected: boolean;
}

/** Finds the narrowest of the subnets in which an address lies. */
function subnetFinder(subnets: readonly RunSubnet[]): (address: string) => RunSubnet | undefined {
  const known = new Map<string, RunSubnet>();
  const lengths = new Set<number>();
  for (const subnet of subnets) {
    const network = subnet.cidr === null ? null : parseNetwork(subnet.cidr);
    if (network === null) continue;
    lengths.add(network.prefix);
    const key = keyOf(network, network.prefix);
    if (known.get(key)?.isRejected !== false) known.set(key, subnet);
  }
  const narrowest = [...lengths].toSorted((a, b) => b - a);
  return (text) => {
    const address = parseAddress(text);
    if (address === null) return undefined;
    for (const length of narrowest) {
      const found = length > widthOf(address.version) ? undefined : known.get(keyOf(address, length));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function keyOf({ version, value }: Pick<IpAddress, "version" | "value">, length: number): string {
  return `${String(version)} ${String(length)} ${String(value >> BigInt(widthOf(version) - length))}`;
}

/** An object inside a subnet: a pool or a reservation. */
export interface InSubnet {
  readonly row: SourceRow;
  readonly address: string;
  /** Row of the subnet that contains it in the file. */
  readonly subnet: SourceRow | null;
}

/** Steps for pools and reservations in subnets of the run need the steps of their subnet. They are rejected if their subnet was rejected. */
export function restingOnSubnets(
  steps: readonly ImportStep[],
  subnets: readonly RunSubnet[],
  within: readonly InSubnet[],
  say: Say,
): { readonly steps: readonly ImportStep[]; readonly rejected: readonly Rejected[] } {
  const find = subnetFinder(subnets);
  const rejectedRows = new Map(subnets.filter(({ isRejected }) => isRejected).map((one) => [one.row, one]));
  const made = new Map(
    steps.flatMap(({ name, new: { cidr }, idx }) =>
      name === "nd.ip_subnet.create" ? [[textIn(cidr), idx] as const] : [],
    ),
  );
  const places = new Map(within.map((one) => [one.row, one]));
  const rejected: Rejected[] = [];
  const kept = steps.flatMap((step): readonly ImportStep[] => {
    const place = step.row === null ? undefined : places.get(step.row);
    if (place === undefined) return [step];
    const subnet =
      find(place.address) ?? (place.subnet === null ? undefined : rejectedRows.get(place.subnet));
    if (subnet?.isRejected === true) {
      const reason = say("restsOn", { place: placeIn(subnet.row, say), value: subnet.row.value });
      rejected.push({ ...place.row, reason });
      return [];
    }
    const idx = made.get(subnet?.cidr ?? "");
    return [idx === undefined ? step : { ...step, needs: [...step.needs, idx] }];
  });
  return { steps: kept, rejected };
}
