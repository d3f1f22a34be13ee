import { defineScreen } from "#core/screen/screen";
import { netdocTabs } from "../heads/systems.ts";

export default defineScreen({
  path: "/netdoc/sites",
  steps: () => [{ idx: "site", name: "nd.site.list" }],
  sections: [netdocTabs, { kind: "table", of: "site" }],
});
