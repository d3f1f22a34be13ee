import type { TextKey } from "../text.ts";
import type { AddressState } from "../addresses/state.ts";

/** Networks as maps of their addresses: used, reserved, in a pool, leased and free. */
export interface AddressesData {
  readonly kind: "addresses";
  /** Step with the networks. */
  readonly of: string;
  /** Its attribute with the network. */
  readonly network: string;
  readonly claims: readonly AddressClaim[];
  /** Step and attribute of free addresses. If the list has `most` rows, nothing is known after its last one. */
  readonly free?: { readonly from: string; readonly at: string; readonly most: number };
  /** Facts about an address, from the rows that claim it. */
  readonly facts: readonly AddressFact[];
}

/** Rows of a step that claim addresses. */
export interface AddressClaim {
  readonly from: string;
  /** Attribute with the address, or with a list of addresses. */
  readonly first: string;
  /** Attribute with the end of a range. */
  readonly last?: string;
  readonly state: Exclude<AddressState, "free" | "planned">;
  /** Only rows in which one of these attributes has a value. */
  readonly if?: readonly string[];
  /** DHCP gives out these addresses. */
  readonly isDhcp?: true;
  /** Label of the claim. */
  readonly note?: TextKey;
}

/** A fact about an address: step → attribute. */
export interface AddressFact {
  readonly title: TextKey;
  readonly of: Readonly<Record<string, string>>;
}
