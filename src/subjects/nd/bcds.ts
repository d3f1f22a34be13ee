import { ownOrAll } from "#core/screen/own";
import { defineScreen } from "#core/screen/screen";
import { listedBcds } from "../../screens/heads/bcds.ts";
import { netdocTabs } from "./tabs.ts";

/** BCDs; each opens its view in the network documentation (NDOC-08). */
export default defineScreen({
  path: "/netdoc/bcds",
  steps: listedBcds,
  sections: [
    netdocTabs,
    {
      kind: "table",
      of: "bcd",
      isLong: true,
      own: ownOrAll,
      open: { to: "/netdoc/bcds/:bcd_name", params: { bcd_name: { row: "name" } } },
      plan: [],
    },
  ],
});
