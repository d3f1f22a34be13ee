import type { AddressTypes } from "#core/catalogue/known";

/** Free addresses are those of the subnets of a BCD. */
export const ADDRESSES: AddressTypes = {
  network: "nd.ip_subnet",
  holder: "nd.bcd",
  name: "name",
  searched: ["name", "description"],
};
