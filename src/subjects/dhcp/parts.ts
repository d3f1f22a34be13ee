import { bcdTab } from "../../screens/heads/bcd.ts";

export const BCD_TAB = bcdTab("screens.bcd.leases", "dhcp-leases", { module: "dhcp_leases" });
