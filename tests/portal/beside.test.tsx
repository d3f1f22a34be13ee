import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "nd.bcd.create", new: { name: "hafen-net", id: "07.01", categ: "USER", seclvl: 1 } },
    {
      name: "nd.ip_subnet.create",
      new: { cidr: "192.0.2.0/24", bcd: "hafen-net", gateway_addr: "192.0.2.1" },
    },
    { name: "cntl.group.create", new: { name: "port" } },
    { name: "cntl.mgr.update", old: { login_name: "ada" }, new: { first_name: "Ada", last_name: "Lindner" } },
    { name: "cntl.mgr.update", old: { login_name: "ada" }, new: { email: "ada@example.org" } },
    { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "port" } },
    { name: "nd.bcd2group.create", new: { bcd: "hafen-net", group_name: "port" } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

/** Names of the parts in the side panel. */
async function side(): Promise<ReadonlyMap<string, HTMLElement>> {
  const region = await screen.findByRole("region", { name: "At a glance" });
  const fields = [...region.querySelectorAll("dl > div")];
  return new Map(
    fields.flatMap((field) => {
      const value = field.querySelector("dd");
      return value === null ? [] : [[field.querySelector("dt")?.textContent ?? "", value] as const];
    }),
  );
}

const hrefOf = (field: HTMLElement | undefined): string | null | undefined =>
  field?.querySelector("a")?.getAttribute("href");

describe("the page of an object", () => {
  it("shows dependents, responsible people and the last change in its side panel, by one call", async () => {
    const before = world.calls.length;
    await world.show("/cntl/bcds/hafen-net");
    const told = await side();
    expect(hrefOf(told.get("Group"))).toBe("/cntl/groups/port");
    expect(hrefOf(told.get("Subnets"))).toBe("/cntl/bcds/hafen-net#list-subnet");
    expect(told.get("Subnets")?.textContent).toBe("1");
    expect(document.getElementById("list-subnet")?.querySelector("h2")?.textContent).toBe("Subnets");
    const people = within(told.get("Responsible") ?? document.body);
    expect(people.getByRole("link", { name: "Ada Lindner" }).getAttribute("href")).toBe("/cntl/mgr/ada");
    expect(people.getByRole("link", { name: "ada@example.org" }).getAttribute("href")).toBe(
      "mailto:ada@example.org",
    );
    expect(told.get("Changed")?.textContent).toMatch(/, ada$/);
    expect(told.get("Changed")?.querySelector("time")?.title).not.toBe("");
    expect(world.calls.length - before).toBe(1);
  });

  it("shows the references of its row in the side panel and not again in its sheet", async () => {
    await world.show("/dnsvs/subnets/192.0.2.0-24");
    const told = await side();
    expect(hrefOf(told.get("BCD"))).toBe("/cntl/bcds/hafen-net");
    expect(hrefOf(told.get("Group"))).toBe("/cntl/groups/port");
    const sheet = [...document.querySelectorAll(".detail dt")].map((one) => one.textContent);
    expect(sheet).not.toContain("BCD");
  });

  it("shows no count for a table whose rows its side panel names, and no count of zero", async () => {
    await world.show("/dnsvs/ips/192.0.2.1/records");
    const told = await side();
    expect(told.get("Network")?.textContent).toBe("192.0.2.0/24");
    expect([...told.keys()]).not.toContain("Subnet");
    expect([...told.keys()]).not.toContain("Records");
    expect(document.querySelector(".page-facts")?.textContent).not.toContain("Records");
    expect(document.querySelector(".detail")?.textContent).not.toContain("Records");
  });

  it("[NDOC-09] does not repeat in its sheet what its title says, except for experts", async () => {
    const labels = (): readonly (string | null)[] =>
      [...document.querySelectorAll(".detail dt")].map((one) => one.textContent);
    await world.show("/cntl/bcds/hafen-net");
    await side();
    await waitFor(() => expect(labels()).toContain("BCD id"));
    expect(labels()).not.toContain("Name");
    const facts = [...document.querySelectorAll(".page-facts li")].map((one) => one.textContent);
    expect(facts).toEqual(["BCD"]);
    world.portal.settings.set("expert", true);
    await waitFor(() => expect(labels()).toContain("Name"));
    world.portal.settings.set("expert", false);
  });

  it("shows the only row of a section as facts in its side panel, with its actions, and two rows as a table", async () => {
    await world.show("/cntl/bcds/hafen-net");
    await side();
    const alone = await screen.findByRole("region", { name: "Groups" });
    expect(alone.closest("[aria-label='At a glance']")).not.toBeNull();
    expect(within(alone).getByRole("link", { name: "port" }).getAttribute("href")).toBe("/cntl/groups/port");
    expect(screen.queryByRole("grid", { name: "Groups" })).toBeNull();
    within(alone).getByRole("button", { name: "Assign group" });
    await userEvent.click(within(alone).getByRole("button", { name: /^Actions for/ }));
    await screen.findByRole("menuitem", { name: "Remove" });
    cleanup();
    const second = { bcd: "hafen-net", group_name: "pier" };
    await world.apply([
      { name: "cntl.group.create", new: { name: "pier" } },
      { name: "nd.bcd2group.create", new: second },
    ]);
    await world.show("/cntl/bcds/hafen-net");
    const rows = await screen.findByRole("grid", { name: "Groups" });
    expect(within(rows).getAllByRole("row")).toHaveLength(3);
    expect(screen.queryByRole("region", { name: "Groups" })).toBeNull();
    await world.apply([{ name: "nd.bcd2group.delete", old: second }]);
  });

  it("folds an empty table of a page with several tables", async () => {
    await world.show("/user/tokens");
    const none = await screen.findByRole("heading", { name: /^No subaccounts/ });
    const line = within(none.parentElement ?? document.body);
    await userEvent.click(line.getByRole("button", { name: "New subaccount" }));
    await screen.findByRole("dialog", { name: /subaccount/i });
  });

  it("folds an empty table into one line with its controls", async () => {
    await world.show("/cntl/bcds/hafen-net");
    const none = await screen.findByRole("heading", { name: "No VXLANs" });
    const line = within(none.parentElement ?? document.body);
    await userEvent.click(line.getByRole("button", { name: "New VXLAN" }));
    await screen.findByRole("dialog", { name: /VXLAN/ });
  });

  it("folds its history to the newest change, which can be reversed at once", async () => {
    await world.show("/cntl/bcds/hafen-net");
    const fold = await screen.findByRole("button", { name: /^History \d+$/ });
    expect(fold.getAttribute("aria-expanded")).toBe("false");
    expect(screen.getAllByRole("button", { name: "Plan the reverse" })).toHaveLength(1);
    await userEvent.click(fold);
    expect(screen.getAllByRole("button", { name: "Plan the reverse" }).length).toBeGreaterThan(1);
  });
});
