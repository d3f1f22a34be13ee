import { defineScreen, type Section } from "#core/screen/screen";
import type { Condition } from "#core/screen/value";
import type { Step } from "#contract/wire/step";
import { bcdCurrent, bcdOfSubnet } from "../../screens/heads/bcd.ts";
import { addressStateSection } from "../../screens/heads/state.ts";
import { ofAddress } from "../parts.ts";

/** An object uses the address, and the account may read none that does. */
const isUsedUnread: Condition = {
  all: [
    { value: { from: "place", show: "state" }, in: ["used"] },
    { not: { given: { rows: "record" } } },
    { not: { given: { rows: "fixed" } } },
  ],
};

/** Everything about one address, whether an object has it or not: state, names, DHCP, devices, and where its MAC address was seen (DNS-06, DNS-15). */
export default defineScreen({
  path: "/dnsvs/ips/:ip/records",
  steps: (p) => [
    { idx: "addr", name: "dns.ip_addr.list", old: { value: p.ip } },
    { idx: "place", name: "tmp.any_addr.list", old: { value: p.ip } },
    { idx: "record", name: "dns.record.list", old: { target_ipaddr: p.ip } },
    { idx: "subnet", name: "nd.ip_subnet.list", old: { cidr: p.ip } },
    ...bcdOfSubnet,
    { idx: "state", name: "output.record_state.list", inner_join_ref: { record: "default" } },
    { idx: "fixed", name: "dhcp.static_assignment.list", old: { ip_addr: p.ip } },
    { idx: "lease", name: "dhcp.lease.list", old: { ip_addr: p.ip } },
    named("device", "nd.device", "record", "fqdn", "fqdn"),
    ...ofAddress.flatMap(({ asks }) => asks),
    named("seen", "nd.sighting", "place", "mac_addr", "mac_addr"),
    named("seen_by", "nd.device", "seen", "device", "fqdn"),
  ],
  current: {
    of: "addr",
    missing: "core.form.invalidIp",
    isOptional: true,
    beside: bcdCurrent.beside,
  },
  sections: [
    { kind: "detail", of: "place", fields: [{ attr: "state", cell: "text" }, "pool", "mac_addr"], plan: [] },
    { kind: "note", text: "screens.ip.unreadable", when: isUsedUnread },
    { kind: "detail", of: "addr", fields: ["reverse_fqdn"] },
    {
      kind: "table",
      of: "record",
      title: "screens.fqdn.records",
      columns: ["fqdn", "type", "data", "ttl", "target_is_reverse_unique", "ttl_reset_date"],
      plan: [
        {
          do: "create",
          set: { data: { param: "ip" }, type: { family: "ip", ipv4: "A", ipv6: "AAAA" } },
          lock: ["data"],
        },
        { do: "update" },
        { do: "delete" },
      ],
    },
    {
      kind: "table",
      of: "fixed",
      title: "screens.subnet.fixed",
      empty: "screens.subnet.noFixed",
      columns: ["mac_addr", "fqdn", "description"],
      plan: [
        { do: "create", set: { ip_addr: { param: "ip" } }, only: { given: { rows: "subnet" } } },
        { do: "update" },
        { do: "delete" },
      ],
    },
    {
      kind: "table",
      of: "lease",
      title: "screens.ip.lease",
      empty: "screens.ip.noLease",
      columns: ["mac_addr", "hostname", "ts_begin", "ts_end"],
      plan: [],
    },
    ...bearers(),
    addressStateSection,
    {
      kind: "table",
      of: "subnet",
      title: "screens.ip.subnet",
      isAside: true,
      empty: "screens.ip.noSubnet",
      columns: ["cidr", "bcd", "gateway_addr", "description"],
      plan: [],
    },
  ],
});

/** Objects of a type that have the value of an earlier step. */
function named(idx: string, type: Step["name"], of: string, from: string, by: string): Step {
  return { idx, name: `${type}.list`, old_ref_params: [{ idx: of, params: { [by]: from } }] };
}

/** The devices that have the address, as far as their MAC address is known. */
function bearers(): readonly Section[] {
  const isKnown = { any: [{ given: { rows: "fixed" } }, { given: { rows: "lease" } }] } as const;
  return [
    {
      kind: "table",
      of: "device",
      title: "screens.ip.device",
      columns: ["fqdn", "type", "room_gfk", "description"],
      plan: [],
      when: { given: { rows: "device" } },
    },
    ...ofAddress.flatMap(({ sections }) => sections.map((section) => ({ ...section, when: isKnown }))),
    {
      kind: "table",
      of: "seen",
      title: "screens.ip.seen",
      empty: "screens.ip.noSeen",
      columns: [
        { attr: "device", opens: { from: "seen_by", on: { fqdn: "device" } } },
        "port",
        "p_port_gfk",
        "vlan_id",
        "bcd",
        "last_seen",
      ],
      plan: [],
      when: isKnown,
    },
    { kind: "note", text: "screens.ip.noMac", when: { not: isKnown } },
  ];
}
