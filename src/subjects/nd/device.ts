import { defineScreen } from "#core/screen/screen";
import { farColumns, farSteps, insideRoots, lPortPlannings, plannedWithPorts } from "./wiring.ts";

/** A device with its modules, their ports and its interfaces. */
export default defineScreen({
  path: "/netdoc/devices/:fq_name",
  steps: (p) => [
    { idx: "device", name: "nd.device.list", old: { fqdn: p.fq_name } },
    { idx: "place", name: "nd.room.list", inner_join_ref: { device: "default" } },
    { idx: "root", name: "nd.module.list", old: { device: p.fq_name } },
    insideRoots,
    { idx: "kind", name: "ndcfg.module_type.list", inner_join_ref: { module: "default" } },
    { idx: "port", name: "nd.p_port.list", inner_join_ref: { module: "default" } },
    ...farSteps("port"),
    { idx: "lport", name: "nd.l_port.list", old: { device: p.fq_name } },
    { idx: "record", name: "dns.record.list", old: { fqdn: p.fq_name } },
  ],
  current: {
    of: "device",
    missing: "screens.netdoc.noDevice",
    history: ["root", "port", "lport", { type: "nd.connection", on: "port" }],
  },
  sections: [
    { kind: "detail", of: "device" },
    {
      kind: "table",
      of: "module",
      title: "screens.netdoc.modules",
      nest: { parent: "parent_gfk", key: "gpk" },
      columns: ["fq_name", "module_type", "position", "serial_number", "description"],
      plan: [
        { do: "create", set: { device: { current: "fqdn" } }, lock: ["device"] },
        { do: "update" },
        { do: "delete" },
      ],
    },
    {
      kind: "table",
      of: "port",
      title: "screens.netdoc.ports",
      columns: ["name", ...farColumns, "is_connected", "port_type"],
      plan: plannedWithPorts,
    },
    {
      kind: "table",
      of: "lport",
      title: "screens.netdoc.lPorts",
      empty: "screens.netdoc.noInterfaces",
      columns: ["name", "bcd", "tagged_bcd_list", "is_enabled", "speed", "p_port_gfk"],
      plan: lPortPlannings,
    },
    {
      kind: "table",
      of: "record",
      title: "screens.netdoc.records",
      columns: ["fqdn", "type", "data", "ttl"],
    },
  ],
});
