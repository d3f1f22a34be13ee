import type { Params } from "#contract/wire/json";
import type { Plant } from "../plant.ts";
import { rowsOf, type SentStep } from "../small-world.ts";

/** Number of ports of the panel. Every third one is connected, and every second pair is joined inside the module. */
export const PORTS = 96;

const create = (name: string, values: Params, refs: Readonly<Record<string, string>> = {}): SentStep => ({
  name: `${name}.create`,
  new: values,
  new_ref_params: Object.entries(refs).map(([parameter, idx]) => ({ idx, params: { [parameter]: "gpk" } })),
});

const made = (idx: string, step: SentStep): SentStep => ({ ...step, idx });

/** Adds a few objects of every type that others refer to, beside the small world with its two rooms. */
export async function plantAll(world: Plant): Promise<void> {
  const steps = [...people(), ...names(), ...networks(), ...places(), ...cables(), ...notices()];
  rowsOf(await world.execute("ada", steps));
}

function people(): readonly SentStep[] {
  const unit = { unit_type: "rev", title: "Rückweg" };
  return [
    create("org.unit_type", { short_name: "rev", title: "Rückweg", position: 99 }),
    made("unit", create("org.unit", { ...unit, short_name: "REV", parent: "KIT", can_have_mgr: true })),
    create("org.unit", { ...unit, short_name: "SUB", parent: "KIT::REV", sub_position: 2 }),
    create(
      "cntl.ot_lang_attr_val",
      { language_tag: "en", lang_attr_key: "title", value: "Way back" },
      { object_gfk: "unit" },
    ),
    create("cntl.mgr2ou", { login_name: "otto", ou: "KIT::REV" }),
    create("cntl.role", { name: "rev", description: "Rückweg", is_assignable: true }),
    create("cntl.role", { name: "rev-sub" }),
    create("cntl.role2role", { role_name: "rev", sub_role_name: "rev-sub" }),
    create("cntl.role2permission", { role_name: "rev", permission_name: "nd.ro:bcd" }),
    create("cntl.mgr2role", { login_name: "greta", role_name: "rev" }),
    create("cntl.group", { name: "rev", description: "Rückweg", ou: "KIT::REV" }),
    create("cntl.group", { name: "rev-sub", parent_group_name: "rev" }),
    create("cntl.mgr2group", { login_name: "greta", group_name: "rev" }),
    create("req.team", { form: "patch/cn", group_name: "rev" }),
    create("cntl.mgr", { parent_login_name: "greta", sub_id: "rev", description: "Rückweg" }),
    create("cntl.mgr2group", { login_name: "greta-rev", group_name: "rev-sub" }),
    create("cntl.mgr2role", { login_name: "greta-rev", role_name: "rev" }),
    made("token", create("cntl.wapi_auth", { login_name: "greta-rev", description: "Rückweg" })),
    create("cntl.wapi_auth2role", { role_name: "rev" }, { wapi_auth_gfk: "token" }),
    create("cntl.mgr", { is_svc: true, svc_id: "rev", ou: "KIT::REV" }),
    create("cntl.wapi_auth", { login_name: "svc-rev" }),
  ];
}

function names(): readonly SentStep[] {
  const fqdn = "rev.example.com.";
  const address = "198.51.100.77";
  return [
    create("dns.fqdn", { value: fqdn, type: "domain", description: "Rückweg" }),
    create("dns.record", { fqdn, type: "A", data: address, ttl: 600 }),
    create("dns.record", { fqdn, type: "AAAA", data: "2001:db8:47:11::77" }),
    create("dns.record", { fqdn, type: "TXT", data: '"eins" "zwei"' }),
    create("dns.record", {
      fqdn: "alias.rev.example.com.",
      type: "CNAME",
      data: fqdn,
      fqdn_type: "alias",
      fqdn_description: "Zweitname",
    }),
    create("dns.fqdn2group", { fqdn, group_name: "rev" }),
    create("dns.fqdn2ou", { fqdn, ou: "KIT::REV" }),
    create("dhcp.static_assignment", { ip_addr: address, mac_addr: "02:00:00:00:07:77", fqdn }),
    create("dnscfg.ns_set", { name: "rev", description: "Rückweg" }),
    create("dnscfg.ns_set_member", { ns_set_name: "rev", ns_fqdn: fqdn, ns_is_primary: true }),
    create("output.server", {
      name: "rev",
      address: "127.0.0.1",
      port: 5353,
      key_name: "rev.netportal.",
      key_secret: "MDEyMzQ1Njc4OWFiY2RlZg==",
      has_all_zones: false,
      zone_list: ["example.com."],
    }),
  ];
}

