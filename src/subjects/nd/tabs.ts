import type { Section } from "#core/screen/screen";

type TabsSection = Extract<Section, { readonly kind: "tabs" }>;

/** Ways into the network documentation. */
export const netdocTabs: TabsSection = {
  kind: "tabs",
  tabs: [
    { title: "routes.netdocBcds", to: { to: "/netdoc/bcds" } },
    { title: "routes.sites", to: { to: "/netdoc/sites" } },
    { title: "routes.buildings", to: { to: "/netdoc/buildings" } },
    { title: "routes.map", to: { to: "/netdoc/map" } },
  ],
};
