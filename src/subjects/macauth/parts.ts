import type { ScreenPart } from "#core/screen/screen-part";
import { bcdTab } from "../../screens/heads/bcd.ts";

export const BCD_TAB = bcdTab("screens.bcd.macauth", "macauth", { module: "macauth" });

/** The MAC client of an address: who signs in with the MAC address that has this address. */
export const OF_ADDRESS: ScreenPart = {
  asks: [
    {
      idx: "client",
      name: "macauth.client.list",
      old_ref_params: [{ idx: "place", params: { mac_addr: "mac_addr" } }],
    },
  ],
  sections: [
    {
      kind: "table",
      of: "client",
      title: "screens.ip.client",
      empty: "screens.ip.noClient",
      columns: ["description", "mac_addr", "bcd_name", "last_login", "last_login_node"],
      plan: [],
    },
  ],
};
