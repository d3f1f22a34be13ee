import { defineScreen } from "#core/screen/screen";
import { bcdList, ownBcds } from "../heads/bcds.ts";
import { netdocTabs } from "../heads/systems.ts";

/** The account's BCDs; each opens its view in the network documentation (NDOC-08). */
export default defineScreen({
  path: "/netdoc/bcds",
  steps: ownBcds,
  sections: [netdocTabs, { ...bcdList("/netdoc/bcds/:bcd_name"), plan: [] }],
});
