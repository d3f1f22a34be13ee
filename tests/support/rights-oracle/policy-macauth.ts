import { byBcd, ownsBcd, type Policy } from "./policy.ts";

export const MACAUTH: Readonly<Record<string, Policy>> = {
  "macauth.client": {
    ...byBcd(["mac_addr"], "CUD", "bcd_name"),
    create: ownsBcd("bcd_name"),
    update: { may: ownsBcd("bcd_name"), of: ["mac_addr", "bcd_name", "description", "wpa2_key"] },
    delete: ownsBcd("bcd_name"),
    after: ownsBcd("bcd_name"),
  },
};
