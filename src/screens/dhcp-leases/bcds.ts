import { defineScreen } from "#core/screen/screen";
import { bcdList, ownBcds } from "../heads/bcds.ts";
import { signInToSee } from "../heads/dhcp.ts";

/** The account's BCDs with links to their leases; visitors are asked to sign in (DHCP-04, ROUTE-30). */
export default defineScreen({
  path: "/dhcp-leases/bcds",
  steps: ownBcds,
  sections: [signInToSee, { ...bcdList("/dhcp-leases/bcds/:bcd_name"), when: "signedIn" }],
});
