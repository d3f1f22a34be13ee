import type { TextKey } from "../text.ts";
import type { AddressState } from "../addresses/state.ts";

/** Networks as maps of their addresses: what is used, reserved, in a pool, leased and free. */
export interface AddressesData {
  readonly kind: "addresses";
  /** Step whose rows are the networks. */
  readonly of: string;
  /** Its attribute with the network. */
  readonly network: string;
  readonly claims: readonly AddressClaim[];
  /** Step and attribute of addresses that the server calls free; behind the last of a list of `most` rows nothing is known. */
  readonly free?: { readonly from: string; readonly at: string; readonly most: number };
  /** What is said of an address, from the rows that claim it. */
  readonly facts: readonly AddressFact[];
}

/** Rows of a step that claim addresses. */
export interface AddressClaim {
  readonly from: string;
  /** Attribute with the address, or with a list of them. */
  readonly first: string;
  /** Attribute with the end of a range. */
  readonly last?: string;
  readonly state: Exclude<AddressState, "free" | "planned">;
  /** Only rows in which one of these attributes is filled. */
  readonly if?: readonly string[];
  /** DHCP gives these addresses out. */
  readonly isDhcp?: true;
  /** What such a claim is called. */
  readonly note?: TextKey;
}

/** A fact about an address: step -> attribute that tells it. */
export interface AddressFact {
  readonly title: TextKey;
  readonly of: Readonly<Record<string, string>>;
}
