import { str } from "./facts.ts";
import {
  administersUnit,
  both,
  common,
  either,
  meta,
  never,
  ownsBcd,
  ownsName,
  readersOf,
  type Policy,
  type Rule,
} from "./policy.ts";
import { closure } from "./rights.ts";

/** A unit that owns the BCD gives it to groups that the unit administers; a group that has the BCD gives it to groups below. */
const linksBcd: Rule = ({ units, groups }, row, facts) => {
  const group = str(row, "group_name");
  const byUnit = facts.where("nd.bcd2ou", "bcd", row["bcd"]).some((link) => units.has(str(link, "ou")));
  const below = (top: string): ReadonlySet<string> =>
    closure([top], (one) =>
      facts.where("cntl.group", "parent_group_name", one).map((sub) => str(sub, "name")),
    );
  const isPassedDown = facts
    .where("nd.bcd2group", "bcd", row["bcd"])
    .map((link) => str(link, "group_name"))
    .some((top) => top !== group && groups.has(top) && below(top).has(group));
  return (byUnit && groups.has(group)) || isPassedDown;
};

const carriesOwnBcd: Rule = (who, row) => {
  const tagged = row["tagged_bcd_list"];
  return (
    (row["bcd"] !== null && who.ownsBcd(str(row, "bcd"))) ||
    (Array.isArray(tagged) && tagged.some((name) => who.ownsBcd(String(name))))
  );
};

/** Owners of the address write static assignments, if the BCD allows them. */
const isManaged: Rule = (who, row, facts) => {
  const address = str(row, "ip_addr");
  const setting = facts.first("dhcp.bcd_setting", "bcd", facts.subnetOf(address)?.["bcd"]);
  return who.ownsAddress(address) === true && setting?.["mdhcp_enabled"] === true;
};

const ownsBcdOf =
  (attribute: string): Rule =>
  (who, row, facts) => {
    const subnet = facts.subnetOf(str(row, attribute));
    return subnet !== undefined && who.ownsBcd(str(subnet, "bcd"));
  };

const byBcd = (key: readonly string[], functions: string, attribute = "bcd"): Policy => ({
  key,
  own: ownsBcd(attribute),
  read: "own",
  functions,
});

/** The BCD that the object has now decides about the state of the object. */
const stateOf = (by: string, type: string, bcd: string): Policy => ({
  ...byBcd([by, "server", "unit"], ""),
  readers: readersOf(type),
  own: (who, row, facts) => {
    const object = facts.first(type, "gpk", row[by]);
    return object !== undefined && who.ownsBcd(str(object, bcd));
  },
  isReadOnly: true,
});

