import type { Json } from "#contract/wire/json";
import type { Draft } from "./draft.ts";
import { str } from "./facts.ts";

/** Names in trees with gaps and several links on the way up, names outside all zones, records of every kind of target. */
export function makeNames(draft: Draft): void {
  makeTree(draft);
  linkNames(draft);
  makeRecords(draft);
  for (const name of draft.random.some(draft.all("dns.fqdn"), 2))
    draft.add("dnscfg.ns_set", { name: `set-${str(name, "gpk")}`, description: null });
  for (const set of draft.all("dnscfg.ns_set"))
    draft.add("dnscfg.ns_set_member", {
      ns_set_name: str(set, "name"),
      ns_fqdn: draft.some("dns.fqdn", "value"),
    });
  makeServers(draft);
}

/** States of objects that reach servers as parts of a unit. */
export const PART_STATES = [
  {
    state: "output.assignment_state",
    of: "dhcp.static_assignment",
    by: "assignment_gfk",
    unit: "reservations4",
    bcd: "bcd",
  },
  { state: "output.pool_state", of: "dhcp.pool", by: "pool_gfk", unit: "dhcp4", bcd: "bcd" },
  { state: "output.subnet_state", of: "nd.ip_subnet", by: "subnet_gfk", unit: "dhcp4", bcd: "bcd" },
  { state: "output.client_state", of: "macauth.client", by: "client_gfk", unit: "clients", bcd: "bcd_name" },
  { state: "output.setting_state", of: "dhcp.bcd_setting", by: "setting_gfk", unit: "dhcp4", bcd: "bcd" },
  { state: "output.bcd_state", of: "nd.bcd", by: "bcd_gfk", unit: "clients", bcd: "name" },
  { state: "output.vlan_state", of: "nd.vlan", by: "vlan_gfk", unit: "clients", bcd: "bcd" },
] as const;

function makeServers(draft: Draft): void {
  for (const name of ["ns1", "ns2"]) {
    const zones = { has_all_zones: false, zone_list: ["z1.example."], has_catalog: true };
    const dhcp = { has_dhcp4: true, has_dhcp6: false, copy_name: null };
    const place = { kind: "radius", address: "127.0.0.1", port: 53, key_algorithm: "hmac-sha256" };
    draft.add("output.server", { name, ...place, ...zones, ...dhcp, is_enabled: true });
    for (const unit of ["z1.example.", ...new Set(PART_STATES.map((one) => one.unit))])
      draft.add("output.delivery", { server: name, unit, wanted: "1" });
    const record = { kind: "foreign", name: "x.z1.example.", type: "A", ttl: 60, data: "192.0.2.1" };
    draft.add("output.difference", { server: name, unit: "z1.example.", ...record });
    for (const fqdn of draft.all("dns.fqdn").slice(0, 9))
      draft.add("output.name_state", { server: name, zone: "z1.example.", fqdn: str(fqdn, "value") });
    for (const record of draft.all("dns.record").slice(0, 9))
      draft.add("output.record_state", {
        record_gfk: str(record, "gpk"),
        server: name,
        zone: "z1.example.",
        name: str(record, "fqdn"),
      });
    for (const { state, of, by, unit } of PART_STATES)
      for (const object of draft.all(of).slice(0, 9))
        draft.add(state, { [by]: str(object, "gpk"), server: name, unit });
  }
}

function makeTree(draft: Draft): void {
  const { random } = draft;
  const add = (value: string, type = "domain", isApex = false): void => {
    draft.add("dns.fqdn", { value, type, description: null, is_zone_apex: isApex, zone_ttl_default: null });
  };
  add("z1.example.", "domain", true);
  add("z2.example.", "domain", true);
  for (let n = 1; n <= 60; n++) {
    const gap = random.chance(20) ? `gap${String(n)}.` : "";
    const above = random.one(draft.all("dns.fqdn").filter((row) => row["type"] === "domain"));
    const isAlias = random.chance(12);
    add(
      `n${String(n)}.${gap}${str(above, "value")}`,
      isAlias ? "alias" : "domain",
      !isAlias && random.chance(8),
    );
  }
  add("ns.elsewhere.example.net.", "nameserver_extref");
  add("www.elsewhere.example.net.", "extern");
}

function linkNames(draft: Draft): void {
  const { random } = draft;
  for (const name of draft.all("dns.fqdn")) {
    const fqdn = str(name, "value");
    for (let n = random.chance(45) ? 1 + random.below(2) : 0; n > 0; n--)
      draft.link("dns.fqdn2group", { fqdn, group_name: draft.some("cntl.group", "name") });
    if (random.chance(15)) draft.link("dns.fqdn2ou", { fqdn, ou: draft.some("org.unit", "fq_name") });
  }
}

function makeRecords(draft: Draft): void {
  const { random } = draft;
  const domains = draft.all("dns.fqdn").filter((row) => row["type"] === "domain");
  const add = (fqdn: string, type: string, data: Json): void => {
    draft.link("dns.record", {
      fqdn,
      type,
      data,
      ttl: null,
      ttl_reset_date: null,
      target_is_reverse_unique: false,
    });
  };
  for (const row of draft.all("dns.fqdn")) {
    const fqdn = str(row, "value");
    const target = str(random.one(domains), "value");
    if (row["type"] === "alias") add(fqdn, "CNAME", target);
    else if (row["type"] !== "domain") add(fqdn, "REF-FQDN", null);
    else for (let n = random.below(4); n > 0; n--) addOne(draft, fqdn, target, add);
  }
}

function addOne(
  draft: Draft,
  fqdn: string,
  target: string,
  add: (fqdn: string, type: string, data: Json) => void,
): void {
  const { random } = draft;
  const cidr = draft.some("nd.ip_subnet", "cidr");
  const inside = cidr.endsWith("/26")
    ? cidr.replace(/0\/26$/, String(3 + random.below(50)))
    : cidr.replace(/\/64$/, (3 + random.below(200)).toString(16));
  const type = inside.includes(":") ? "AAAA" : "A";
  if (random.chance(55)) add(fqdn, type, inside);
  else if (random.chance(30)) add(fqdn, "A", `192.0.2.${String(1 + random.below(250))}`);
  else if (random.chance(60)) add(fqdn, "TXT", `text ${String(random.below(9))}`);
  else add(fqdn, "MX", `10 ${target}`);
}
