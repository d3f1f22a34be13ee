import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const name = (value: string): Step => ({ name: "dns.fqdn.create", new: { value, type: "domain" } });

const room = (number: string, floor: string): Step => ({
  name: "nd.room.create",
  new: { site: "Nord", bldg: "N1", name: number, floor },
});

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "dns.fqdn.create", new: { value: "example.", type: "domain", is_zone_apex: true } },
    name("lab.example."),
    name("deep.lab.example."),
    ...Array.from({ length: 14 }, (_, at) => name(`h${String(at)}.deep.lab.example.`)),
    ...Array.from({ length: 20 }, (_, at) => name(`pc${String(at)}.example.`)),
    { name: "nd.site.create", new: { name: "Nord" } },
    { name: "nd.bldg.create", new: { site: "Nord", number: "N1" } },
    { name: "ndcfg.module_type_class.create", new: { name: "socket" } },
    { name: "ndcfg.module_type.create", new: { name: "AD-2", class: "socket" } },
  ]);
  const rooms = await world.apply([
    { ...room("10", "1"), idx: "ten" },
    { ...room("9", "1"), idx: "nine" },
    { ...room("3", "EG"), idx: "three" },
  ]);
  const socket = (idx: string): Step => ({
    idx,
    name: "nd.module.create",
    new: { name: "dose", module_type: "AD-2", room_gfk: textIn(rooms[idx]?.[0]?.["gpk"]) },
  });
  const modules = await world.apply([socket("ten"), socket("nine")]);
  const port = (of: string, number: string, more = {}): Step => ({
    idx: `${of}${number}`,
    name: "nd.p_port.create",
    new: { module_gfk: textIn(modules[of]?.[0]?.["gpk"]), name: number, port_type: "RJ45", ...more },
  });
  const ports = await world.apply([
    port("ten", "1"),
    port("ten", "2"),
    port("ten", "3", { port_type: "LC", speed: 10_000 }),
    port("nine", "1"),
  ]);
  const gpkOf = (idx: string): string => textIn(ports[idx]?.[0]?.["gpk"]);
  await world.apply([
    { name: "nd.p_port.connect", old: { gpk: gpkOf("ten1") }, new: { p_port_gfk: gpkOf("nine1") } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

/** The lines of a list or table, without its buttons. */
const linesOf = (list: HTMLElement): readonly string[] =>
  within(list)
    .getAllByRole("listitem")
    .map((line) => line.textContent);

function rowsOf(label: string): readonly string[] {
  return within(screen.getByRole("table", { name: label }))
    .getAllByRole("row")
    .map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent).join(" | "));
}

describe("the use of the ports of a building", () => {
  it("is a bar for each room in natural order, with numbers, kinds and a table, by the one call of the page", async () => {
    const before = world.calls.length;
    await world.show("/netdoc/sites/Nord/N1");
    await screen.findByRole("heading", { name: "Use of the ports" });
    expect(world.calls.length - before).toBe(1);
    expect(linesOf(screen.getByRole("list", { name: "Signs" }))).toEqual(["2 connected", "2 free"]);
    expect(linesOf(screen.getByRole("list", { name: "Floor 1" }))).toEqual([
      "91 of 1RJ45 1 of 1",
      expect.stringMatching(
        /^101 of 3(LC 10000 Mbit\/s 0 of 1 · RJ45 1 of 2|RJ45 1 of 2 · LC 10000 Mbit\/s 0 of 1)$/,
      ),
    ]);
    expect(
      within(screen.getByRole("list", { name: "Floor 1" }))
        .getByRole("link", { name: "9" })
        .getAttribute("href"),
    ).toMatch(/^\/netdoc\/sites\/Nord\/N1\/room-/);
    const [head, ...rows] = rowsOf("Use of the ports");
    expect(head).toBe("Room | Floor | Type | Speed | Ports | connected | free");
    expect(rows).toContain("Nord/N1/10 | 1 | LC | 10000 Mbit/s | 1 | 0 | 1");
    expect(rows).toHaveLength(3);
  });

  it("is absent without ports", async () => {
    await world.apply([{ name: "nd.bldg.create", new: { site: "Nord", number: "N2" } }]);
    await world.show("/netdoc/sites/Nord/N2");
    await screen.findByRole("heading", { name: "N2", level: 1 });
    expect(screen.queryByRole("heading", { name: "Use of the ports" })).toBeNull();
  });
});

describe("the tree of names", () => {
  it("shows branches first, requests the names of a branch when it is opened, and folds long levels", async () => {
    const before = world.calls.length;
    await world.show("/dnsvs/fqdns/example");
    const tree = await screen.findByRole("list", { name: "Tree of names" });
    expect(world.calls.length - before).toBe(1);
    expect(within(tree).getAllByRole("link")[0]?.getAttribute("aria-label")).toBe("lab.example.");
    const deep = within(tree).getByRole("button", { name: "Show what is below deep.lab.example." });
    await userEvent.click(deep);
    const hosts = await screen.findByRole("link", { name: "h0.deep.lab.example." });
    expect(hosts.getAttribute("href")).toBe("/dnsvs/fqdns/h0.deep.lab.example");
    expect(world.calls.length - before).toBe(2);
    expect(screen.queryByRole("link", { name: "h13.deep.lab.example." })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "and 2 more" }));
    await screen.findByRole("link", { name: "h13.deep.lab.example." });
    expect(world.calls.length - before).toBe(2);
    expect(rowsOf("Tree of names")).toContain("deep.lab.example. | lab.example. |  | 14");
  });

  it("is absent on the page of a name without names below", async () => {
    await world.show("/dnsvs/fqdns/pc1.example");
    await screen.findByRole("button", { name: "Dependencies" });
    expect(screen.queryByRole("list", { name: "Tree of names" })).toBeNull();
  });
});
