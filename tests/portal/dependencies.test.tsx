import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const subnet = (at: number): Step => ({
  name: "nd.ip_subnet.create",
  new: { cidr: `192.0.2.${String(at * 8)}/29`, bcd: "hafen-net" },
});

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "nd.bcd.create", new: { name: "hafen-net", id: "07.01", categ: "USER", seclvl: 1 } },
    ...Array.from({ length: 9 }, (_, at) => subnet(at)),
    { name: "cntl.group.create", new: { name: "port" } },
    { name: "cntl.group.create", new: { name: "pier", parent_group_name: "port" } },
    { name: "nd.bcd2group.create", new: { bcd: "hafen-net", group_name: "port" } },
    { name: "dns.fqdn.create", new: { value: "example.", type: "domain", is_zone_apex: true } },
    { name: "dns.fqdn.create", new: { value: "www.example.", type: "domain" } },
    {
      name: "dns.record.create",
      new: { fqdn: "www.example.", type: "A", data: "192.0.2.1" },
    },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

/** Opens the picture, and reads the boxes by title with their addresses. */
async function boxes(path: string): Promise<ReadonlyMap<string, string | null>> {
  await world.show(path);
  await userEvent.click(await screen.findByRole("button", { name: "Dependencies" }));
  const picture = await screen.findByRole("group", { name: /^Dependencies of / });
  return new Map(
    [...picture.querySelectorAll<HTMLElement>("[data-part]")].map((box) => [
      box.title,
      box.getAttribute("href"),
    ]),
  );
}

/** The table of the picture, row by row. */
function told(): readonly string[] {
  const table = screen.getByRole("table", { name: /^Dependencies of / });
  return within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent).join(" | "));
}

describe("the dependencies of an object", () => {
  it("are requested when they are opened, by two calls", async () => {
    const before = world.calls.length;
    await world.show("/cntl/bcds/hafen-net");
    const fold = await screen.findByRole("button", { name: "Dependencies" });
    expect(fold.getAttribute("aria-expanded")).toBe("false");
    expect(world.calls.length - before).toBe(1);
    await userEvent.click(fold);
    await screen.findByRole("group", { name: "Dependencies of hafen-net" });
    expect(world.calls.length - before).toBe(3);
  });

  it("show what refers to it with links, a number instead of many rows, and linked objects instead of links", async () => {
    const shown = await boxes("/cntl/bcds/hafen-net");
    expect(shown.get("Subnet: 192.0.2.0/29")).toBe("/dnsvs/subnets/192.0.2.0-29");
    expect(shown.get("Subnet: and 4 more")).toBe("/object/nd.ip_subnet?bcd=hafen-net");
    expect(shown.get("Group: port")).toBe("/cntl/groups/port");
    expect([...shown.keys()].filter((title) => title.startsWith("Subnet:"))).toHaveLength(6);
  });

  it("show two steps in each direction, on the page of the explorer too", async () => {
    const [record] = (await world.apply([{ idx: "r", name: "dns.record.list" }]))["r"] ?? [];
    const shown = await boxes(`/object/${textIn(record?.["gpk"])}?type=dns.record`);
    expect(shown.get("FQDN: www.example.")).toBe("/dnsvs/fqdns/www.example");
    expect(shown.get("Zone: example.")).toBe("/dnsvs/fqdns/example");
    expect(told()).toContain("www.example. | FQDN | example. | Parent name");
  });

  it("stand in a table, whose links are reached once it is shown", async () => {
    await boxes("/cntl/groups/port");
    expect(told()).toContain("pier | Group (Parent group) | port | Parent group");
    const table = screen.getByRole("table", { name: "Dependencies of port" });
    expect(within(table).queryAllByRole("link")).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "As a table" }));
    const link = within(table).getAllByRole("link", { name: "pier" })[0];
    expect(link?.getAttribute("href")).toBe("/cntl/groups/pier");
  });

  it("are walked by arrow keys from the object on", async () => {
    await boxes("/cntl/groups/pier");
    const picture = screen.getByRole("group", { name: "Dependencies of pier" });
    const root = within(picture).getByText("pier").closest<HTMLElement>("[data-part]");
    root?.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement?.getAttribute("href")).toBe("/cntl/groups/port");
    await userEvent.keyboard("{Home}");
    expect(document.activeElement).toBe(root);
  });
});
