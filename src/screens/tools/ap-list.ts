import { defineScreen } from "#core/screen/screen";

/** Access points with what lies on their connection path (TOOL-09, TOOL-10). */
export default defineScreen({
  path: "/tools/ap_list",
  steps: () => [{ idx: "ap", name: "nd.access_point.list" }],
  sections: [
    {
      kind: "table",
      of: "ap",
      isLong: true,
      columns: [
        "fqdn",
        "port",
        "socket",
        { attr: "speed", cell: "unit", unit: "Mbit/s" },
        { attr: "power", cell: "unit", unit: "W" },
        "serial_number",
      ],
    },
  ],
});
