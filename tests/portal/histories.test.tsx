import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { textOf } from "../../src/editor/cell/cell-text.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

/** Executes steps as one call. */
const apply = (...steps: readonly Step[]): Promise<Lists> => world.apply(steps);

/** Opens the page at a path and unfolds its history. */
async function showHistory(path: string): Promise<void> {
  await world.show(path);
  await userEvent.click(await screen.findByRole("button", { name: /^History/ }));
}

/** Objects that the open page shows as former dependents, each once, the oldest first. */
async function told(): Promise<readonly string[]> {
  await screen.findAllByText(/(Created|Changed|Deleted) by ada/);
  const titles = [...document.querySelectorAll(".history-object")].map((one) =>
    one.textContent.replace(/ · $/, ""),
  );
  return [...new Set(titles.toReversed())];
}

/** The cable, named by its ends; the deleted second end has no name. */
const CABLE = /^Connection hafen\/1\/101\/rack\/top\/p1, Physical port \(deleted or not visible\)$/;

/** Waits for the names of the ends, which are requested when the cable is drawn. */
async function ended(): Promise<void> {
  await screen.findAllByText("hafen/1/101/rack/top/p1", { selector: ".history-object span a" });
}

const IN_ROOM = [{ idx: "room", params: { room_gfk: "gpk" } }];
const IN_RACK = [{ idx: "rack", params: { parent_gfk: "gpk" } }];
const OF_PANEL = [{ idx: "panel", params: { module_gfk: "gpk" } }];

/** Creates a rack with a panel of two ports and a cable between them, then deletes the cable and one port. */
async function plant(): Promise<Readonly<Record<"room" | "rack" | "panel" | "p1", string>>> {
  const made = await apply(
    { name: "nd.site.create", new: { name: "hafen" } },
    { name: "nd.bldg.create", new: { site: "hafen", number: "1" } },
    { idx: "room", name: "nd.room.create", new: { site: "hafen", bldg: "1", name: "101" } },
    { name: "ndcfg.module_type_class.create", new: { name: "panel" } },
    { name: "ndcfg.module_type.create", new: { name: "p24", class: "panel", title: "Panel" } },
    {
      idx: "rack",
      name: "nd.module.create",
      new: { module_type: "p24", name: "rack" },
      new_ref_params: IN_ROOM,
    },
    {
      idx: "panel",
      name: "nd.module.create",
      new: { module_type: "p24", name: "top" },
      new_ref_params: IN_RACK,
    },
    { idx: "p1", name: "nd.p_port.create", new: { name: "p1" }, new_ref_params: OF_PANEL },
    { idx: "p2", name: "nd.p_port.create", new: { name: "p2" }, new_ref_params: OF_PANEL },
  );
  const gpk = (idx: string) => textOf(made[idx]?.[0]?.["gpk"]);
  await apply({
    name: "nd.p_port.connect",
    old: { gpk: gpk("p1") },
    new: { p_port_gfk: gpk("p2") },
  });
  await apply({ name: "nd.p_port.disconnect", old: { gpk: gpk("p1") } });
  await apply({ name: "nd.p_port.delete", old: { gpk: gpk("p2") } });
  return { room: gpk("room"), rack: gpk("rack"), panel: gpk("panel"), p1: gpk("p1") };
}

