import { defineScreen } from "#core/screen/screen";

export default defineScreen({
  path: "/netdoc/sites",
  steps: () => [{ idx: "site", name: "nd.site.list" }],
  sections: [{ kind: "table", of: "site" }],
});
