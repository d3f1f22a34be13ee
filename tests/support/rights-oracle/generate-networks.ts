import type { Row } from "#contract/wire/json";
import type { Draft } from "./draft.ts";
import { str } from "./facts.ts";

/** Broadcast domains with their owners, subnets, address spaces, VLANs and DHCP. */
export function makeNetworks(draft: Draft): void {
  for (let n = 1; n <= 18; n++)
    draft.add("nd.bcd", { name: `kit-b-${String(n)}`, description: null, seclvl: draft.random.below(3) });
  for (const name of ["i1", "i2"]) draft.add("nd.net_instnc", { name, description: null });
  draft.add("nd.net_cmpnd", { name: "c1", net_instnc: "i1", description: null });
  for (const [at, bcd] of draft.all("nd.bcd").entries()) {
    makeOwners(draft, bcd);
    makeSubnets(draft, bcd, at);
    makeDhcp(draft, bcd, at);
  }
}

function makeOwners(draft: Draft, bcd: Row): void {
  const { random } = draft;
  const name = str(bcd, "name");
  for (let n = random.below(4); n > 0; n--)
    draft.link("nd.bcd2group", { bcd: name, group_name: draft.some("cntl.group", "name") });
  if (random.chance(30)) draft.link("nd.bcd2ou", { bcd: name, ou: draft.some("org.unit", "fq_name") });
}

function makeSubnets(draft: Draft, bcd: Row, at: number): void {
  const { random } = draft;
  const subnet = { bcd: str(bcd, "name"), description: null, router_anycast_addr: null };
  const groups = draft.all("nd.bcd2group").filter((row) => row["bcd"] === bcd["name"]);
  for (let n = random.below(3); n > 0; n--) {
    const base = `10.${String(at)}.${String(n)}`;
    draft.add("nd.ip_subnet", {
      ...subnet,
      cidr: `${base}.0/26`,
      gateway_addr: `${base}.1`,
      reserved_addr_list: [`${base}.2`],
    });
    for (const group of groups)
      if (random.chance(40))
        draft.link("cntl.group_addr_space", {
          group_name: str(group, "group_name"),
          cidr: `${base}.${random.one(["16", "32"]) ?? ""}/28`,
        });
  }
  if (random.chance(40))
    draft.add("nd.ip_subnet", {
      ...subnet,
      cidr: `2001:db8:${String(at + 1)}::/64`,
      gateway_addr: `2001:db8:${String(at + 1)}::1`,
      reserved_addr_list: [],
    });
  if (random.chance(50))
    draft.add("nd.vlan", {
      net_instnc: "i1",
      id: at + 2,
      name: `v${String(at)}`,
      bcd: str(bcd, "name"),
      description: null,
    });
  if (random.chance(30)) draft.add("nd.vxlan", { vni: at + 1000, bcd: str(bcd, "name"), description: null });
}

function makeDhcp(draft: Draft, bcd: Row, at: number): void {
  const { random } = draft;
  const name = str(bcd, "name");
  draft.add("dhcp.bcd_setting", {
    bcd: name,
    is_enabled: random.chance(50),
    mdhcp_enabled: random.chance(70),
  });
  const mac = (n: number): string =>
    `02:00:00:00:${at.toString(16).padStart(2, "0")}:${n.toString(16).padStart(2, "0")}`;
  if (random.chance(60))
    draft.add("macauth.client", {
      mac_addr: mac(255),
      bcd_name: name,
      description: null,
      wpa2_key: "abcdefghijklmnopqrst",
    });
  for (const row of draft
    .all("nd.ip_subnet")
    .filter((one) => one["bcd"] === name && str(one, "cidr").startsWith("10."))) {
    const base = str(row, "cidr").replace(/\.0\/26$/, "");
    const place = { bcd: name, subnet: str(row, "cidr") };
    for (const host of [20, 36, 50])
      if (random.chance(50))
        draft.add("dhcp.static_assignment", {
          ip_addr: `${base}.${String(host)}`,
          mac_addr: mac(draft.all("dhcp.static_assignment").length),
          fqdn: null,
          description: null,
          ...place,
        });
    if (random.chance(50)) draft.add("dhcp.lease", { ip_addr: `${base}.61`, mac_addr: mac(254) });
    if (random.chance(50))
      draft.add("dhcp.pool", {
        first_addr: `${base}.56`,
        last_addr: `${base}.60`,
        description: null,
        ...place,
      });
  }
}
