import { cleanup, screen, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, rowOf } from "../support/by-hand.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const [FIXED, LEASED] = ["02:00:00:00:00:20", "02:00:00:00:00:21"];

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "nd.bcd.create", new: { name: "hafen-net", id: "07.01" } },
    {
      name: "nd.ip_subnet.create",
      new: { cidr: "192.0.2.0/24", bcd: "hafen-net", gateway_addr: "192.0.2.1" },
    },
    { name: "cntl.group.create", new: { name: "port" } },
    { name: "cntl.mgr.update", old: { login_name: "ada" }, new: { first_name: "Ada", last_name: "Lindner" } },
    { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "port" } },
    { name: "nd.bcd2group.create", new: { bcd: "hafen-net", group_name: "port" } },
    { name: "dns.fqdn.create", new: { value: "example.com.", is_zone_apex: true } },
    { name: "dns.fqdn.create", new: { value: "crane.example.com.", type: "domain" } },
    { name: "dns.record.create", new: { fqdn: "crane.example.com.", type: "A", data: "192.0.2.20" } },
    {
      name: "dhcp.static_assignment.create",
      new: { ip_addr: "192.0.2.20", mac_addr: FIXED, description: "at the quay" },
    },
    { name: "nd.device.create", new: { fqdn: "crane.example.com.", type: "switch" } },
    { name: "dhcp.pool.create", new: { first_addr: "192.0.2.100", last_addr: "192.0.2.150" } },
  ]);
  await world.db.query(
    `insert into dhcp.lease_state (ip_addr, mac_addr, hostname, ts_begin, ts_end)
     values ('192.0.2.101', $1, 'laptop', now() - interval '1 hour', now() + interval '1 hour')`,
    [LEASED],
  );
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

/** The value beside a label. */
async function told(label: string): Promise<HTMLElement> {
  const terms = await screen.findAllByText(label, { selector: "dt" });
  const value = terms[0]?.parentElement?.querySelector("dd");
  if (!(value instanceof HTMLElement)) throw new Error(`${label} has no value`);
  return value;
}

async function show(ip: string): Promise<number> {
  const before = world.calls.length;
  await world.show(`/dnsvs/ips/${ip}/records`);
  await told("State");
  return world.calls.length - before;
}

describe("the page of an address", () => {
  it("[DNS-15] shows state, MAC address, names, static assignment, devices, subnet, BCD and responsible people, by one call", async () => {
    expect(await show("192.0.2.20")).toBe(1);
    expect((await told("State")).textContent).toBe("In use");
    expect((await told("MAC address")).textContent).toContain(FIXED);
    expect((await rowOf("Records", "crane.example.com.")).textContent).toContain("A");
    expect((await rowOf(/^Static DHCP assignment/, FIXED)).textContent).toContain("at the quay");
    expect((await rowOf(/^Network device/, "crane.example.com.")).textContent).toContain("Switch");
    expect((await rowOf(/^Subnet/, "192.0.2.0/24")).textContent).toContain("hafen-net");
    expect(screen.getAllByRole("link", { name: "hafen-net" })[0]?.getAttribute("href")).toBe(
      "/cntl/bcds/hafen-net",
    );
    expect(within(await told("Responsible")).getByRole("link", { name: "Ada Lindner" })).toBeTruthy();
    await expectAccessible();
  });

  it("[DNS-15] shows the pool and the lease, by one call", async () => {
    expect(await show("192.0.2.101")).toBe(1);
    expect((await told("State")).textContent).toBe("Lent by DHCP");
    expect((await told("DHCP pool")).textContent).toContain("192.0.2.100 – 192.0.2.150");
    expect((await told("MAC address")).textContent).toContain(LEASED);
    expect((await rowOf(/^DHCP lease/, LEASED)).textContent).toContain("laptop");
  });

  it("[DNS-15] says what is not known: no names, no lease, no MAC address", async () => {
    expect(await show("192.0.2.77")).toBe(1);
    expect((await told("State")).textContent).toBe("Free");
    for (const unknown of [
      /The MAC address is not known/,
      "No DHCP lease at present",
      "No static DHCP assignments",
    ])
      expect(screen.getByText(unknown)).toBeTruthy();
    expect(screen.getByRole("heading", { name: /^No records/i })).toBeTruthy();
  });

  it("[DNS-15] says that an address is in no subnet that the account may read", async () => {
    await show("198.51.100.9");
    expect((await told("State")).textContent).toBe(
      "Not known: no subnet that you may read contains the address",
    );
    expect(screen.queryByText("hafen-net")).toBeNull();
  });
});
