import { parseAddress, parseNetwork, type IpNetwork } from "#contract/values/ip";
import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import {
  isMappable,
  mapAddresses,
  sizeOf,
  type AddressMap,
  type KnownFree,
} from "#core/addresses/address-map";
import { claimsOn, type Mark } from "#core/addresses/state";
import type { PlannedRange } from "#core/addresses/planned-addresses";
import { linesOf, type Line } from "#core/addresses/used-in-order";
import type { AddressClaim } from "#core/screen/addresses";
import type { AddressesSection } from "#core/screen/screen";
import { listOf } from "../section/named-parts.ts";

/** A claim on addresses with its row. A claim without a row is planned. */
export interface ShownMark extends Mark {
  readonly version: 4 | 6;
  readonly said: { readonly claim: AddressClaim; readonly row: Row } | null;
}

/** A network with everything that has addresses in it. */
export interface NetworkModel {
  readonly network: IpNetwork;
  readonly row: Row;
  /** Null for a network that is too large to draw. */
  readonly map: AddressMap | null;
  readonly lines: readonly Line[];
  readonly claims: (address: bigint) => readonly ShownMark[];
}

/** The networks of a section, from the lists of its screen, present rows with addresses, and planned addresses. */
export function networkModels(
  section: AddressesSection,
  lists: Lists,
  presentRows: (idx: string) => readonly Row[],
  planned: readonly PlannedRange[],
): readonly NetworkModel[] {
  const marks = [
    ...section.claims.flatMap((claim) => marksOf(claim, presentRows(claim.from))),
    ...planned.map((range): ShownMark => ({ ...range, state: "planned", said: null })),
  ];
  return (lists[section.of] ?? []).flatMap((row): readonly NetworkModel[] => {
    const text = row[section.network];
    const network = typeof text === "string" ? parseNetwork(text, READ) : null;
    return network === null ? [] : [modelOf(section, lists, row, network, marks)];
  });
}

const READ = { withIpv4Tail: true } as const;

function modelOf(
  section: AddressesSection,
  lists: Lists,
  row: Row,
  network: IpNetwork,
  all: readonly ShownMark[],
): NetworkModel {
  const end = network.value + sizeOf(network) - 1n;
  const marks = all.filter(
    ({ version, first, last }) => version === network.version && first <= end && last >= network.value,
  );
  const claims = claimsOn(marks);
  if (!isMappable(network)) return { network, row, map: null, lines: linesOf(network, marks), claims };
  const free = section.free === undefined ? null : knownFree(section.free, lists, network, end);
  return { network, row, map: mapAddresses(network, marks, free), lines: [], claims };
}

/** Null if there is no answer, for example because the account may not ask. */
function knownFree(
  { from, at, most }: NonNullable<AddressesSection["free"]>,
  lists: Lists,
  network: IpNetwork,
  end: bigint,
): KnownFree | null {
  const rows = lists[from];
  if (rows === undefined) return null;
  const addresses = rows.flatMap((row): readonly bigint[] => {
    const address = addressOf(row[at]);
    const isInside =
      address?.version === network.version && address.value >= network.value && address.value <= end;
    return isInside ? [address.value] : [];
  });
  return { addresses, isCut: addresses.length >= most };
}

function marksOf(claim: AddressClaim, rows: readonly Row[]): readonly ShownMark[] {
  const { if: names, first, last, state } = claim;
  const told = names === undefined ? rows : rows.filter((row) => names.some((name) => isFilled(row[name])));
  return told.flatMap((row) => {
    const said = { claim, row };
    const end = last === undefined ? null : addressOf(row[last]);
    return listOf(row[first] ?? null).flatMap((value): readonly ShownMark[] => {
      const address = addressOf(value);
      if (address === null) return [];
      return [{ version: address.version, first: address.value, last: (end ?? address).value, state, said }];
    });
  });
}

function isFilled(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== 0 && value !== false && value !== "";
}

function addressOf(value: Json | undefined) {
  return typeof value === "string" ? parseAddress(value, READ) : null;
}
