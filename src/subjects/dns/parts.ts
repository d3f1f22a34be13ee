import { bcdTab } from "../../screens/heads/bcd.ts";

export const BCD_TAB = bcdTab("screens.bcd.dns", "dnsvs", { module: "dnsvs" });
