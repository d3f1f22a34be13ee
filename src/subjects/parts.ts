import type { Section } from "#core/screen/screen";
import type { ScreenPart } from "#core/screen/screen-part";
import * as dhcp from "./dhcp/parts.ts";
import * as dns from "./dns/parts.ts";
import * as macauth from "./macauth/parts.ts";
import * as nd from "./nd/parts.ts";

/** Links to the same BCD in the enabled systems (BCD-03). */
export const bcdTabs: Section = {
  kind: "tabs",
  tabs: [nd.BCD_OVERVIEW, dns.BCD_TAB, macauth.BCD_TAB, dhcp.BCD_TAB, nd.BCD_TAB],
};

/** What subjects add to the page of an address, about the device that has it. */
export const ofAddress: readonly ScreenPart[] = [macauth.OF_ADDRESS];
