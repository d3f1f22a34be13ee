import { describe, expect, it } from "vitest";
import { allProblems } from "#contract/requests/check";
import type { Choice, Field, FieldType } from "#contract/requests/form";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { ticketText } from "#contract/requests/text";
import type { Json } from "#contract/wire/json";
import { drawnFields, sentOf } from "#core/requests/draft";

type Draft = Readonly<Record<string, Json>>;

const FIELDS = {
  bcd: fieldsOf("bcd"),
  vpn: innerFields(fieldsOf("bcd_vpn2vlan"), "vpn"),
  wlan: innerFields(fieldsOf("bcd_wifi2vlan"), "wlan"),
  action: innerFields(fieldsOf("patch"), "action_list"),
  patch: fieldsOf("patch"),
};
type Group = keyof typeof FIELDS;

function fieldsOf(form: string): readonly Field[] {
  return REQUEST_FORMS.get(form)?.fields ?? [];
}

function innerFields(fields: readonly Field[], name: string): readonly Field[] {
  const type = elementOf(fields.find((field) => field.name === name)?.type);
  return type?.kind === "object" ? type.fields : [];
}

function elementOf(type: FieldType | undefined): FieldType | undefined {
  return type?.kind === "list" ? type.of : type;
}

function choicesOf(group: Group, name: string): readonly Choice[] {
  const type = elementOf(FIELDS[group].find((field) => field.name === name)?.type);
  return type?.kind === "choice" ? type.choices : [];
}

const isList = (group: Group, name: string): boolean =>
  FIELDS[group].find((field) => field.name === name)?.type.kind === "list";

/** The fault of one field among others, or null. */
function faultOf(group: Group, name: string, draft: Draft): string | null {
  const found = allProblems({ fields: FIELDS[group] }, draft).find(({ path }) => path === name);
  return found?.fault ?? null;
}

const drawn = (group: Group, draft: Draft): readonly string[] =>
  drawnFields(FIELDS[group], draft).map(({ name }) => name);

function ticketOf(group: Group, draft: Draft): string {
  const form = { label: { de: "", en: "" }, fields: FIELDS[group] };
  return ticketText({ form, variant: null, values: draft, sender: [], date: "2026-11-20", language: "en" });
}

describe("choices", () => {
  it.each<readonly [id: string, group: Group, name: string, value: string | number, words: string]>([
    ["[REQ-13]", "bcd", "usage", "network", "Network"],
    ["[REQ-16]", "bcd", "type_of_system", 1, "Clients"],
    ["[REQ-17]", "bcd", "type_of_system", 4, "IoT devices"],
    ["[REQ-18]", "bcd", "type_of_system", 3, "Printers"],
    ["[REQ-19]", "bcd", "type_of_system", 2, "Servers"],
    ["[REQ-101]", "bcd", "type_of_system", 5, "By VPN or WLAN only"],
    ["[REQ-22]", "bcd", "device_location_list", "cn", "Campus North"],
    ["[REQ-23]", "bcd", "device_location_list", "cs", "Campus South"],
    ["[REQ-24]", "bcd", "device_location_list", "scc_server_room_cn", "SCC server room, Campus North"],
    ["[REQ-25]", "bcd", "device_location_list", "scc_server_room_cs", "SCC server room, Campus South"],
    ["[REQ-26]", "bcd", "device_location_list", "vm_cluster_cn", "VM cluster, Campus North"],
    ["[REQ-27]", "bcd", "device_location_list", "vm_cluster_cs", "VM cluster, Campus South"],
    ["[REQ-28]", "bcd", "device_location_list", "vm_cluster_unknown", "VM cluster, place unknown"],
    ["[REQ-29]", "bcd", "device_location_list", "iot_only", "IoT by WLAN only"],
    ["[REQ-34]", "bcd", "ip_version", "both", "IPv4 and IPv6"],
    ["[REQ-35]", "bcd", "ip_version", "ipv6_only", "IPv6 only"],
    ["[REQ-49]", "bcd", "protection_requirement", 4, "Extranet without firewall (A)"],
    ["[REQ-50]", "bcd", "protection_requirement", 5, "Extranet with firewall (B)"],
    ["[REQ-51]", "bcd", "protection_requirement", 1, "Level 1 firewall (C)"],
    ["[REQ-52]", "bcd", "protection_requirement", 2, "Level 2 firewall (D)"],
    ["[REQ-53]", "bcd", "protection_requirement", 3, "Quarantine network (D)"],
    ["[REQ-62]", "vpn", "routing", "default_only", "All traffic through the VPN"],
    ["[REQ-63]", "vpn", "routing", "split_only", "Traffic to the campus only"],
    ["[REQ-64]", "vpn", "routing", "both", "Both"],
    ["[REQ-69]", "wlan", "access_method_list", "iot", "IoT (WPA2-PSK)"],
    ["[REQ-70]", "wlan", "access_method_list", "wifi", "Wi-Fi (802.1X)"],
    ["[REQ-82]", "action", "action", "patch", "patch"],
    ["[REQ-83]", "action", "action", "unpatch", "unpatch"],
    ["[REQ-84]", "action", "action", "change_insert", "change insert"],
  ])("%s %s: %s has the option %s", (_, group, name, value, words) => {
    const draft = { [name]: isList(group, name) ? [value] : value };
    const offered = choicesOf(group, name).filter((choice) => choice.value === value);
    expect(offered.map(({ label }) => label.en)).toEqual([words]);
    expect(drawn(group, {})).toContain(name);
    expect(faultOf(group, name, draft)).toBeNull();
    expect(ticketOf(group, draft)).toMatch(new RegExp(`: ${words.replace(/[()]/g, "\\$&")}$`));
  });

  it("[REQ-54] level 2 and quarantine share a letter and are two options", () => {
    const withD = choicesOf("bcd", "protection_requirement").filter(({ label }) => label.en.includes("(D)"));
    expect(withD.map(({ value }) => value)).toEqual([2, 3]);
  });
});