function networks(): readonly SentStep[] {
  const bcd = "rev-1";
  return [
    create("nd.bcd", { name: bcd, id: "99.01", description: "Rückweg", seclvl: 2 }),
    create("nd.ip_subnet", { cidr: "10.99.0.0/24", bcd, gateway_addr: "10.99.0.1", description: "vier" }),
    create("nd.ip_subnet", { cidr: "2001:db8:99::/64", bcd, reserved_addr_list: ["2001:db8:99::2"] }),
    create("nd.bcd2group", { bcd, group_name: "rev" }),
    create("nd.bcd2ou", { bcd, ou: "KIT::REV" }),
    create("cntl.group_addr_space", { group_name: "rev", cidr: "10.99.0.0/25" }),
    {
      name: "dhcp.bcd_setting.update",
      old: { bcd },
      new: { is_enabled: true, lease_time: 600, domain: "rev.example.com.", dns_server_list: ["10.99.0.2"] },
    },
    create("dhcp.pool", { first_addr: "10.99.0.100", last_addr: "10.99.0.120", description: "Gäste" }),
    create("dhcp.static_assignment", { ip_addr: "10.99.0.10", mac_addr: "02:00:00:00:07:78" }),
    create("macauth.client", { mac_addr: "02:00:00:00:07:79", bcd_name: bcd, description: "Drucker" }),
    create("nd.net_instnc", { name: "rev", description: "Rückweg" }),
    create("nd.net_cmpnd", { name: "rev", net_instnc: "rev" }),
    create("nd.vlan", { net_instnc: "rev", id: 99, name: "rev", bcd }),
    create("nd.vxlan", { vni: 9901, bcd }),
    create("nd.device", { fqdn: "rev.example.com.", type: "switch", nc: "rev", bcd, serial_number: "S-1" }),
  ];
}

function places(): readonly SentStep[] {
  const room = { site: "REV", bldg: "R1" };
  const module_type = "rev-1";
  return [
    create("ndcfg.module_type_class", { name: "rev" }),
    create("ndcfg.module_type", { name: module_type, class: "rev", title: "Rückweg" }),
    made("site", create("nd.site", { name: "REV", title: "Rückweg", geo_lat: 49, geo_lon: 8 })),
    create(
      "cntl.ot_lang_attr_val",
      { language_tag: "en", lang_attr_key: "title", value: "Way back" },
      { object_gfk: "site" },
    ),
    create("nd.bldg", { site: "REV", number: "R1", title: "Halle" }),
    made("room", create("nd.room", { ...room, name: "101", floor: "1" })),
    create("nd.room", { ...room, name: "102" }),
    made("rack", create("nd.module", { name: "rack", module_type }, { room_gfk: "room" })),
    made("panel", create("nd.module", { name: "panel", module_type, position: "2" }, { parent_gfk: "rack" })),
    made("socket", create("nd.module", { name: "socket", module_type }, { room_gfk: "room" })),
  ];
}

function cables(): readonly SentStep[] {
  const numbers = Array.from({ length: PORTS }, (_, at) => at);
  const thirds = numbers.filter((at) => at % 3 === 0);
  const port = (idx: string, module: string): SentStep =>
    made(idx, create("nd.p_port", { name: idx }, { module_gfk: module }));
  const linked = (fn: string, parameter: string, one: string, other: string): SentStep => ({
    name: `nd.p_port.${fn}`,
    old_ref_params: [{ idx: one, params: { gpk: "gpk" } }],
    new_ref_params: [{ idx: other, params: { [parameter]: "gpk" } }],
  });
  return [
    ...numbers.map((at) => port(`p${String(at)}`, "panel")),
    ...thirds.map((at) => port(`s${String(at)}`, "socket")),
    ...thirds.map((at) => linked("connect", "p_port_gfk", `p${String(at)}`, `s${String(at)}`)),
    ...numbers
      .filter((at) => at % 4 === 0)
      .map((at) => linked("update", "internal_gfk", `p${String(at)}`, `p${String(at + 1)}`)),
    create(
      "nd.l_port",
      {
        device: "rev.example.com.",
        name: "rev0/1",
        bcd: "rev-1",
        tagged_bcd_list: ["scc-other-1"],
        description: "Rückweg",
      },
      { p_port_gfk: "p2" },
    ),
    create("nd.l_port", { device: "rev.example.com.", name: "rev0/2", tagged_bcd_list: ["rev-1"] }),
  ];
}

function notices(): readonly SentStep[] {
  const ts_begin = "2031-01-01T00:00:00Z";
  return [
    create("wapi.maint_state", { subject: "Umbau", ts_begin }),
    create("wapi.system_alert", { title_de: "Umbau", title_en: "Works", ts_begin }),
  ];
}
