import { isList, isObject, type Json } from "#contract/wire/json";
import { choiceOf, type NetboxObject } from "./read.ts";
import { noteAll, ofKind, type NetboxWork } from "./job.ts";

/** The parts of the objects of a list that are imported. */
interface Taken {
  /** Names of members that are read, or that follow from others. */
  readonly members: string;
  /** Statuses of objects in use; empty for lists whose objects have no member `status`. */
  readonly statuses: readonly string[];
}

/** Members of ports about their cable. */
const CABLED =
  "cable cable_end cable_connector cable_positions link_peers link_peers_type connected_endpoints connected_endpoints_type connected_endpoints_reachable";

const TAKEN: Readonly<Record<string, Taken>> = {
  "dcim/sites": { members: "slug latitude longitude", statuses: ["active"] },
  "dcim/locations": { members: "slug site parent description", statuses: ["active"] },
  "dcim/racks": { members: "site location u_height rack_type serial description", statuses: ["active"] },
  "dcim/devices": {
    members:
      "device_type manufacturer role device_role serial description site location rack position primary_ip primary_ip4 primary_ip6 config_context",
    statuses: ["active"],
  },
  "dcim/interfaces": {
    members: `device type enabled speed description untagged_vlan tagged_vlans mac_address mac_addresses primary_mac_address ${CABLED}`,
    statuses: [],
  },
  "dcim/front-ports": { members: `device type rear_port rear_ports description ${CABLED}`, statuses: [] },
  "dcim/rear-ports": { members: `device type front_ports description ${CABLED}`, statuses: [] },
  "dcim/cables": {
    members:
      "a_terminations termination_a_type termination_a_id b_terminations termination_b_type termination_b_id length_unit",
    // Planned cables make no connection; `planCables` reports them.
    statuses: ["connected", "planned"],
  },
  "dcim/mac-addresses": {
    members:
      "mac_address assigned_object_type assigned_object_id assigned_object device interface is_primary",
    statuses: [],
  },
  "ipam/vlans": { members: "vid group description", statuses: ["active"] },
  "ipam/prefixes": {
    members: "prefix family vrf vlan group scope_type scope description children",
    statuses: ["active", "container"],
  },
  "ipam/ip-addresses": {
    members:
      "address family vrf dns_name device interface is_primary assigned_object_type assigned_object_id assigned_object",
    statuses: ["active", "dhcp"],
  },
};

/** Members that every object has and that do not describe it. */
const OF_ALL = ["id", "url", "display", "display_url", "name", "status", "created", "last_updated"];

/** Members of trees, counters, denormalised copies, and the two ends of cables in tables. */
const BESIDE = /^(?:_.*|.*_count|lft|rght|tree_id|level|natural_slug|side_[ab]_.*|.*_[ab])$/;

/** Values that new objects of NetBox have, and modes that follow from the VLANs of an interface. */
const STANDARD: Readonly<Record<string, readonly string[]>> = {
  width: ["19"],
  starting_unit: ["1"],
  positions: ["1"],
  rear_port_position: ["1"],
  mode: ["access", "tagged"],
};

/** Adds notes for each list about statuses and members with a value that are not imported. */
export function noteLeft(work: NetboxWork): void {
  for (const [kind, { members, statuses }] of Object.entries(TAKEN)) {
    const all = ofKind(work, kind);
    const byStatus = Map.groupBy(all, (one) => choiceOf(one.members, "status"));
    for (const [status, some] of byStatus)
      if (status !== null && !statuses.includes(status))
        noteAll(some, "netboxStatus", work, { kind, status });
    const known = new Set([...OF_ALL, ...members.split(" ")]);
    const left = all.flatMap((one) => leftIn(one, known).map((member) => ({ row: one.row, member })));
    for (const [member, some] of Map.groupBy(left, (one) => one.member))
      noteAll(some, "netboxMember", work, { kind, member });
  }
}

function leftIn({ members }: NetboxObject, known: ReadonlySet<string>): readonly string[] {
  return Object.entries(members).flatMap(([name, value]) => {
    if (known.has(name) || BESIDE.test(name) || !hasValue(value)) return [];
    return STANDARD[name]?.includes(shown(value)) === true ? [] : [name];
  });
}

/** Texts that mean no value; tables write false as a word or a character. */
const NOTHING = /^(?:|false|no|\u2718|\u2014)$/i;

function hasValue(value: Json): boolean {
  if (value === null || value === false) return false;
  if (typeof value === "string") return !NOTHING.test(value.trim());
  if (isList(value)) return value.some(hasValue);
  return !isObject(value) || Object.values(value).some(hasValue);
}

/** A value as a text: a choice by its value, which tables write with a capital letter. */
function shown(value: Json): string {
  const plain = isObject(value) ? (value["value"] ?? null) : value;
  return typeof plain === "string" ? plain.toLowerCase() : JSON.stringify(plain);
}
