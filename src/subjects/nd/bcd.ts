import { defineScreen } from "#core/screen/screen";
import { bcdCurrent, bcdSteps } from "../../screens/heads/bcd.ts";
import { bcdTabs } from "../parts.ts";

/** Interfaces of a BCD, and devices whose own network it is (NDOC-08). */
export default defineScreen({
  path: "/netdoc/bcds/:bcd_name",
  steps: (p) => [
    ...bcdSteps(p.bcd_name),
    {
      idx: "lport",
      name: "nd.l_port.list",
      old: {
        filter_params_dict: {
          _or: [{ bcd: { eq: p.bcd_name } }, { tagged_bcd_list: { contains: [p.bcd_name] } }],
        },
      },
    },
    { idx: "port", name: "nd.p_port.list", inner_join_ref: { lport: "default" } },
    { idx: "device", name: "nd.device.list", old: { bcd: p.bcd_name } },
    { idx: "place", name: "nd.room.list", inner_join_ref: { device: "default" } },
  ],
  current: { ...bcdCurrent, history: ["lport", "device"] },
  variant: "netdoc",
  sections: [
    bcdTabs,
    {
      kind: "table",
      of: "lport",
      title: "screens.netdoc.lPorts",
      columns: [
        "device",
        "name",
        { from: "port", on: { gpk: "p_port_gfk" }, show: "fq_name", title: "routes.port" },
        "is_enabled",
        "bcd",
        "tagged_bcd_list",
      ],
      plan: [
        { do: "create", set: { bcd: { current: "name" } }, lock: ["bcd"] },
        { do: "update" },
        { do: "delete" },
      ],
      empty: "screens.netdoc.noLPorts",
    },
    {
      kind: "table",
      of: "device",
      title: "screens.netdoc.devices",
      columns: ["fqdn", "type", "nc", "room_gfk", "serial_number", "description"],
      empty: "screens.netdoc.noDevices",
    },
  ],
});