describe("the history of a page", () => {
  it("of room, module and port contains changes of what is inside, of deleted ports and of disconnected cables", async () => {
    const { room, rack, panel, p1 } = await plant();
    await showHistory(`/netdoc/sites/hafen/1/${room}`);
    expect(await told()).toEqual(["Module hafen/1/101/rack", "Module hafen/1/101/rack/top"]);
    cleanup();
    await showHistory(`/netdoc/modules/${rack}`);
    expect(await told()).toEqual(["Module hafen/1/101/rack/top"]);
    cleanup();
    await showHistory(`/netdoc/modules/${panel}`);
    await ended();
    const ports = await told();
    expect(ports.slice(0, 2)).toEqual(["p1", "p2"].map((one) => `Physical port hafen/1/101/rack/top/${one}`));
    expect(ports.at(2)).toMatch(CABLE);
    expect(ports).toHaveLength(3);
    cleanup();
    await showHistory(`/netdoc/modules/${panel}/p_port/${p1}`);
    await ended();
    expect(await told()).toEqual([expect.stringMatching(CABLE)]);
  });

  it("of a device contains changes of its modules, ports and interfaces", async () => {
    const made = await apply(
      { name: "dns.fqdn.create", new: { value: "example.org.", type: "domain", is_zone_apex: true } },
      { name: "dns.fqdn.create", new: { value: "sw1.example.org.", type: "domain" } },
      { name: "nd.device.create", new: { fqdn: "sw1.example.org.", type: "switch" } },
      { idx: "room", name: "nd.room.create", new: { site: "hafen", bldg: "1", name: "102" } },
      {
        idx: "unit",
        name: "nd.module.create",
        new: { module_type: "p24", name: "unit", device: "sw1.example.org." },
        new_ref_params: IN_ROOM,
      },
      {
        idx: "port",
        name: "nd.p_port.create",
        new: { name: "gi1" },
        new_ref_params: [{ idx: "unit", params: { module_gfk: "gpk" } }],
      },
      { name: "nd.l_port.create", new: { device: "sw1.example.org.", name: "vlan1" } },
    );
    await apply({ name: "nd.l_port.delete", old: { device: "sw1.example.org.", name: "vlan1" } });
    await apply({ name: "nd.p_port.delete", old: { gpk: textOf(made["port"]?.[0]?.["gpk"]) } });
    await showHistory("/netdoc/devices/sw1.example.org.");
    expect(await told()).toEqual([
      "Module hafen/1/102/unit",
      "Physical port hafen/1/102/unit/gi1",
      "Logical port sw1.example.org. vlan1",
    ]);
  });

  it("of a BCD contains changes of its subnets, pools and links, also in the view of another system", async () => {
    await apply(
      { name: "nd.bcd.create", new: { name: "hafen-net", id: "07.01", categ: "USER", seclvl: 1 } },
      { name: "nd.ip_subnet.create", new: { cidr: "192.0.2.0/24", bcd: "hafen-net" } },
      { name: "dhcp.pool.create", new: { first_addr: "192.0.2.10", last_addr: "192.0.2.20" } },
      { name: "cntl.group.create", new: { name: "port" } },
      { name: "nd.bcd2group.create", new: { bcd: "hafen-net", group_name: "port" } },
    );
    await apply({ name: "dhcp.pool.delete", old: { first_addr: "192.0.2.10" } });
    await apply({ name: "nd.bcd2group.delete", old: { bcd: "hafen-net", group_name: "port" } });
    const pool = "DHCP pool 192.0.2.10 192.0.2.20";
    await showHistory("/cntl/bcds/hafen-net");
    const all = await told();
    expect(all).toContain("Subnet 192.0.2.0/24");
    expect(all).toContain(pool);
    expect(all.some((one) => one.endsWith("hafen-net port"))).toBe(true);
    cleanup();
    await showHistory("/dhcp-leases/bcds/hafen-net");
    expect(await told()).toContain(pool);
  });

  it("of a name contains deleted records", async () => {
    const record = { fqdn: "example.org.", type: "TXT", data: "hello" };
    await apply({ name: "dns.record.create", new: record });
    await apply({ name: "dns.record.delete", old: record });
    await showHistory("/dnsvs/fqdns/example.org.");
    expect(await told()).toContain("DNS record example.org. TXT hello");
    cleanup();
    await showHistory("/dnsvs/fqdns/example.org./records");
    expect(await told()).toContain("DNS record example.org. TXT hello");
  });
});
