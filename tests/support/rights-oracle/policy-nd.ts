import { str } from "./facts.ts";
import {
  administersUnit,
  both,
  byBcd,
  common,
  either,
  never,
  ownsBcd,
  ownsName,
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

export const ND: Readonly<Record<string, Policy>> = {
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
};
