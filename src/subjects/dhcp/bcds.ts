import { defineScreen } from "#core/screen/screen";
import { bcdList, listedBcds } from "../../screens/heads/bcds.ts";
import { signInToSee } from "../../screens/heads/dhcp.ts";

/** BCDs with links to their leases; visitors are asked to sign in (DHCP-04, ROUTE-30). */
export default defineScreen({
  path: "/dhcp-leases/bcds",
  steps: listedBcds,
  sections: [signInToSee, { ...bcdList("/dhcp-leases/bcds/:bcd_name"), when: "signedIn" }],
});
