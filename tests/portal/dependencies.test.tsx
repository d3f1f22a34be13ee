import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Planned } from "#core/txlist/planned";
import { plannedElement } from "../support/planned-lists.ts";
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

/** An element of the list. */
function element(object: string, operation: string, old: Params, now: Params): Planned {
  return plannedElement(crypto.randomUUID(), object, operation, old, now);
}

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

  it("show referring objects with links, a number instead of many rows, and linked objects instead of links", async () => {
    const shown = await boxes("/cntl/bcds/hafen-net");
    expect(shown.get("Subnet: 192.0.2.0/29")).toBe("/dnsvs/subnets/192.0.2.0-29");
    expect(shown.get("Subnet: and 4 more")).toBe("/object/nd.ip_subnet?bcd=hafen-net");
    expect(shown.get("Group: port")).toBe("/cntl/groups/port");
    expect([...shown.keys()].filter((title) => title.startsWith("Subnet:"))).toHaveLength(6);
  });

  it("show two steps in each direction, also on the page of the explorer", async () => {
    const [record] = (await world.apply([{ idx: "r", name: "dns.record.list" }]))["r"] ?? [];
    const shown = await boxes(`/object/${textIn(record?.["gpk"])}?type=dns.record`);
    expect(shown.get("FQDN: www.example.")).toBe("/dnsvs/fqdns/www.example");
    expect(shown.get("Zone: example.")).toBe("/dnsvs/fqdns/example");
    expect(told()).toContain("www.example. | FQDN | example. | Parent name");
  });

  it("are also a table, whose links get the focus once the table is shown", async () => {
    await boxes("/cntl/groups/port");
    expect(told()).toContain("pier | Group (Parent group) | port | Parent group");
    const table = screen.getByRole("table", { name: "Dependencies of port" });
    expect(within(table).queryAllByRole("link")).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "As a table" }));
    const link = within(table).getAllByRole("link", { name: "pier" })[0];
    expect(link?.getAttribute("href")).toBe("/cntl/groups/pier");
  });

  it("[TA-120] are shown as planned: new, changed and deleted objects, and added and removed references", async () => {
    const { to = [], from = [] } = await world.apply([
      { idx: "to", name: "nd.bcd.create", new: { name: "kai-net", id: "07.05", categ: "USER", seclvl: 1 } },
      {
        idx: "from",
        name: "nd.bcd.create",
        new: { name: "mole-net", id: "07.06", categ: "USER", seclvl: 1 },
      },
      { name: "nd.ip_subnet.create", new: { cidr: "198.51.100.0/29", bcd: "mole-net" } },
      { name: "nd.ip_subnet.create", new: { cidr: "198.51.100.8/29", bcd: "kai-net" } },
    ]);
    expect([to.length, from.length]).toEqual([1, 1]);
    const { txlist } = world.portal;
    act(() =>
      txlist.submit({
        kind: "append",
        items: [
          element("nd.ip_subnet", "update", { cidr: "198.51.100.0/29" }, { bcd: "kai-net" }),
          element("nd.ip_subnet", "create", {}, { cidr: "198.51.100.16/29", bcd: "kai-net" }),
          element("nd.ip_subnet", "delete", { cidr: "198.51.100.8/29" }, {}),
        ],
      }),
    );
    try {
      await boxes("/cntl/bcds/kai-net");
      await waitFor(() =>
        expect(told()).toEqual(
          expect.arrayContaining([
            "198.51.100.0/29 (changed) | Subnet | kai-net | BCD | new",
            "198.51.100.16/29 (new) | Subnet | kai-net | BCD | new",
            "198.51.100.8/29 (goes) | Subnet | kai-net | BCD | goes",
          ]),
        ),
      );
      const picture = screen.getByRole("group", { name: "Dependencies of kai-net" });
      const box = picture.querySelector('[title="Subnet: 198.51.100.16/29 (new)"]');
      expect(box?.querySelector(".graph-note")?.textContent).toBe("new");
      expect(picture.querySelectorAll(".graph-line.is-new")).toHaveLength(2);
      expect(picture.querySelectorAll(".graph-line.is-going")).toHaveLength(1);
      cleanup();
      await boxes("/cntl/bcds/mole-net");
      await waitFor(() =>
        expect(told()).toContain("198.51.100.0/29 (changed) | Subnet | mole-net | BCD | goes"),
      );
      act(() => world.portal.shell.setAsPlanned(false));
      await waitFor(() => expect(told()).toContain("198.51.100.0/29 | Subnet | mole-net | BCD"));
    } finally {
      act(() => {
        world.portal.shell.setAsPlanned(true);
        txlist.submit({ kind: "clear" });
      });
    }
  });

  it("are visited by arrow keys, beginning at the object", async () => {
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
