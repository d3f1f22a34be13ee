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
