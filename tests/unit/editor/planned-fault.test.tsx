// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import type { Json } from "#contract/wire/json";
import { startTexts } from "../../../src/app/i18n.ts";
import { exactTime } from "../../../src/editor/cell/relative-time.ts";
import { PlannedFault } from "../../../src/editor/planned/planned-fault.tsx";
import { useCalls, type Calls } from "../../../src/editor/portal/calls.ts";
import { useCatalogue } from "../../../src/editor/portal/metadata.ts";
import { useSettings } from "../../../src/editor/portal/stores.ts";
import { intlTag } from "../../../src/ui/text.ts";
import { createSettings } from "../../../src/state/settings.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { Address } from "../../support/address.tsx";

beforeEach(async () => {
  await startTexts("en");
});
afterEach(cleanup);

/** Lists of people to ask are empty. */
const NOBODY_FOUND: Calls = {
  execute: () => Promise.resolve({ ok: true, lists: {}, rolledBack: false, accessMode: "rw" }),
  viewer: { token: null, as: null },
  callProgress: () => Promise.resolve(null),
};

function overlap(gpk: Json): Promise<void> {
  const details = { object_fq_name: "nd.ip_subnet", other_gpk: gpk, other_title: "10.0.0.0/24" };
  return shown("CIDR 10.0.0.0/25 overlaps 10.0.0.0/24.", details);
}

async function shown(
  description: string,
  details: Fault["details"],
  type: keyof typeof FAULT_TYPES = "constraint_violation",
): Promise<void> {
  const catalogue = await portalCatalogue();
  // The component reads only these members of a fault.
  const fault = {
    type: { code: FAULT_TYPES[type] },
    description,
    hint: null,
    details,
  } as unknown as Fault;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Address path="/">
        <useSettings.Provider value={createSettings({ storage: localStorage })}>
          <useCalls.Provider value={NOBODY_FOUND}>
            <useCatalogue.Provider value={catalogue}>
              <PlannedFault fault={fault} />
            </useCatalogue.Provider>
          </useCalls.Provider>
        </useSettings.Provider>
      </Address>
    </QueryClientProvider>,
  );
}

it("a refused overlap has a link to the other object", async () => {
  await overlap("subnet-7");
  expect(screen.getByRole("link", { name: "10.0.0.0/24" }).getAttribute("href")).toBe(
    "/object/subnet-7?type=nd.ip_subnet",
  );
});

it("a refusal in the planned list tells its moments in the language and the time zone of the reader", async () => {
  const moment = "2026-03-05T08:15:00Z";
  await shown(`Begin ${moment} overlaps.`, {});
  expect(screen.getByText(`Begin ${exactTime(new Date(moment), intlTag("en"))} overlaps.`)).toBeTruthy();
});

it("an overlap within one list, or with an object that the reader may not see, has no link", async () => {
  await overlap(null);
  expect(screen.queryByRole("link")).toBeNull();
});

it("blocking objects that the reader may not see are counted, without a link to an empty list", async () => {
  const child = { object_fq_name: "dns.record", attribute_list: ["target_fqdn"], reference_name: "target" };
  await shown("Other objects still refer to it.", {
    key: { value: "web.example.com." },
    child_list: [{ ...child, count: 2, title_list: [] }],
  });
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(/^Objects that you may not see: 2\./)).toBeTruthy();
  cleanup();
  await shown("Other objects still refer to it.", {
    key: { value: "web.example.com." },
    child_list: [{ ...child, count: 2, title_list: ["www.example.com. CNAME web.example.com."] }],
  });
  expect(screen.getByRole("link", { name: "DNS record" }).getAttribute("href")).toContain("target_fqdn=");
  expect(screen.getByText(/^Objects that you may not see: 1\./)).toBeTruthy();
});

it("[PERM-27] permissions that are needed together are in one line, and alternatives are called so", async () => {
  const details = {
    required_permission_list: ["dns.rw:record", "dns.rw:fqdn"],
    required_permission_set_list: [["dns.rw:record", "dns.rw:fqdn"]],
    required_role_list: [],
    required_assignment_list: null,
  };
  await shown("You lack it.", details, "permission_error");
  expect(screen.getByText("Permissions (all of one line are needed):")).toBeTruthy();
  expect(screen.getByText("dns.rw:record, dns.rw:fqdn").closest("li")).not.toBeNull();
  cleanup();
  const sets = { required_permission_set_list: [["cntl.rw:ot_lang_attr_val"], ["org.rw:unit"]] };
  await shown("You lack it.", { ...details, ...sets }, "permission_error");
  expect(screen.getByText("Permissions (one of them):")).toBeTruthy();
  expect(screen.getByText("cntl.rw:ot_lang_attr_val, org.rw:unit")).toBeTruthy();
});

it("a right that only roles give is explained with the people who can help, and a right by assignment is not", async () => {
  const details = { required_permission_list: ["dnscfg.rw:ns_set"], required_role_list: ["admin"] };
  await shown("You lack it.", { ...details, required_assignment_list: null }, "permission_error");
  expect(screen.getByText(/^Only these roles have the right.*An administrator of the network/)).toBeTruthy();
  cleanup();
  const assignment = { object_fq_name: "nd.bcd", key: { name: "net" }, is_met: true, link_list: [] };
  await shown("You lack it.", { ...details, required_assignment_list: [assignment] }, "permission_error");
  expect(screen.getByText("Or every one of these assignments:")).toBeTruthy();
  expect(screen.queryByText(/^Only these roles/)).toBeNull();
});
