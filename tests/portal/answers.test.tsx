import { join } from "node:path";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import type { Planned } from "#core/txlist/planned";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const SITE = join(import.meta.dirname, "..", "support", "object-service");

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld(SITE);
  await world.apply([
    { idx: "bcd", name: "nd.bcd.create", new: { name: "bcd-1" } },
    { idx: "net", name: "nd.ip_subnet.create", new: { cidr: "192.0.2.0/24", bcd: "bcd-1" } },
    { idx: "setting", name: "dhcp.bcd_setting.update", old: { bcd: "bcd-1" }, new: { is_enabled: true } },
    { idx: "zone", name: "dns.fqdn.create", new: { value: "example.com.", is_zone_apex: true } },
    { idx: "host", name: "dns.fqdn.create", new: { value: "ns.example.com.", type: "domain" } },
    {
      idx: "server",
      name: "dns.record.create",
      new: { fqdn: "example.com.", type: "NS", data: "ns.example.com." },
    },
    {
      idx: "old",
      name: "dns.record.create",
      new: { fqdn: "www.example.com.", fqdn_type: "domain", type: "TXT", data: "old" },
    },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
});

function element(uuid: string, object: string, values: Params, old: Params = {}): Planned {
  return {
    uuid,
    ta_type: "db_editor_simple",
    variant: null,
    content: {
      object_fq_name: object,
      object_function: Object.keys(old).length === 0 ? "create" : "update",
      parameters: { old, new: values },
      preview_fields: [],
      object_title: uuid,
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
}

async function test(...items: readonly Planned[]) {
  for (const item of items) world.portal.txlist.submit({ kind: "add", item });
  const user = userEvent.setup();
  await world.show("/netdoc/sites");
  await user.click(await screen.findByRole("button", { name: "Test" }));
  await screen.findByText(/^Test passed/);
  return user;
}

/** The texts of the changed answers, as they are shown. */
function shown(): readonly string[] {
  const part = screen.getByText(/^What servers will answer/).closest("details");
  if (part === null) throw new Error("the part is folded by itself");
  return [...within(part).queryAllByRole("heading"), ...part.querySelectorAll("dt, dd > *")].map(
    ({ textContent }) => textContent.replaceAll(/\s+/gu, " ").replaceAll("\u200b", ""),
  );
}

it("a test shows the future answers of servers in a folded part, by zone, with the values before and after", async () => {
  const user = await test(
    element("changed", "dns.record", { data: "new" }, { fqdn: "www.example.com.", type: "TXT", data: "old" }),
    element("made", "dns.record", {
      fqdn: "ftp.example.com.",
      fqdn_type: "domain",
      type: "A",
      data: "192.0.2.1",
    }),
  );
  const summary = await screen.findByText("What servers will answer: 2 changes");
  expect(shown()).toEqual([]);
  await user.click(summary);
  await screen.findByRole("heading", { name: "DNS, zone example.com." });
  expect(shown()).toEqual([
    "DNS, zone example.com.",
    "ftp.example.com. A",
    "+new 192.0.2.1",
    "www.example.com. TXT",
    "−no longer old",
    "+new new",
  ]);
});

it("services and their answers are named as the server describes them, also those of a type of the site", async () => {
  const user = await test(
    element("lease", "dhcp.bcd_setting", { lease_time: 600 }, { bcd: "bcd-1" }),
    element("bell", "lab.bell", { name: "big", tone: "a" }),
  );
  await user.click(await screen.findByText("What servers will answer: 2 changes"));
  await screen.findByRole("heading", { name: "DHCP, subnet 192.0.2.0/24" });
  expect(shown()).toEqual([
    "Bells, tower north",
    "DHCP, subnet 192.0.2.0/24",
    "big rings",
    "+new a",
    "192.0.2.0/24 lease time in seconds",
    "−no longer 3600",
    "+new 600",
  ]);
});

it("a test that changes no answer shows no such part", async () => {
  await test(element("site", "nd.site", { name: "nord" }));
  expect(screen.queryByText(/^What servers will answer/)).toBeNull();
});
