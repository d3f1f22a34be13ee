import { defineScreen } from "#core/screen/screen";
import { dnsvsTabs } from "../heads/systems.ts";

export default defineScreen({
  path: "/dnsvs/bcds",
  steps: () => [{ idx: "bcd", name: "nd.bcd.list", old: { is_own: true } }],
  sections: [
    dnsvsTabs,
    {
      kind: "table",
      of: "bcd",
      open: { to: "/dnsvs/bcds/:bcd_name", params: { bcd_name: { row: "name" } } },
      plan: [],
      empty: "screens.home.noBcds",
    },
  ],
});
