import { defineScreen } from "#core/screen/screen";

export default defineScreen({
  path: "/netdoc/sites/:site/:bldg/:room_gpk",
  steps: (p) => [
    { idx: "room", name: "nd.room.list", old: { gpk_list: [p.room_gpk], site: p.site, bldg: p.bldg } },
  ],
  current: { of: "room", missing: "screens.netdoc.noRoom" },
  sections: [{ kind: "detail", of: "room" }],
});
