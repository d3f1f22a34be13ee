import { defineScreen } from "#core/screen/screen";
import { bcdCurrent, bcdSteps } from "../../screens/heads/bcd.ts";
import { stateSection } from "../../screens/heads/state.ts";
import { bcdTabs } from "../parts.ts";

/** Devices that sign in to a BCD by MAC address, with key and QR code (MAC-01 to MAC-04). */
export default defineScreen({
  path: "/macauth/bcds/:bcd_name",
  steps: (p) => [
    ...bcdSteps(p.bcd_name),
    { idx: "client", name: "macauth.client.list", old: { bcd_name: p.bcd_name } },
    { idx: "state", name: "output.bcd_state.list", inner_join_ref: { bcd: "default" } },
  ],
  current: { ...bcdCurrent, history: ["client"] },
  variant: "macauth",
  sections: [
    bcdTabs,
    {
      kind: "table",
      of: "client",
      title: "screens.macauth.clients",
      columns: [
        "mac_addr",
        "description",
        "wpa2_key",
        { attr: "wpa2_key", cell: "wifiQr", title: "screens.macauth.wifi" },
        "last_login",
        "last_login_node",
      ],
      plan: [
        { do: "create", text: "screens.macauth.newClient" },
        { do: "update" },
        { do: "update", set: { do_generate: { is: true } }, ask: [], text: "screens.macauth.newKey" },
        { do: "delete" },
      ],
      empty: "screens.macauth.noClients",
    },
    stateSection,
  ],
});