export const ND: Readonly<Record<string, Policy>> = {
  "org.unit": { ...common(["fq_name"]), own: administersUnit("fq_name") },
  "org.unit_type": { ...common(["short_name"]), writer: "org.rw_oet" },
  "nd.bcd": { ...byBcd(["name"], "CUD", "name"), update: { may: ownsBcd("name"), of: ["description"] } },
  "nd.bcd2ou": { ...byBcd(["bcd", "ou"], "CD"), read: administersUnit("ou") },
  "nd.bcd2group": { ...byBcd(["bcd", "group_name"], "CD"), create: linksBcd, delete: linksBcd },
  "nd.ip_subnet": {
    ...byBcd(["cidr"], "CUD"),
    update: { may: ownsBcd("bcd"), of: ["description", "reserved_addr_list"] },
  },
  "nd.vlan": byBcd(["net_instnc", "id"], "CUD"),
  "nd.vxlan": byBcd(["vni"], "CUD"),
  "nd.net_instnc": common(["name"]),
  "nd.net_cmpnd": common(["name"]),
  "nd.site": common(["name"]),
  "nd.bldg": common(["site", "number"]),
  "nd.room": common(["site", "bldg", "name"]),
  "nd.module": common(["gpk"]),
  "nd.p_port": common(["module_gfk", "name"]),
  "nd.l_port": {
    key: ["device", "name"],
    own: carriesOwnBcd,
    read: "own",
    readers: ["nd.ro:device", "nd.rw:device"],
    functions: "CUD",
  },
  "nd.device": {
    key: ["fqdn"],
    own: either(
      both((_, row) => row["bcd"] !== null, ownsBcd("bcd")),
      ownsName("fqdn"),
    ),
    read: "own",
    functions: "CUD",
  },
  "nd.connection": { ...common(["p_port_a_gfk", "p_port_b_gfk"], ""), isReadOnly: true },
  "nd.access_point": {
    key: ["fqdn"],
    own: never,
    read: never,
    readers: ["nd.ro:device", "nd.rw:device"],
    isReadOnly: true,
  },
  "nd.sighting": {
    ...byBcd(["mac_addr", "device", "port"], ""),
    readers: ["nd.ro:device", "nd.rw:device"],
    isReadOnly: true,
  },
  "nd.bldg_use": { ...common(["site", "bldg"], ""), isReadOnly: true },
  "nd.port_use": { ...common(["room_gfk", "port_type", "speed"], ""), isReadOnly: true },
  "nd.ip_subnet_growth": { ...byBcd(["cidr"], ""), isReadOnly: true },
  "nd.ip_subnet_use": { ...byBcd(["cidr"], ""), isReadOnly: true },
  "ndcfg.module_type_class": common(["name"]),
  "ndcfg.module_type": common(["name"]),
  "dhcp.lease": { ...byBcd(["ip_addr"], ""), own: ownsBcdOf("ip_addr"), isReadOnly: true },
  "dhcp.static_assignment": {
    key: ["ip_addr"],
    own: (who, row) => who.ownsAddress(str(row, "ip_addr")) === true,
    read: ownsBcdOf("ip_addr"),
    functions: "CUD",
    create: isManaged,
    update: { may: isManaged, of: ["ip_addr", "mac_addr", "fqdn", "description"] },
    delete: isManaged,
    after: isManaged,
  },
  "dhcp.pool": { ...byBcd(["first_addr"], "CUD"), own: ownsBcdOf("first_addr") },
  "dhcp.bcd_setting": byBcd(["bcd"], "U"),
  "output.assignment_state": stateOf("assignment_gfk", "dhcp.static_assignment", "bcd"),
  "output.pool_state": stateOf("pool_gfk", "dhcp.pool", "bcd"),
  "output.subnet_state": stateOf("subnet_gfk", "nd.ip_subnet", "bcd"),
  "output.setting_state": stateOf("setting_gfk", "dhcp.bcd_setting", "bcd"),
  "output.bcd_state": stateOf("bcd_gfk", "nd.bcd", "name"),
  "output.vlan_state": stateOf("vlan_gfk", "nd.vlan", "bcd"),
  "output.client_state": stateOf("client_gfk", "macauth.client", "bcd_name"),
  "macauth.client": {
    ...byBcd(["mac_addr"], "CUD", "bcd_name"),
    create: ownsBcd("bcd_name"),
    update: { may: ownsBcd("bcd_name"), of: ["mac_addr", "bcd_name", "description", "wpa2_key"] },
    delete: ownsBcd("bcd_name"),
    after: ownsBcd("bcd_name"),
  },
};

/** Whether the row names the account in effect or that of the token. */
const isOurs: Rule = ({ login }, row) => row["login_name"] === login || row["actor_login_name"] === login;

export const WAPI: Readonly<Record<string, Policy>> = {
  "wapi.version": meta("major", "minor"),
  "wapi.system": meta("name"),
  "wapi.object_type": meta("fq_name"),
  "wapi.function": meta("fq_name"),
  "wapi.data_type": meta("name"),
  "wapi.data_type_operator": meta("name"),
  "wapi.reference": meta("name"),
  "wapi.object_type_lang_dict": meta("object_fq_name", "language_tag"),
  "wapi.object_type_attr_lang_dict": meta("object_fq_name", "attribute", "language_tag"),
  "wapi.transaction": { key: ["gpk"], own: isOurs, read: "own", isReadOnly: true },
  "wapi.change_log": { key: ["transaction_gfk", "position"], own: isOurs, read: "own", isReadOnly: true },
  "wapi.maint_state": common(["gpk"]),
  "wapi.system_alert": common(["gpk"]),
};

/** Types whose rows exist only during the call; other tests cover their answers. */
export const MADE_FOR_THE_CALL = new Set([
  "wapi.object",
  "tmp.generic_object",
  "tmp.cidr_generator",
  "tmp.row_count",
  "tmp.any_addr",
]);
