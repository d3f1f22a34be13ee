import { defineScreen } from "#core/screen/screen";

export default defineScreen({
  path: "/netdoc/sites/:site",
  steps: (p) => [
    { idx: "site", name: "nd.site.list", old: { name: p.site } },
    { idx: "bldg", name: "nd.bldg.list", old: { site: p.site } },
  ],
  current: { of: "site", missing: "screens.netdoc.noSite", history: ["bldg"] },
  sections: [
    { kind: "detail", of: "site" },
    { kind: "table", of: "bldg", title: "screens.netdoc.buildings", columns: ["number", "title", "address"] },
  ],
});
