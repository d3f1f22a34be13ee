import { describe, expect, it } from "vitest";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { ticketText } from "#contract/requests/text";
import type { Json } from "#contract/wire/json";

function textOf(name: string, values: Readonly<Record<string, Json>>, variant: string | null = null): string {
  const form = REQUEST_FORMS.get(name);
  if (form === undefined) throw new Error(`there is no form ${name}`);
  const sender = ["otto", "otto@example.org"];
  return ticketText({ form, variant, values, sender, date: "2026-11-20", language: "en" });
}

describe("ticketText", () => {
  it("[REQ-06] names form, sender, date, and each filled field with its label and value", () => {
    const values = {
      oe: "KIT::SCC",
      protection_requirement: 2,
      type_of_system: [1, 3],
      load_balancer: false,
      internet_access: true,
      internet_access_reason: "Updates\nand mail",
      comments: "  ",
      vpn: { session_count: 3, routing: "both" },
    };
    expect(textOf("bcd", values)).toBe(
      [
        "Request: New BCD",
        "Sender: otto, otto@example.org",
        "Date: 2026-11-20",
        "",
        "OE: KIT::SCC",
        "Protection requirement: Level 2 firewall (D)",
        "Connected systems: Clients, Printers",
        "Load balancer: no",
        "Internet access: yes",
        "Reason for internet access:",
        "  Updates",
        "  and mail",
        "VPN:",
        "  Parallel sessions: 3",
        "  Routing: Both",
      ].join("\n"),
    );
  });

  it("[REQ-06] numbers several actions, and names the variant", () => {
    const values = {
      action_list: [{ action: "patch", site: "nord" }, { action: "unpatch" }],
      reply_to: "a@b",
    };
    expect(textOf("patch", values, "cn").split("\n")).toEqual([
      "Request: Patch request (Campus North)",
      "Sender: otto, otto@example.org",
      "Date: 2026-11-20",
      "",
      "Actions:",
      "  1.",
      "    Action: patch",
      "    Site: nord",
      "  2.",
      "    Action: unpatch",
      "Reply to: a@b",
    ]);
  });

  it("is cut between two characters if it is longer than a ticket can be, and says so", () => {
    const text = textOf("dhcp", { bcd: "😀".repeat(5000) });
    expect(Array.from(text)).toHaveLength(4000);
    expect(text.endsWith("😀…")).toBe(true);
    const head = Array.from(textOf("dhcp", { bcd: "" })).length;
    const fits = textOf("dhcp", { comments: "x".repeat(4000 - head - "\nComments: ".length) });
    expect(fits).toHaveLength(4000);
    expect(fits.endsWith("x")).toBe(true);
  });
});
