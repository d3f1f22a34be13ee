import { defineScreen } from "#core/screen/screen";

export default defineScreen({
  path: "/netdoc/sites/:site/:bldg",
  steps: (p) => [
    { idx: "bldg", name: "nd.bldg.list", old: { site: p.site, number: p.bldg } },
    { idx: "room", name: "nd.room.list", old: { site: p.site, bldg: p.bldg } },
  ],
  current: { of: "bldg", missing: "screens.netdoc.noBuilding", history: ["room"] },
  sections: [
    { kind: "detail", of: "bldg" },
    { kind: "table", of: "room", title: "screens.netdoc.rooms", columns: ["name", "floor", "description"] },
  ],
});