describe("inputs", () => {
  it.each<
    readonly [id: string, group: Group, name: string, good: Json, line: string, bad: Json, fault: string]
  >([
    ["[REQ-44]", "bcd", "scc_dhcp", true, "SCC DHCP: yes", "yes", "wrong_type"],
    [
      "[REQ-46]",
      "bcd",
      "own_dhcp_server",
      "192.0.2.1",
      "DHCP server: 192.0.2.1",
      "2001:db8::1",
      "bad_format",
    ],
    ["[REQ-48]", "bcd", "load_balancer", true, "Load balancer: yes", 1, "wrong_type"],
    ["[REQ-57]", "bcd", "comments", "Soon, please", "Comments: Soon, please", 1, "wrong_type"],
    ["[REQ-59]", "vpn", "session_count", 20, "Parallel sessions: 20", 0, "out_of_range"],
    [
      "[REQ-60]",
      "vpn",
      "permission_group",
      "vpn-users",
      "Permission group: vpn-users",
      "",
      "required_missing",
    ],
    ["[REQ-61]", "vpn", "realm", "kit", "Realm: kit", "", "required_missing"],
    ["[REQ-67]", "vpn", "two_factor", true, "Two-factor authentication: yes", "on", "wrong_type"],
    ["[REQ-71]", "wlan", "device_count", 40, "Device count: 40", 0, "out_of_range"],
    ["[REQ-72]", "wlan", "permission_group", "wifi-users", "Permission group: wifi-users", 7, "wrong_type"],
    ["[REQ-86]", "action", "bcd", "scc-net-1", "BCD: scc-net-1", "Not A Name", "bad_format"],
    ["[REQ-87]", "action", "is_tagged", true, "Tagged: yes", 1, "wrong_type"],
    ["[REQ-88]", "action", "is_lacp", true, "LACP: yes", 1, "wrong_type"],
    ["[REQ-89]", "action", "comment", "left socket", "Comment: left socket", 1, "wrong_type"],
    ["[REQ-90]", "patch", "reply_to", "ida@example.org", "Reply to: ida@example.org", "ida", "bad_format"],
  ])("%s %s: %s accepts %s", (_, group, name, good, line, bad, fault) => {
    const others: Draft = group === "action" ? { action: "patch" } : {};
    const isOpen = group !== "wlan" || name !== "permission_group";
    expect(drawn(group, isOpen ? others : { access_method_list: ["wifi"] })).toContain(name);
    expect(faultOf(group, name, { ...others, [name]: good })).toBeNull();
    expect(ticketOf(group, { ...others, [name]: good })).toContain(line);
    expect(faultOf(group, name, { ...others, [name]: bad })).toBe(fault);
  });

  it("[REQ-45] a pool has at least 2 addresses and at least 5 fewer than the subnet; only SCC DHCP has a pool", () => {
    for (const length of [24, 25, 26, 27, 28, 29]) {
      const most = 2 ** (32 - length) - 5;
      const asked = { scc_dhcp: true, ipv4_prefix_length: length };
      expect(drawn("bcd", asked)).toContain("dhcp_pool_size");
      const fault = (dhcp_pool_size: number) =>
        faultOf("bcd", "dhcp_pool_size", { ...asked, dhcp_pool_size });
      expect([1, 2, most, most + 1].map(fault)).toEqual(["out_of_range", null, null, "out_of_range"]);
    }
    expect(drawn("bcd", {})).not.toContain("dhcp_pool_size");
    expect(faultOf("bcd", "dhcp_pool_size", { dhcp_pool_size: 5 })).toBe("not_here");
  });

  it("[REQ-47] SCC DHCP replaces an own DHCP server", () => {
    const both = { scc_dhcp: true, own_dhcp_server: "192.0.2.1" };
    expect(faultOf("bcd", "own_dhcp_server", both)).toBe("not_here");
    expect(drawn("bcd", both)).not.toContain("own_dhcp_server");
    expect(sentOf(FIELDS.bcd, both)).not.toHaveProperty("own_dhcp_server");
    expect(drawn("bcd", { scc_dhcp: false })).toContain("own_dhcp_server");
  });
});

