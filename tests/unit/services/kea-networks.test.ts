import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { hashOfNetworks, wantedNetworks, type KeaSubnet } from "../../../server/services/kea/kea-networks.ts";
import { KEA_SERVICES } from "../../../server/services/kea/kea-services.ts";

const { dhcp4: V4, dhcp6: V6 } = KEA_SERVICES;

const SUBNET: KeaSubnet = {
  bcd: "web-1",
  id: 7,
  subnet: "10.0.0.0/24",
  router: "10.0.0.1",
  lease_time: 3600,
  domain: "example.org",
  dns_servers: ["10.0.0.53", "10.0.0.54"],
  pools: ["10.0.0.64-10.0.0.79", "10.0.0.100-10.0.0.120"],
};
const OTHER: KeaSubnet = {
  ...SUBNET,
  bcd: "web-2",
  id: 8,
  subnet: "10.1.0.0/24",
  router: null,
  pools: [],
  domain: null,
};

const hashOf = (...rows: readonly KeaSubnet[]): string => hashOfNetworks(V4, wantedNetworks(V4, rows));

/** Networks as Kea 2.2 answers `config-get`: with codes and defaults, and a pool that is a prefix written as one. */
const ANSWERED = (dns: string): Readonly<Record<string, Json>> => ({
  "valid-lifetime": 7200,
  "shared-networks": [
    {
      name: "web-2",
      "valid-lifetime": 3600,
      "option-data": [option(6, "domain-name-servers", dns)],
      subnet4: [
        { id: 8, subnet: "10.1.0.0/24", "option-data": [], pools: [], relay: { "ip-addresses": [] } },
      ],
    },
    {
      name: "web-1",
      "valid-lifetime": 3600,
      "option-data": [option(15, "domain-name", "example.org"), option(6, "domain-name-servers", dns)],
      subnet4: [
        {
          id: 7,
          subnet: "10.0.0.0/24",
          "option-data": [option(3, "routers", "10.0.0.1")],
          "store-extended-info": false,
          pools: [
            { "option-data": [], pool: "10.0.0.100-10.0.0.120" },
            { "option-data": [], pool: "10.0.0.64/28" },
          ],
        },
      ],
    },
  ],
  subnet4: [],
});

function option(code: number, name: string, data: string): Json {
  return { "always-send": false, code, "csv-format": true, data, name, space: "dhcp4" };
}

describe("the networks of Kea", () => {
  it("are equal to the wanted networks in any order and form that Kea writes", () => {
    expect(hashOfNetworks(V4, ANSWERED("10.0.0.53, 10.0.0.54"))).toBe(hashOf(SUBNET, OTHER));
    expect(hashOfNetworks(V4, ANSWERED("10.0.0.54, 10.0.0.53"))).not.toBe(hashOf(SUBNET, OTHER));
  });

  it("differ after each change, also after a change that somebody made on the server", () => {
    const changed: readonly Partial<KeaSubnet>[] = [
      { bcd: "web-9" },
      { id: 9 },
      { subnet: "10.0.0.0/25" },
      { router: null },
      { lease_time: 60 },
      { domain: null },
      { dns_servers: [] },
      { pools: ["10.0.0.64-10.0.0.80", "10.0.0.100-10.0.0.120"] },
    ];
    const hashes = [hashOf(SUBNET), ...changed.map((change) => hashOf({ ...SUBNET, ...change }))];
    expect(new Set(hashes).size).toBe(changed.length + 1);
    const byHand = { ...wantedNetworks(V4, [SUBNET]), subnet4: [{ id: 99, subnet: "10.9.0.0/24" }] };
    expect(hashOfNetworks(V4, byHand)).not.toBe(hashOf(SUBNET));
  });

  it("of a BCD with several subnets share one network, without options that are not set", () => {
    const second = { ...SUBNET, id: 9, subnet: "10.2.0.0/24", router: null, pools: [] };
    expect(wantedNetworks(V4, [SUBNET, second])).toMatchObject({
      "shared-networks": [{ name: "web-1", subnet4: [{ id: 7 }, { id: 9, "option-data": [], pools: [] }] }],
    });
    expect(wantedNetworks(V4, [OTHER])["shared-networks"]).toMatchObject([
      { "option-data": [{ name: "domain-name-servers", data: "10.0.0.53, 10.0.0.54" }] },
    ]);
  });

  it("of DHCPv6 have addresses that are preferred until they end, and no router", () => {
    const rows = [{ ...SUBNET, subnet: "2001:db8:1::/64", dns_servers: ["2001:db8::53"], pools: [] }];
    expect(wantedNetworks(V6, rows)).toEqual({
      "shared-networks": [
        {
          name: "web-1",
          "preferred-lifetime": 3600,
          "valid-lifetime": 3600,
          "option-data": [
            { name: "dns-servers", data: "2001:db8::53" },
            { name: "domain-search", data: "example.org" },
          ],
          subnet6: [{ id: 7, subnet: "2001:db8:1::/64", "option-data": [], pools: [] }],
        },
      ],
      subnet6: [],
    });
    const [network = null] = wantedNetworks(V6, rows)["shared-networks"] ?? [];
    const shorter = { "shared-networks": [{ ...Object(network), "preferred-lifetime": 60 }], subnet6: [] };
    expect(hashOfNetworks(V6, shorter)).not.toBe(hashOfNetworks(V6, wantedNetworks(V6, rows)));
  });
});
