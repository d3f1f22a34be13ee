import { defineScreen } from "#core/screen/screen";

export default defineScreen({
  path: "/netdoc/buildings",
  steps: () => [{ idx: "bldg", name: "nd.bldg.list" }],
  sections: [{ kind: "table", of: "bldg", columns: ["number", "title", "site", "address"], isLong: true }],
});
