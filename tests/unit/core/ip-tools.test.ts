import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { IP_TOOLS, type ToolAnswer } from "#core/tools/ip-tools";
import english from "../../../locales/en.json" with { type: "json" };

function answerOf(name: string, given: Readonly<Record<string, string>>): ToolAnswer {
  const tool = IP_TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(name);
  return tool.answer(given);
}

/** Texts of the answer in order, or the error message. */
function shown(name: string, given: Readonly<Record<string, string>>): readonly string[] | string {
  const answer = answerOf(name, given);
  if (!("problem" in answer)) return answer.map(({ value }) => value);
  // Parse boundary: the file is a flat object of texts.
  return (english as Readonly<Record<string, string>>)[answer.problem] ?? "";
}

const TOO_LONG = "An EUI-64 address needs 64 bits of the subnet, so its prefix is 64 at most.";

describe("[TOOL-19] IP tools", () => {
  it("are the six tools of the statement, in order", () => {
    expect(IP_TOOLS.map(({ name }) => name)).toEqual(["eui64", "mac", "forms", "url", "reverse", "bcd"]);
  });

  it("the last four bytes may be written as IPv4, and a VNI has a long BCD number and perhaps a short one", () => {
    const [name] = shown("reverse", { address: "2001:db8::198.51.100.1" });
    expect(name).toBe(shown("reverse", { address: "2001:db8::c633:6401" })[0]);
    const labels = (bcd: string) => {
      const answer = answerOf("bcd", { bcd });
      return "problem" in answer ? [] : answer.map(({ label, value }) => [label.slice(8), value]);
    };
    expect(labels("4711")).toEqual([
      ["bcdId", "47.11"],
      ["bcdIdLong", "00.47.11"],
    ]);
    expect(labels("104711")).toEqual([["bcdId", "10.47.11"]]);
  });

  it.each([
    [
      "2001:db8:47:11::/64",
      "00:53:AA:bb-cc.dd",
      ["2001:db8:47:11:253:aaff:febb:ccdd", "fe80::253:aaff:febb:ccdd"],
    ],
    ["2001:db8::/32", "0253.aabb.ccdd", ["2001:db8::53:aaff:febb:ccdd", "fe80::53:aaff:febb:ccdd"]],
    ["::/0", "00:53:aa:bb:cc:dd", "invalid IPv6 subnet"],
    ["::/1", "00:53:aa:bb:cc:dd", ["::253:aaff:febb:ccdd", "fe80::253:aaff:febb:ccdd"]],
    ["2001:db8:47:11::/129", "00:53:aa:bb:cc:dd", "invalid IPv6 subnet"],
    ["2001:db8:47:11::/65", "00:53:aa:bb:cc:dd", TOO_LONG],
    ["2001:db8:47:11::12/128", "00:53:aa:bb:cc:dd", TOO_LONG],
    ["198.51.100.0/24", "00:53:aa:bb:cc:dd", "invalid IPv6 subnet"],
    ["2001:db8:47:11::1/64", "00:53:aa:bb:cc:dd", "invalid IPv6 subnet"],
    ["2001:db8:47:11::/64", "00:53:aa:bb:cc", "invalid MAC address"],
  ])("[TOOL-11] [TOOL-13] [VAL-11] subnet %s and MAC address %s", (subnet, mac, expected) => {
    expect(shown("eui64", { subnet, mac })).toEqual(expected);
  });

  it.each([
    ["fe80::253:aaff:febb:ccdd", ["00:53:aa:bb:cc:dd"]],
    ["fe80::253:aaff:febb:ccdd%eth0", ["00:53:aa:bb:cc:dd"]],
    ["2001:db8:47:11:253:aaff:febb:ccdd", ["00:53:aa:bb:cc:dd"]],
    ["fe80::12", "address not EUI-64 based"],
    ["fe80::12::1", "invalid link-local address"],
    ["198.51.100.12", "invalid link-local address"],
  ])("[TOOL-12] [TOOL-14] MAC address of %s", (address, expected) => {
    expect(shown("mac", { address })).toEqual(expected);
  });

  it("[TOOL-19] the address that is made from a MAC address leads back to it", () => {
    const octet = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, "0"));
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet, octet, octet), (octets) => {
        const mac = octets.join(":");
        const made = answerOf("eui64", { subnet: "2001:db8::/64", mac });
        if ("problem" in made) throw new Error(made.problem);
        for (const { value } of made) expect(shown("mac", { address: value })).toEqual([mac]);
      }),
    );
  });

  it.each([
    [
      "2001:DB8::12",
      [
        "2001:db8::12",
        "2001:0db8:0000:0000:0000:0000:0000:0012",
        "2.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.",
      ],
    ],
    ["198.51.100.12", "invalid IPv6 address"],
    ["2001:db8::g", "invalid IPv6 address"],
  ])("[TOOL-15] forms of %s", (address, expected) => {
    expect(shown("forms", { address })).toEqual(expected);
  });

  it("[VAL-10] a wrong IPv6 address has the same message in tools and forms", () => {
    for (const address of ["1::2::3", "2001:db8::g", "1:2:3:4:5:6:7", "fe80::1%eth0"])
      expect(shown("forms", { address })).toBe("invalid IPv6 address");
    expect(english["core.form.invalidIpv6"]).toBe("invalid IPv6 address");
  });

  it.each([
    ["http://2001:db8::12/a?b#c", "", ["http://[2001:db8::12]/a?b#c"]],
    ["http://[2001:0db8:0::12]:8080/", "", ["http://[2001:db8::12]:8080/"]],
    ["https://www.example.edu:8443/a", "2001:db8::12", ["https://[2001:db8::12]:8443/a"]],
    ["ssh://ada@198.51.100.12", "2001:db8::12", ["ssh://ada@[2001:db8::12]"]],
    ["https://www.example.edu", "", "The host of the URL is no IPv6 address: enter the one to use."],
    ["https://www.example.edu", "198.51.100.12", "invalid IPv6 address"],
    ["www.example.edu", "2001:db8::12", "invalid URL"],
    ["https://999.1.1.1/", "2001:db8::12", "invalid URL"],
    ["https://www.example.edu:70000", "2001:db8::12", "invalid URL"],
    ["https://[2001:db8::12/", "", "invalid URL"],
    ["https://a b/", "2001:db8::12", "invalid URL"],
  ])("[TOOL-16] URL %s with %s", (url, address, expected) => {
    expect(shown("url", { url, address })).toEqual(expected);
  });

  it.each([
    ["198.51.100.12", ["12.100.51.198.in-addr.arpa.", "3325256716"]],
    ["::1", [`${"1"}${".0".repeat(31)}.ip6.arpa.`, "1"]],
    ["999.1.1.1", "invalid IP address"],
    ["198.51.100.012", "invalid IP address"],
    ["198.51.100", "invalid IP address"],
  ])("[TOOL-17] reverse name and number of %s", (address, expected) => {
    expect(shown("reverse", { address })).toEqual(expected);
  });

  it.each([
    ["47.11", ["00.47.11", "4711"]],
    ["00.47.11", ["00.47.11", "4711"]],
    ["12.47.11", ["12.47.11", "124711"]],
    ["4711", ["47.11", "00.47.11"]],
    ["124711", ["12.47.11"]],
    ["7", ["00.07", "00.00.07"]],
    ["0", "invalid BCD"],
    ["00.00", "invalid BCD"],
    ["1000000", "invalid BCD"],
    ["47.1", "invalid BCD"],
    ["scc-net", "invalid BCD"],
  ])("[TOOL-18] [TOOL-46] BCD %s", (bcd, expected) => {
    expect(shown("bcd", { bcd })).toEqual(expected);
  });

  it("[TOOL-20] ask no server", () => {
    const fetch = vi.spyOn(globalThis, "fetch");
    for (const tool of IP_TOOLS) tool.answer(Object.fromEntries(tool.inputs.map((i) => [i.name, i.example])));
    expect(fetch).not.toHaveBeenCalled();
    fetch.mockRestore();
  });

  it("the examples beside the inputs have answers", () => {
    for (const tool of IP_TOOLS) {
      const answer = tool.answer(Object.fromEntries(tool.inputs.map((input) => [input.name, input.example])));
      expect(answer).not.toHaveProperty("problem");
    }
  });
});
