import type { Section } from "#core/screen/screen";
import type { Step } from "#contract/wire/step";

/** The name that overview, records and references of it start with. */
export function fqdnStep(fqdn: string): Step {
  return { idx: "fqdn", name: "dns.fqdn.list", old: { value: fqdn } };
}

const params = { fqdn: { param: "fqdn" } } as const;

export const fqdnTabs: Section = {
  kind: "tabs",
  tabs: [
    { title: "screens.fqdn.overview", to: { to: "/dnsvs/fqdns/:fqdn", params } },
    { title: "screens.fqdn.records", to: { to: "/dnsvs/fqdns/:fqdn/records", params } },
    { title: "screens.fqdn.references", to: { to: "/dnsvs/fqdns/:fqdn/references", params } },
  ],
};

export const fqdnCurrent = { of: "fqdn", missing: "screens.fqdn.missing" } as const;
