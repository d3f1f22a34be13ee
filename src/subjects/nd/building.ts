import { defineScreen } from "#core/screen/screen";
import { insideRoots, plannedWithPorts, roomOfPort } from "./wiring.ts";

export default defineScreen({
  path: "/netdoc/sites/:site/:bldg",
  steps: (p) => [
    { idx: "bldg", name: "nd.bldg.list", old: { site: p.site, number: p.bldg } },
    { idx: "site", name: "nd.site.list", inner_join_ref: { bldg: "default" } },
    { idx: "room", name: "nd.room.list", old: { site: p.site, bldg: p.bldg } },
    { idx: "use", name: "nd.port_use.list", old: { site: p.site, bldg: p.bldg } },
    { idx: "root", name: "nd.module.list", inner_join_ref: { room: "default" } },
    insideRoots,
    { idx: "port", name: "nd.p_port.list", inner_join_ref: { module: "default" } },
    { idx: "remote", name: "nd.p_port.list", inner_join_ref: { port: "api_fkey_nd_p_port_remote" } },
  ],
  current: {
    of: "bldg",
    missing: "screens.netdoc.noBuilding",
    history: ["room"],
    beside: {
      links: [
        {
          to: { to: "/netdoc/map", params: { site: { current: "site" }, bldg: { current: "number" } } },
          text: "screens.netdoc.onMap",
        },
      ],
    },
  },
  sections: [
    { kind: "detail", of: "bldg" },
    {
      kind: "bars",
      of: "use",
      title: "screens.netdoc.portUse",
      bar: "room_gfk",
      group: "floor",
      by: ["port_type", "speed"],
      whole: "port_count",
      part: "connected_count",
      words: { part: "screens.netdoc.connectedPorts", rest: "screens.netdoc.freePorts" },
    },
    { kind: "table", of: "room", title: "screens.netdoc.rooms", columns: ["name", "floor", "description"] },
    {
      kind: "table",
      of: "port",
      title: "screens.netdoc.ports",
      columns: ["name", "module_gfk", roomOfPort, "remote_gfk", "port_type"],
      isLong: true,
      plan: plannedWithPorts,
      empty: "screens.netdoc.noPorts",
    },
  ],
});
