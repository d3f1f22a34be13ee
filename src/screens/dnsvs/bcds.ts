import { defineScreen } from "#core/screen/screen";

export default defineScreen({
  path: "/dnsvs/bcds",
  steps: () => [{ idx: "bcd", name: "nd.bcd.list", old: { is_own: true } }],
  sections: [
    {
      kind: "table",
      of: "bcd",
      open: { to: "/dnsvs/bcds/:bcd_name", params: { bcd_name: { row: "name" } } },
      plan: [],
      empty: "screens.home.noBcds",
    },
  ],
});
