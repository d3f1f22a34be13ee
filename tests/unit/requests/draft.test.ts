import { describe, expect, it } from "vitest";
import { allProblems, firstProblem } from "#contract/requests/check";
import type { Field } from "#contract/requests/form";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { ticketText } from "#contract/requests/text";
import type { Json } from "#contract/wire/json";
import { drawnFields, givenBy, sentOf, settled, startOf } from "#core/requests/draft";

const KNOWN = { senderEmail: "ada@example.org" };

function formOf(name: string) {
  const form = REQUEST_FORMS.get(name);
  if (form === undefined) throw new Error(name);
  return form;
}

describe("a request form while it is filled in", () => {
  it("[REQ-13] [REQ-34] [REQ-56] starts with the default values of the portal", () => {
    const start = startOf(formOf("bcd").fields, KNOWN);
    expect(start).toMatchObject({ protection_requirement: 1, ip_version: "both", usage: "network" });
    expect(startOf(formOf("patch").fields, KNOWN)).toEqual({ reply_to: "ada@example.org" });
  });

  it("[LAUNCH-03] is filled by an address with values for fields of the same name", () => {
    const texts = {
      ip_version: "ipv6_only",
      ipv4_prefix_length: "26",
      scc_dhcp: "true",
      protection_requirement: "nonsense",
      constructor: "x",
      toString: "x",
    };
    expect(givenBy(formOf("bcd").fields, texts)).toEqual({
      ip_version: "ipv6_only",
      ipv4_prefix_length: 26,
      scc_dhcp: true,
    });
    expect(givenBy(formOf("patch").fields, { reply_to: "x@example.org", form: "patch" })).toEqual({
      reply_to: "x@example.org",
    });
    const given = (form: string, name: string, text: string) =>
      givenBy(formOf(form).fields, { [name]: text })[name];
    expect(["true", "false", "yes", ""].map((text) => given("bcd", "scc_dhcp", text))).toEqual([
      true,
      false,
      undefined,
      undefined,
    ]);
    expect(["26x", "x26", "-26", ""].map((text) => given("bcd", "ipv4_prefix_length", text))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    expect(given("kit_iot", "mac_addr_list", "02:00:00:00:00:01")).toEqual(["02:00:00:00:00:01"]);
    expect(given("kit_iot", "mac_addr_list", "")).toBeUndefined();
    expect(given("bcd_wifi2vlan", "usage", "nonsense")).toBeUndefined();
    expect(given("vpn2vlan", "vpn", "x")).toBeUndefined();
    expect(given("patch", "action_list", "x")).toBeUndefined();
  });

  it("[REQ-36] with IPv6 only, fields of IPv4 are neither drawn nor sent", () => {
    const { fields } = formOf("bcd");
    const typed = { ipv4_prefix_length: 26, dhcp_pool_size: 5, own_dhcp_server: "192.0.2.1" };
    for (const [scc_dhcp, names] of [
      [true, ["ipv4_prefix_length", "dhcp_pool_size"]],
      [false, ["ipv4_prefix_length", "own_dhcp_server"]],
    ] as const)
      for (const ip_version of ["both", "ipv6_only"]) {
        const draft = { ...typed, scc_dhcp, ip_version };
        const isOf = (some: readonly string[]) => names.filter((name) => some.includes(name));
        const expected = ip_version === "both" ? names : [];
        expect(isOf(drawnFields(fields, draft).map(({ name }) => name))).toEqual(expected);
        expect(isOf(Object.keys(sentOf(fields, draft)))).toEqual(expected);
      }
  });

  it("[REQ-37] [REQ-39] [REQ-40] [REQ-41] [REQ-42] [REQ-43] sizes show their usable addresses", () => {
    const field = formOf("bcd").fields.find(({ name }) => name === "ipv4_prefix_length");
    const named = field?.type.kind === "integer" ? (field.type.named ?? []) : [];
    expect(named.map(({ label }) => label.en)).toEqual(
      ["/24, 251", "/25, 123", "/26, 59", "/27, 27", "/28, 11", "/29, 3"].map(
        (size) => `${size} usable addresses`,
      ),
    );
    expect(named.map(({ value }) => value)).toEqual([24, 25, 26, 27, 28, 29]);
  });

  it.each([
    ["REQ-58", "bcd_vpn2vlan", "vpn2vlan"],
    ["REQ-68", "bcd_wifi2vlan", "wifi2vlan"],
  ])("[%s] [REQ-56] %s has the fields of a new BCD only with its usage", (_, name, usage) => {
    const { fields } = formOf(name);
    expect(fields.map((field) => field.name)).toEqual(formOf("bcd").fields.map((field) => field.name));
    const type = fields.find((field) => field.name === "usage")?.type;
    const choices = type?.kind === "choice" ? type.choices : [];
    expect(choices.map(({ value }) => value)).toEqual([usage]);
    expect(startOf(fields, KNOWN)).toEqual({ ...startOf(formOf("bcd").fields, KNOWN), usage });
  });

  it("[REQ-80] a patch request is general, or of one of the two campuses", () => {
    expect(formOf("patch").variants?.map(({ value }) => value)).toEqual(["general", "cn", "cs"]);
  });

  it("[REQ-92] loses the choices within a room when another room is chosen, and nothing else", () => {
    const list = formOf("patch").fields.find(({ name }) => name === "action_list")?.type;
    const fields = list?.kind === "list" && list.of.kind === "object" ? list.of.fields : [];
    const draft = {
      action: "patch",
      site: "a",
      bldg: "1",
      room_gfk: "r-1",
      module_gfk: "m-1",
      p_port_gfk: "p-1",
    };
    const left = (name: string, value: string) =>
      Object.entries(settled(fields, draft, { ...draft, [name]: value })).flatMap(([key, one]) =>
        one === undefined ? [] : [key],
      );
    expect(left("room_gfk", "r-2")).toEqual(["action", "site", "bldg", "room_gfk"]);
    expect(left("site", "b")).toEqual(["action", "site"]);
    expect(left("room_gfk", "r-1")).toEqual(Object.keys(draft));
    expect(left("action", "unpatch")).toEqual(Object.keys(draft));
  });

  it("[REQ-92] loses the choices within a room only in the entry or group whose room changes", () => {
    const { fields } = formOf("patch");
    const type = fields.find(({ name }) => name === "action_list")?.type;
    if (type?.kind !== "list" || type.of.kind !== "object") throw new Error("no list of actions");
    const place = { action: "patch", site: "a", bldg: "1", room_gfk: "r-1", module_gfk: "m-1" };
    const moved = { ...place, room_gfk: "r-2" };
    const kept = { action: "patch", site: "a", bldg: "1", room_gfk: "r-2" };
    const before = { informal_text: "x", action_list: [place, place] };

    const after = { informal_text: "x", action_list: [place, moved] };
    expect(settled(fields, before, after)).toEqual({ informal_text: "x", action_list: [place, kept] });
    const same = { informal_text: "y", action_list: [{ ...place, comment: "z" }, place] };
    expect(settled(fields, before, same)).toBe(same);
    for (const action_list of [[moved], [moved, moved, moved], [], null, undefined, [null, place]]) {
      const other = { action_list };
      expect(settled(fields, { action_list: [place, null] }, other)).toEqual(other);
      expect(settled(fields, other, { action_list: [place, place] })).toEqual({
        action_list: [place, place],
      });
    }

    // No form has places in a group yet.
    const group: Field = { name: "group", label: { de: "", en: "" }, type: type.of };
    const settledGroup = (one: Json, another: Json) => settled([group], { group: one }, { group: another });
    expect(settledGroup(place, moved)).toEqual({ group: kept });
    expect(settledGroup(null, moved)).toEqual({ group: moved });
    expect(settledGroup(place, null)).toEqual({ group: null });
  });

  it("sends texts without blanks around them, lists without empty elements, and no empty groups", () => {
    const macs = (...mac_addr_list: readonly Json[]) =>
      sentOf(formOf("kit_iot").fields, { mac_addr_list, place: "  ", contact: " Ada B. " });
    expect(macs(" 02:00:00:00:00:01 ", "", "  ")).toEqual({
      contact: "Ada B.",
      mac_addr_list: ["02:00:00:00:00:01"],
    });
    expect(macs("")).toEqual({ contact: "Ada B." });
    const patch = (action_list: Json) => sentOf(formOf("patch").fields, { action_list });
    expect(patch([{ action: "patch", comment: " x ", site: "" }, null])).toEqual({
      action_list: [{ action: "patch", comment: "x" }, {}],
    });
    expect(patch("x")).toEqual({});
    expect(sentOf(formOf("vpn2vlan").fields, { bcd: "b", vpn: undefined })).toEqual({ bcd: "b" });
    expect(sentOf(formOf("vpn2vlan").fields, { bcd: "b", vpn: null })).toEqual({ bcd: "b" });
  });

  it("[REQ-65] [REQ-66] the split realm follows the realm until it is edited", () => {
    const { fields } = formOf("vpn2vlan");
    const sent = (vpn: Readonly<Record<string, Json>>) =>
      sentOf(fields, { vpn: { routing: "both", ...vpn } });
    expect(sent({ realm: "kit" })).toMatchObject({ vpn: { split_realm: "kit-split" } });
    expect(sent({ realm: " kit " })).toMatchObject({ vpn: { split_realm: "kit-split" } });
    expect(sent({ realm: " " })["vpn"]).not.toHaveProperty("split_realm");
    expect(sent({ realm: 5 })["vpn"]).not.toHaveProperty("split_realm");
    expect(sent({ realm: "kit", split_realm: "own" })).toMatchObject({ vpn: { split_realm: "own" } });
    expect(sent({ realm: "kit", routing: "default_only" })["vpn"]).not.toHaveProperty("split_realm");
  });

  it("[REQ-66] the split realm is asked for with each routing that splits, and the ticket names both realms", () => {
    const form = formOf("vpn2vlan");
    const type = form.fields.find(({ name }) => name === "vpn")?.type;
    const fields = type?.kind === "object" ? type.fields : [];
    const routings = ["default_only", "split_only", "both"];
    const asking = routings.filter((routing) =>
      drawnFields(fields, { routing }).some(({ name }) => name === "split_realm"),
    );
    expect(asking).toEqual(["split_only", "both"]);
    const values = sentOf(form.fields, { vpn: { realm: "kit", routing: "both" } });
    const text = ticketText({ form, variant: null, values, sender: [], date: "", language: "en" });
    expect(text.split("\n").slice(-4)).toEqual([
      "VPN:",
      "  Realm: kit",
      "  Routing: Both",
      "  Split-routing realm: kit-split",
    ]);
  });

  it("[REQ-07] [REQ-79] reports all missing fields, and the server reports the first of them", () => {
    const form = formOf("firewall");
    const sent = sentOf(form.fields, startOf(form.fields, KNOWN));
    const found = allProblems(form, sent);
    expect(found.map(({ path }) => path.replace("rule_list.0.", ""))).toEqual([
      "bcd",
      "direction",
      "source",
      "destination",
      "protocol",
      "reason",
    ]);
    expect(firstProblem(form, sent)).toEqual(found[0]);
  });
});
