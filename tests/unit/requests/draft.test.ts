import { describe, expect, it } from "vitest";
import { allProblems, firstProblem } from "#contract/requests/check";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { drawnFields, givenBy, sentOf, startOf, withField } from "#core/requests/draft";

const KNOWN = { senderEmail: "ada@example.org" };

function formOf(name: string) {
  const form = REQUEST_FORMS.get(name);
  if (form === undefined) throw new Error(name);
  return form;
}

describe("a request form while it is filled in", () => {
  it("[REQ-13] [REQ-34] [REQ-56] starts with what the portal proposes", () => {
    const start = startOf(formOf("bcd").fields, KNOWN);
    expect(start).toMatchObject({ protection_requirement: 1, ip_version: "both", usage: "network" });
    expect(startOf(formOf("patch").fields, KNOWN)).toEqual({ reply_to: "ada@example.org" });
  });

  it("[LAUNCH-03] an address fills in fields of the same name, each as its kind is", () => {
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
  });

  it("[REQ-36] with IPv6 only, fields of IPv4 are neither drawn nor sent", () => {
    const { fields } = formOf("bcd");
    const draft = { ip_version: "ipv6_only", ipv4_prefix_length: 24, scc_dhcp: true, dhcp_pool_size: 5 };
    const drawn = drawnFields(fields, draft).map(({ name }) => name);
    for (const name of ["ipv4_prefix_length", "dhcp_pool_size", "own_dhcp_server"]) {
      expect(drawn).not.toContain(name);
      expect(sentOf(fields, draft)).not.toHaveProperty(name);
    }
  });

  it("[REQ-37] [REQ-39] [REQ-40] [REQ-41] [REQ-42] [REQ-43] sizes tell their usable addresses", () => {
    const field = formOf("bcd").fields.find(({ name }) => name === "ipv4_prefix_length");
    const named = field?.type.kind === "integer" ? (field.type.named ?? []) : [];
    expect(named.map(({ label }) => label.en)).toEqual(
      ["/24, 251", "/25, 123", "/26, 59", "/27, 27", "/28, 11", "/29, 3"].map(
        (size) => `${size} usable addresses`,
      ),
    );
  });

  it.each([
    ["REQ-58", "bcd_vpn2vlan", "vpn2vlan"],
    ["REQ-68", "bcd_wifi2vlan", "wifi2vlan"],
  ])("[%s] %s has the fields of a new BCD with its usage alone", (_, name, usage) => {
    const { fields } = formOf(name);
    expect(fields.map((field) => field.name)).toEqual(formOf("bcd").fields.map((field) => field.name));
    const type = fields.find((field) => field.name === "usage")?.type;
    const choices = type?.kind === "choice" ? type.choices : [];
    expect(choices.map(({ value }) => value)).toEqual([usage]);
    expect(startOf(fields, KNOWN)).toMatchObject({ usage });
  });

  it("[REQ-80] a patch request is general, or of one of the two campuses", () => {
    expect(formOf("patch").variants?.map(({ value }) => value)).toEqual(["general", "cn", "cs"]);
  });

  it("[REQ-92] another room takes away what was chosen in the one before, and nothing else", () => {
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
      Object.entries(withField(fields, draft, name, value)).flatMap(([key, one]) =>
        one === undefined ? [] : [key],
      );
    expect(left("room_gfk", "r-2")).toEqual(["action", "site", "bldg", "room_gfk"]);
    expect(left("site", "b")).toEqual(["action", "site"]);
    expect(left("room_gfk", "r-1")).toEqual(Object.keys(draft));
    expect(left("action", "unpatch")).toEqual(Object.keys(draft));
  });

  it("[REQ-65] [REQ-66] the split realm follows the realm until it is edited", () => {
    const { fields } = formOf("vpn2vlan");
    const sent = (vpn: Readonly<Record<string, string>>) =>
      sentOf(fields, { vpn: { routing: "both", ...vpn } });
    expect(sent({ realm: "kit" })).toMatchObject({ vpn: { split_realm: "kit-split" } });
    expect(sent({ realm: "kit", split_realm: "own" })).toMatchObject({ vpn: { split_realm: "own" } });
    expect(sent({ realm: "kit", routing: "default_only" })["vpn"]).not.toHaveProperty("split_realm");
  });

  it("[REQ-07] all that is missing is told, the first as the server tells it", () => {
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
