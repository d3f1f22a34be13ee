import { defineScreen } from "#core/screen/screen";
import { netdocTabs } from "./tabs.ts";

export default defineScreen({
  path: "/netdoc/sites",
  steps: () => [{ idx: "site", name: "nd.site.list" }],
  sections: [netdocTabs, { kind: "table", of: "site" }],
});
