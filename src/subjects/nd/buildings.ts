import { defineScreen } from "#core/screen/screen";
import { netdocTabs } from "./tabs.ts";

export default defineScreen({
  path: "/netdoc/buildings",
  steps: () => [
    { idx: "bldg", name: "nd.bldg.list" },
    { idx: "site", name: "nd.site.list", inner_join_ref: { bldg: "default" } },
  ],
  sections: [
    netdocTabs,
    { kind: "table", of: "bldg", columns: ["number", "title", "site", "address"], isLong: true },
  ],
});
