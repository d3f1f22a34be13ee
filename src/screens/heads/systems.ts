import type { Section } from "#core/screen/screen";

type TabsSection = Extract<Section, { readonly kind: "tabs" }>;

/** Ways into the DNS: by network, by name, and records without a network. */
export const dnsvsTabs: TabsSection = {
  kind: "tabs",
  tabs: [
    { title: "routes.dnsvsBcds", to: { to: "/dnsvs/bcds" } },
    { title: "routes.fqdns", to: { to: "/dnsvs/fqdns" } },
    { title: "routes.nullRecords", to: { to: "/dnsvs/null_records" } },
    {
      title: "routes.textRecords",
      to: { to: "/dnsvs/text_records" },
      when: { permission: "dns.rw:record" },
    },
  ],
};

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
