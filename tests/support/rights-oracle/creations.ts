import type { Json, Params, Row } from "#contract/wire/json";
import { str, type Facts } from "./facts.ts";
import { TEAM_FORMS } from "./generate-places.ts";
import { holds } from "./networks.ts";
import type { Random } from "./random.ts";

/** A create step and the row that it would create. */
export interface Creation {
  readonly type: string;
  readonly row: Row;
  readonly step: Params;
}

/** New objects of every type, in all places of the world. */
export function creations(facts: Facts, random: Random): readonly Creation[] {
  const some = (type: string, attribute: string): string => str(random.one(facts.all(type)), attribute);
  const make = (type: string, step: Params, more: Row = {}): Creation => ({
    type,
    step,
    row: { ...step, ...more },
  });
  const links = LINKS.flatMap(([type, a, at, aKey, b, bt, bKey]) =>
    Array.from({ length: 12 }, () => [type, { [a]: some(at, aKey), [b]: some(bt, bKey) }] as const)
      .filter(([, link]) => !facts.where(type, a, link[a]).some((row) => row[b] === link[b]))
      .map(([, link]) => make(type, link)),
  );
  const many = (count: number, one: () => Creation): readonly Creation[] =>
    Array.from({ length: count }, one);
  return [
    ...links,
    ...simple(facts, some, make),
    ...many(10, () => make("cntl.group", { name: "g-new", ...place(some, random) })),
    ...many(8, () => account(some, random, make)),
    ...many(8, () => token(facts, random, make)),
    ...many(12, () => make("dns.fqdn", name(some, random))),
    ...many(24, () => record(facts, some, random, make)),
    ...many(8, () =>
      make("macauth.client", { mac_addr: "02:00:00:00:ff:01", bcd_name: some("nd.bcd", "name") }),
    ),
    ...many(10, () =>
      make("dhcp.static_assignment", {
        ip_addr: address(some("nd.ip_subnet", "cidr"), random),
        mac_addr: "02:00:00:00:ff:02",
      }),
    ),
    ...many(8, () => space(facts, random, make)),
    ...many(4, () => text(some, random, make)),
    ...TEAM_FORMS.map((form) => ({ form, group_name: some("cntl.group", "name") }))
      .filter(
        (team) =>
          !facts.where("req.team", "form", team.form).some((row) => row["group_name"] === team.group_name),
      )
      .map((team) => make("req.team", team)),
    ...many(12, () =>
      make("cntl.saved_view", {
        name: "new",
        login_name: some("cntl.mgr", "login_name"),
        page: "/home",
        ...(random.chance(70) ? { group_name: some("cntl.group", "name") } : {}),
      }),
    ),
  ];
}

type Some = (type: string, attribute: string) => string;
type Make = (type: string, step: Params, more?: Row) => Creation;

const LINKS = [
  ["cntl.mgr2group", "login_name", "cntl.mgr", "login_name", "group_name", "cntl.group", "name"],
  ["cntl.mgr2ou", "login_name", "cntl.mgr", "login_name", "ou", "org.unit", "fq_name"],
  ["cntl.mgr2role", "login_name", "cntl.mgr", "login_name", "role_name", "cntl.role", "name"],
  ["cntl.group2ou", "group_name", "cntl.group", "name", "ou", "org.unit", "fq_name"],
  ["cntl.wapi_auth2role", "wapi_auth_gfk", "cntl.wapi_auth", "gpk", "role_name", "cntl.role", "name"],
  ["cntl.role2role", "role_name", "cntl.role", "name", "sub_role_name", "cntl.role", "name"],
  ["cntl.role2permission", "role_name", "cntl.role", "name", "permission_name", "cntl.permission", "name"],
  ["cntl.pin", "login_name", "cntl.mgr", "login_name", "object_gfk", "nd.site", "gpk"],
  ["cntl.recent_object", "login_name", "cntl.mgr", "login_name", "object_gfk", "nd.site", "gpk"],
  ["nd.bcd2group", "bcd", "nd.bcd", "name", "group_name", "cntl.group", "name"],
  ["nd.bcd2ou", "bcd", "nd.bcd", "name", "ou", "org.unit", "fq_name"],
  ["dns.fqdn2group", "fqdn", "dns.fqdn", "value", "group_name", "cntl.group", "name"],
  ["dns.fqdn2ou", "fqdn", "dns.fqdn", "value", "ou", "org.unit", "fq_name"],
  ["dnscfg.ns_set_member", "ns_set_name", "dnscfg.ns_set", "name", "ns_fqdn", "dns.fqdn", "value"],
] as const;

