import type { Row } from "#contract/wire/json";
import { str, type Facts } from "./facts.ts";
import {
  administersUnit,
  both,
  common,
  either,
  ownsName,
  readersOf,
  type Policy,
  type Rule,
} from "./policy.ts";
import { closure } from "./rights.ts";

const isAddressRecord = (row: Row): boolean => row["type"] === "A" || row["type"] === "AAAA";

/** The account owns the address, or the record has none, or it is in no subnet. */
const addressIsFine: Rule = (who, row) =>
  !isAddressRecord(row) || who.ownsAddress(str(row, "data")) !== false;
const addressIsOwned: Rule = (who, row) => isAddressRecord(row) && who.ownsAddress(str(row, "data")) === true;

const ownsRecord = both(ownsName("fqdn"), addressIsFine);
const readsRecord = either(ownsName("fqdn"), addressIsOwned);

/** Applies a rule of records to the record whose state the row tells. */
const ofRecord =
  (rule: Rule): Rule =>
  (who, row, facts) => {
    const record = facts.first("dns.record", "gpk", row["record_gfk"]);
    return record !== undefined && rule(who, record, facts);
  };

/** The name that a record creates; null if it exists. */
export function broughtName(row: Row, facts: Facts): Row | null {
  if (facts.first("dns.fqdn", "value", row["fqdn"]) !== undefined) return null;
  return {
    value: str(row, "fqdn"),
    type: row["fqdn_type"] ?? (row["type"] === "CNAME" ? "alias" : "domain"),
  };
}

const OUTSIDE = new Set(["extern", "nameserver_extref"]);

const makesName: Rule = (who, row, facts) => {
  if (row["is_zone_apex"] === true || typeof row["zone_ttl_default"] === "number") return false;
  const [above] = facts.namesAt(str(row, "value"));
  if (above !== undefined && who.ownsName(above)) return true;
  const isOutside = !facts
    .namesAt(str(row, "value"))
    .some((name) => facts.first("dns.fqdn", "value", name)?.["is_zone_apex"] === true);
  return OUTSIDE.has(str(row, "type")) && isOutside && who.ownsSomeName;
};

/** A unit that owns the name gives it to groups that the unit administers; a group that has the name gives it to groups below. */
const linksName: Rule = ({ units, groups }, row, facts) => {
  const names = facts.namesAt(str(row, "fqdn"));
  const byUnit = names.some((name) =>
    facts.where("dns.fqdn2ou", "fqdn", name).some((link) => units.has(str(link, "ou"))),
  );
  const group = str(row, "group_name");
  const below = (top: string): ReadonlySet<string> =>
    closure([top], (one) =>
      facts.where("cntl.group", "parent_group_name", one).map((sub) => str(sub, "name")),
    );
  const isPassedDown = names
    .flatMap((name) => facts.where("dns.fqdn2group", "fqdn", name))
    .map((link) => str(link, "group_name"))
    .some((top) => top !== group && groups.has(top) && below(top).has(group));
  return (byUnit && groups.has(group)) || isPassedDown;
};

export const DNS: Readonly<Record<string, Policy>> = {
  "dns.record": {
    key: ["fqdn", "type", "data"],
    own: ownsRecord,
    read: readsRecord,
    functions: "CUD",
    create: ownsRecord,
    update: { may: ownsRecord, of: ["data", "ttl", "ttl_reset_date", "target_is_reverse_unique"] },
    delete: ownsRecord,
    after: ownsRecord,
  },
  "dns.fqdn": {
    key: ["value"],
    own: ownsName("value"),
    read: "own",
    functions: "CUD",
    create: makesName,
    update: { may: ownsName("value"), of: ["description", "type"] },
    delete: ownsName("value"),
  },
  "dns.fqdn2group": {
    key: ["fqdn", "group_name"],
    own: ownsName("fqdn"),
    read: "own",
    functions: "CD",
    create: linksName,
    delete: linksName,
  },
  "dns.fqdn2ou": { key: ["fqdn", "ou"], own: ownsName("fqdn"), read: administersUnit("ou"), functions: "CD" },
  "dns.ip_addr": {
    key: ["value"],
    own: (who, row) => who.ownsAddress(str(row, "value")) === true,
    read: "own",
    isReadOnly: true,
  },
  "dns.fqdn_type": { ...common(["name"], ""), isReadOnly: true },
  "dns.record_type": { ...common(["name"], ""), isReadOnly: true },
  "dnscfg.ns_set": common(["name"]),
  "dnscfg.ns_set_member": common(["ns_set_name", "ns_fqdn"]),
  "output.name_state": {
    key: ["server", "zone", "fqdn"],
    own: ownsName("fqdn"),
    read: "own",
    readers: readersOf("dns.fqdn"),
    isReadOnly: true,
  },
  "output.record_state": {
    key: ["record_gfk", "server", "zone", "name"],
    own: ofRecord(ownsRecord),
    read: ofRecord(readsRecord),
    readers: readersOf("dns.record"),
    isReadOnly: true,
  },
  "output.transaction_state": {
    key: ["transaction_gfk", "server", "unit"],
    own: ({ login }, row) => row["login_name"] === login || row["actor_login_name"] === login,
    read: "own",
    readers: readersOf("wapi.transaction"),
    isReadOnly: true,
  },
};

/** Addresses with a record, a static assignment or a role in their subnet. */
export function addressesOf(facts: Facts): readonly Row[] {
  const lists = facts.all("nd.ip_subnet").map((row) => row["reserved_addr_list"]);
  const values = new Set([
    ...facts
      .all("dns.record")
      .filter(isAddressRecord)
      .map((row) => str(row, "data")),
    ...facts
      .all("nd.ip_subnet")
      .flatMap((row) => [str(row, "gateway_addr"), str(row, "router_anycast_addr")]),
    ...facts.all("dhcp.static_assignment").map((row) => str(row, "ip_addr")),
    ...lists.flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
  ]);
  values.delete("");
  return [...values].map((value) => ({ value }));
}
