import { defineScreen } from "#core/screen/screen";
import { pathStep } from "./wiring.ts";

/** Access points with the ports and devices on their paths (TOOL-09, TOOL-10). */
export default defineScreen({
  path: "/tools/ap_list",
  steps: () => [
    { idx: "ap", name: "nd.access_point.list" },
    { idx: "room", name: "nd.room.list", inner_join_ref: { ap: "default" } },
    { idx: "device", name: "nd.device.list", inner_join_ref: { ap: "default" } },
    { idx: "module", name: "nd.module.list", inner_join_ref: { device: "api_fkey_nd_module_device" } },
    { idx: "own_port", name: "nd.p_port.list", inner_join_ref: { module: "default" } },
    pathStep("own_port"),
  ],
  sections: [
    {
      kind: "table",
      of: "ap",
      isLong: true,
      columns: [
        "fqdn",
        { attr: "port", opens: { from: "path", on: { fq_name: "port" } } },
        { attr: "socket", opens: { from: "path", on: { fq_name: "socket" } } },
        "room_gfk",
        "speed",
        "power",
        "serial_number",
      ],
    },
  ],
});
