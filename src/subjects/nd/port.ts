import { defineScreen } from "#core/screen/screen";
import { lPortPlannings, pathStep, placeSteps, portPlannings, roomOfModule } from "./wiring.ts";

/** A port and its connection from end to end (NDOC-05, NDOC-06). */
export default defineScreen({
  path: "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
  steps: (p) => [
    { idx: "port", name: "nd.p_port.list", old: { gpk_list: [p.p_port_gpk], module_gfk: p.module_gpk } },
    pathStep("port"),
    ...placeSteps("path"),
    { idx: "kind", name: "ndcfg.module_type.list", inner_join_ref: { path_module: "default" } },
    { idx: "lport", name: "nd.l_port.list", inner_join_ref: { path: "default" } },
    { idx: "bcd", name: "nd.bcd.list", inner_join_ref: { lport: "api_fkey_nd_l_port_bcd" } },
  ],
  current: {
    of: "port",
    missing: "screens.netdoc.noPort",
    history: [
      { type: "nd.connection", on: "port" },
      { type: "nd.l_port", on: "port" },
    ],
  },
  sections: [
    { kind: "detail", of: "port", plan: portPlannings.filter((one) => one.do !== "create") },
    {
      kind: "path",
      of: "path",
      title: "screens.netdoc.path",
      order: { current: "conn_id_gfk_list" },
      show: "name",
      wire: "remote_gfk",
      within: { from: "path_module", by: "module_gfk" },
      facts: ["name", "device", "module_type"],
      place: roomOfModule("path_around"),
    },
    {
      kind: "table",
      of: "lport",
      title: "screens.netdoc.lPorts",
      empty: "screens.netdoc.noInterfaces",
      columns: ["name", "device", "bcd", "tagged_bcd_list", "is_enabled", "speed", "p_port_gfk"],
      plan: [
        { do: "create", set: { p_port_gfk: { current: "gpk" } }, lock: ["p_port_gfk"] },
        ...lPortPlannings.filter((one) => one.do !== "create"),
      ],
    },
  ],
});
