import { defineScreen } from "#core/screen/screen";
import { netdocTabs } from "../heads/systems.ts";

/** The account's BCDs; each opens its view in the network documentation (NDOC-08). */
export default defineScreen({
  path: "/netdoc/bcds",
  steps: () => [{ idx: "bcd", name: "nd.bcd.list", old: { is_own: true } }],
  sections: [
    netdocTabs,
    {
      kind: "table",
      of: "bcd",
      open: { to: "/netdoc/bcds/:bcd_name", params: { bcd_name: { row: "name" } } },
      plan: [],
      empty: "screens.home.noBcds",
    },
  ],
});
