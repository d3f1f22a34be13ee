import { bcdTab } from "../../screens/heads/bcd.ts";

export const BCD_OVERVIEW = bcdTab("screens.bcd.overview", "cntl");

export const BCD_TAB = bcdTab("screens.bcd.netdoc", "netdoc", { all: [{ module: "netdoc" }, "signedIn"] });