describe("fields that depend on an answer", () => {
  const needs = (group: Group, name: string, draft: Draft): readonly [boolean, string | null] => [
    drawn(group, draft).includes(name),
    faultOf(group, name, draft),
  ];
  const NEEDED = [true, "required_missing"];
  const NOT_NEEDED = [false, null];

  it("[REQ-20] other systems are an option that needs a description", () => {
    const note = (...systems: readonly number[]) =>
      needs("bcd", "type_of_system_note", { type_of_system: systems });
    expect([note(6), note(1, 6), note(1, 2, 3, 4, 5)]).toEqual([NEEDED, NEEDED, NOT_NEEDED]);
    expect(choicesOf("bcd", "type_of_system").find(({ value }) => value === 6)?.label.en).toBe("Other");
  });

  it("[REQ-31] the places are a list, and each except a campus and IoT by WLAN needs an explanation", () => {
    expect(isList("bcd", "device_location_list")).toBe(true);
    expect(faultOf("bcd", "device_location_list", { device_location_list: ["cn", "cs"] })).toBeNull();
    const note = (...places: readonly string[]) =>
      needs("bcd", "device_location_note", { device_location_list: places });
    const special = choicesOf("bcd", "device_location_list").filter(({ value }) => note(String(value))[0]);
    expect(special.map(({ value }) => value)).toEqual([
      "scc_server_room_cn",
      "scc_server_room_cs",
      "vm_cluster_cn",
      "vm_cluster_cs",
      "vm_cluster_unknown",
    ]);
    expect(note("cn", "cs", "iot_only")).toEqual(NOT_NEEDED);
    expect(note("cn", "vm_cluster_cn")).toEqual(NEEDED);
  });

  it("[REQ-33] internet access needs a reason, and the field of the reason is absent without it", () => {
    expect(needs("bcd", "internet_access_reason", { internet_access: true })).toEqual(NEEDED);
    expect(needs("bcd", "internet_access_reason", {})).toEqual(NOT_NEEDED);
    const refused = { internet_access: false, internet_access_reason: "Updates" };
    expect(needs("bcd", "internet_access_reason", refused)).toEqual([false, "not_here"]);
    expect(sentOf(FIELDS.bcd, refused)).not.toHaveProperty("internet_access_reason");
  });

  it("[REQ-38] a subnet of /24 needs a reason, and a smaller one needs none", () => {
    const reason = (ipv4_prefix_length: number, ip_version = "both") =>
      needs("bcd", "ipv4_size_reason", { ip_version, ipv4_prefix_length });
    expect(reason(24)).toEqual(NEEDED);
    for (const length of [25, 26, 27, 28, 29]) expect(reason(length)).toEqual(NOT_NEEDED);
    expect(reason(24, "ipv6_only")).toEqual(NOT_NEEDED);
  });

  it("[REQ-55] special protection is an option that needs an explanation", () => {
    const special = choicesOf("bcd", "protection_requirement").find(({ label }) => label.en === "Special");
    expect(special?.value).toBe(10);
    expect(needs("bcd", "protection_requirement_note", { protection_requirement: 10 })).toEqual(NEEDED);
    expect(needs("bcd", "protection_requirement_note", { protection_requirement: 2 })).toEqual(NOT_NEEDED);
  });

  it("[REQ-73] both access methods can be combined, and 802.1X needs the group", () => {
    const group = (...methods: readonly string[]) =>
      needs("wlan", "permission_group", { access_method_list: methods });
    expect(faultOf("wlan", "access_method_list", { access_method_list: ["iot", "wifi"] })).toBeNull();
    expect(group("iot", "wifi")).toEqual(NEEDED);
    expect(group("wifi")).toEqual(NEEDED);
    expect(group("iot")).toEqual(NOT_NEEDED);
  });

  it("[REQ-84] [REQ-86] [REQ-87] [REQ-88] [REQ-92] only a change of insert has the new insert, and only a patch has BCD and flags", () => {
    const own = (action: string) =>
      ["bcd", "is_tagged", "is_lacp", "new_insert"].filter((name) =>
        drawn("action", { action }).includes(name),
      );
    expect(own("patch")).toEqual(["bcd", "is_tagged", "is_lacp"]);
    expect(own("unpatch")).toEqual([]);
    expect(own("change_insert")).toEqual(["new_insert"]);
    expect(faultOf("action", "new_insert", { action: "change_insert" })).toBe("required_missing");
    expect(faultOf("action", "bcd", { action: "patch" })).toBeNull();
    expect(faultOf("action", "bcd", { action: "unpatch", bcd: "scc-net-1" })).toBe("not_here");
  });
});