/** Types that only holders of `rw` write. */
function simple(facts: Facts, some: Some, make: Make): readonly Creation[] {
  const room = facts.all("nd.room")[0]?.["gpk"] ?? null;
  return [
    make("cntl.role", { name: "r-new" }),
    make("org.unit", {
      short_name: "NEW",
      title: "n",
      unit_type: "abt",
      parent: some("org.unit", "fq_name"),
    }),
    make("org.unit_type", { short_name: "new", title: "n", position: 9 }),
    make("nd.bcd", { name: "kit-b-99" }),
    make("nd.ip_subnet", { cidr: "172.16.0.0/24", bcd: some("nd.bcd", "name") }),
    make("nd.vlan", { net_instnc: "i1", id: 999, name: "new", bcd: some("nd.bcd", "name") }),
    make("nd.vxlan", { vni: 99999, bcd: some("nd.bcd", "name") }),
    make("nd.net_instnc", { name: "i-new" }),
    make("nd.net_cmpnd", { name: "c-new", net_instnc: "i1" }),
    make("nd.site", { name: "s-new" }),
    make("nd.bldg", { site: "cn", number: "99" }),
    make("nd.room", { site: "cn", bldg: "1", name: "new" }),
    make("nd.module", { name: "new", module_type: "sw1", room_gfk: room }),
    make("nd.p_port", { module_gfk: some("nd.module", "gpk"), name: "new" }),
    make("nd.l_port", { device: some("nd.device", "fqdn"), name: "new", bcd: some("nd.bcd", "name") }),
    make("nd.device", { fqdn: "z1.example.", type: "switch", bcd: some("nd.bcd", "name") }),
    make("ndcfg.module_type_class", { name: "new" }),
    make("ndcfg.module_type", { name: "new", class: "switch" }),
    make("dnscfg.ns_set", { name: "new" }),
    make("dhcp.pool", { first_addr: "10.1.1.40", last_addr: "10.1.1.44" }),
    make("output.server", { name: "new", kind: "radius", address: "10.0.0.53", port: 1812 }),
    make("wapi.maint_state", { subject: "n", ts_begin: "2026-11-20T08:00:00Z" }),
    make("wapi.system_alert", { ts_begin: "2026-11-20T08:00:00Z" }),
  ];
}

function place(some: Some, random: Random): Params {
  return {
    ...(random.chance(50) ? { parent_group_name: some("cntl.group", "name") } : {}),
    ...(random.chance(60) ? { ou: some("org.unit", "fq_name") } : {}),
  };
}

function account(some: Some, random: Random, make: Make): Creation {
  if (random.chance(20)) return make("cntl.mgr", { login_name: "m-new" });
  if (random.chance(50))
    return make("cntl.mgr", { is_svc: true, svc_id: "new", ou: some("org.unit", "fq_name") });
  if (random.chance(50)) return make("cntl.mgr", { sub_id: "new" });
  return make("cntl.mgr", { sub_id: "new", parent_login_name: `m${String(1 + random.below(8))}` });
}

function token(facts: Facts, random: Random, make: Make): Creation {
  return make(
    "cntl.wapi_auth",
    { login_name: str(random.one(facts.all("cntl.mgr")), "login_name") },
    { is_session: false },
  );
}

function name(some: Some, random: Random): Params {
  const value = random.chance(10)
    ? "new.nowhere.example.org."
    : `new.${random.chance(30) ? "gap." : ""}${some("dns.fqdn", "value")}`;
  if (random.chance(15)) return { value, is_zone_apex: true };
  return { value, type: random.chance(25) ? "extern" : "domain" };
}

function record(facts: Facts, some: Some, random: Random, make: Make): Creation {
  const known = str(random.one(facts.where("dns.fqdn", "type", "domain")), "value");
  const isNew = random.chance(30);
  const fqdn = isNew ? `new.${known}` : known;
  const cidr = some("nd.ip_subnet", "cidr");
  const data = random.chance(15) ? "192.0.2.77" : address(cidr, random);
  const target: Params = random.chance(25)
    ? { type: "TXT", data: "x" }
    : { type: data.includes(":") ? "AAAA" : "A", data };
  return make("dns.record", { fqdn, ...target, ...(isNew ? { fqdn_type: "domain" } : {}) });
}

function address(cidr: string, random: Random): string {
  return cidr.includes(":")
    ? cidr.replace(/\/64$/, `f${String(random.below(9))}`)
    : cidr.replace(/0\/26$/, String(3 + random.below(58)));
}

/** A part of a subnet in a BCD of the group. */
function space(facts: Facts, random: Random, make: Make): Creation {
  const link = random.one(
    facts.all("nd.bcd2group").filter((row) => facts.first("nd.ip_subnet", "bcd", row["bcd"]) !== undefined),
  );
  const cidr = str(random.one(facts.where("nd.ip_subnet", "bcd", link?.["bcd"])), "cidr");
  const part = cidr.endsWith("/26") ? cidr.replace(/0\/26$/, "40/29") : cidr.replace(/\/64$/, "/72");
  const group = str(link, "group_name");
  if (!holds(cidr, part)) throw new Error(`${part} lies outside of ${cidr}`);
  return make("cntl.group_addr_space", { group_name: group, cidr: part });
}

function text(some: Some, random: Random, make: Make): Creation {
  const type = random.one(["org.unit", "nd.site", "org.unit_type"]) ?? "";
  const gfk: Json = some(type, "gpk");
  return make("cntl.ot_lang_attr_val", {
    object_gfk: gfk,
    language_tag: "en",
    lang_attr_key: "title",
    value: "n",
  });
}
