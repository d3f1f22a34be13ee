import { defineScreen } from "#core/screen/screen";
import { insideRoots, plannedWithPorts, remoteColumns, remoteSteps } from "./wiring.ts";

export default defineScreen({
  path: "/netdoc/sites/:site/:bldg/:room_gpk",
  steps: (p) => [
    { idx: "room", name: "nd.room.list", old: { gpk_list: [p.room_gpk], site: p.site, bldg: p.bldg } },
    { idx: "root", name: "nd.module.list", inner_join_ref: { room: "default" } },
    insideRoots,
    { idx: "bldg", name: "nd.bldg.list", inner_join_ref: { room: "default" } },
    { idx: "kind", name: "ndcfg.module_type.list", inner_join_ref: { module: "default" } },
    { idx: "port", name: "nd.p_port.list", inner_join_ref: { module: "default" } },
    ...remoteSteps("port"),
  ],
  current: { of: "room", missing: "screens.netdoc.noRoom", history: ["root", "module"] },
  sections: [
    { kind: "detail", of: "room" },
    {
      kind: "table",
      of: "module",
      title: "screens.netdoc.modules",
      nest: { parent: "parent_gfk", key: "gpk" },
      columns: ["name", "module_type", "position", "device", "serial_number", "description"],
      plan: [
        { do: "create", set: { room_gfk: { current: "gpk" } }, lock: ["room_gfk"] },
        { do: "update" },
        { do: "delete" },
      ],
    },
    {
      kind: "table",
      of: "port",
      title: "screens.netdoc.ports",
      columns: ["name", "module_gfk", ...remoteColumns, "port_type"],
      // A person in the room needs every port on the sheet.
      isWhole: true,
      plan: plannedWithPorts,
      empty: "screens.netdoc.noPortsHere",
    },
  ],
});
