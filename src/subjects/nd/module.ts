import { defineScreen } from "#core/screen/screen";
import { ABOVE, farColumns, farSteps, INSIDE, portPlannings } from "./wiring.ts";

/** A module with its ports and inner modules. */
export default defineScreen({
  path: "/netdoc/modules/:module_gpk",
  steps: (p) => [
    { idx: "module", name: "nd.module.list", old: { gpk_list: [p.module_gpk] } },
    { idx: "around", name: "nd.module.list", inner_join_ref: { module: ABOVE } },
    {
      idx: "inside",
      name: "nd.module.list",
      inner_join_ref: { module: INSIDE },
      anti_join_ref: { module: "self" },
    },
    { idx: "kind", name: "ndcfg.module_type.list", union_join_ref: { module: "default", inside: "default" } },
    { idx: "room", name: "nd.room.list", inner_join_ref: { around: "default" } },
    { idx: "port", name: "nd.p_port.list", old: { module_gfk: p.module_gpk } },
    ...farSteps("port"),
    { idx: "remote", name: "nd.p_port.list", inner_join_ref: { port: "api_fkey_nd_p_port_remote" } },
  ],
  current: {
    of: "module",
    missing: "screens.netdoc.noModule",
    history: ["inside", "port", { type: "nd.connection", on: "port" }],
  },
  sections: [
    { kind: "detail", of: "module" },
    {
      kind: "table",
      of: "port",
      title: "screens.netdoc.ports",
      columns: ["name", ...farColumns, "is_connected", "port_type"],
      plan: portPlannings,
    },
    {
      kind: "table",
      of: "inside",
      title: "screens.netdoc.inside",
      empty: "screens.netdoc.noneInside",
      nest: { parent: "parent_gfk", key: "gpk" },
      columns: ["name", "module_type", "position", "device", "serial_number", "description"],
      plan: [
        { do: "create", set: { parent_gfk: { current: "gpk" } }, lock: ["parent_gfk"] },
        { do: "update" },
        { do: "delete" },
      ],
    },
  ],
});
