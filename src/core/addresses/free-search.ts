import { parseAddress, parseNetwork, widthOf, type IpNetwork } from "#contract/values/ip";
import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { sizeOf } from "./address-map.ts";
import { partsOfRange } from "./parts-of-range.ts";
import type { PlannedRange } from "./planned-addresses.ts";

/** A free address and the network it lies in. */
export interface FoundAddress {
  readonly address: string;
  readonly network: string;
}

/** What free addresses are looked for: of which family, behind which one, but for those that are planned. */
export interface FreeSearch {
  readonly version: 4 | 6 | null;
  readonly after: string | null;
  readonly planned: readonly PlannedRange[];
  /** How many are wanted of each network; one if absent. */
  readonly count?: number;
}

/** Networks that are looked through at once. */
const MOST_NETWORKS = 8;

/** The networks of the rows that may hold what is looked for; where an address is given, those around it alone. */
export function networksIn(rows: readonly Row[], { version, after }: FreeSearch): readonly IpNetwork[] {
  const networks = rows.flatMap((row) => networkOf(row["cidr"]) ?? []);
  const fitting = networks.filter((network) => version === null || network.version === version);
  const address = after === null ? null : parseAddress(after);
  const around = fitting.filter(
    (network) =>
      address?.version === network.version &&
      address.value >= network.value &&
      address.value < network.value + sizeOf(network),
  );
  return (around.length > 0 ? around : fitting).slice(0, MOST_NETWORKS);
}

function networkOf(value: Json | undefined): IpNetwork | null {
  return typeof value === "string" ? parseNetwork(value, { withIpv4Tail: true }) : null;
}

/** The steps that answer free addresses of the networks: behind the given one first, then from the beginning. */
export function freeSteps(networks: readonly IpNetwork[], search: FreeSearch): readonly Step[] {
  return networks.flatMap((network, at) =>
    partsOf(network, search).map((cidr, part): Step => ({
      idx: `${String(at)}-${String(part)}`,
      name: "tmp.cidr_generator.list",
      old: { cidr, prefix_length: widthOf(network.version), fetch_limit: asked(network, search) },
    })),
  );
}

function partsOf(network: IpNetwork, { after }: FreeSearch): readonly string[] {
  const address = after === null ? null : parseAddress(after);
  const last = network.value + sizeOf(network) - 1n;
  const isInside =
    address?.version === network.version && address.value >= network.value && address.value <= last;
  const behind = isInside ? partsOfRange(network.version, address.value + 1n, last) : [];
  return [...behind, network.text];
}

/** Enough that one of them is not planned, as far as that can be hoped for. */
const MOST_ASKED = 1000;

function asked({ version }: IpNetwork, { planned, count = 1 }: FreeSearch): number {
  const taken = planned
    .filter((range) => range.version === version)
    .reduce((sum, { first, last }) => sum + (last - first) + 1n, 0n);
  return (taken < MOST_ASKED ? Number(taken) : MOST_ASKED) + count;
}

/** The first free addresses of each network that nothing planned takes, as many as are wanted. */
export function foundIn(
  networks: readonly IpNetwork[],
  lists: Lists,
  { planned, after, count = 1 }: FreeSearch,
): readonly FoundAddress[] {
  const isTaken = (text: string): boolean => {
    const address = parseAddress(text, { withIpv4Tail: true });
    return (
      address === null ||
      planned.some(
        ({ version, first, last }) =>
          version === address.version && first <= address.value && address.value <= last,
      )
    );
  };
  return networks.flatMap((network, at) => {
    const parts = Object.keys(lists)
      .filter((idx) => idx.startsWith(`${String(at)}-`))
      .toSorted((one, other) => partOf(one) - partOf(other));
    const free = parts
      .flatMap((idx) => lists[idx] ?? [])
      .map((row) => row["address"])
      .filter((value) => typeof value === "string")
      .filter((text) => text !== after && !isTaken(text));
    // The part behind an address is in the whole network again.
    const wanted = [...new Set(free)].slice(0, count);
    return wanted.map((address) => ({ address, network: network.text }));
  });
}

function partOf(idx: string): number {
  return Number(idx.slice(idx.indexOf("-") + 1));
}
