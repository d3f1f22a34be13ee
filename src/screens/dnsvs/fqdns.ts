import { defineScreen } from "#core/screen/screen";

export default defineScreen({
  path: "/dnsvs/fqdns",
  steps: () => [{ idx: "fqdn", name: "dns.fqdn.list", old: { is_own: true } }],
  sections: [
    {
      kind: "table",
      of: "fqdn",
      columns: ["value", "type", "zone", "is_zone_apex", "record_count", "reference_count"],
      isLong: true,
    },
  ],
});
