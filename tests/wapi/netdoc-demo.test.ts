import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { demoWorld, type DemoWorld } from "../support/demo-world.ts";

let world: DemoWorld;
const lists = new Map<string, readonly Row[]>();

beforeAll(async () => {
  world = await demoWorld();
  for (const type of ["module", "p_port", "connection", "device", "l_port", "access_point"])
    lists.set(type, await world.rows("ada", `nd.${type}.list`));
});
afterAll(() => world.close());

const all = (type: string): readonly Row[] => lists.get(type) ?? [];

describe("network documentation of the demo campus", () => {
  it("has wiring that agrees on both sides", () => {
    const ports = new Map(all("p_port").map((row) => [row["gpk"], row]));
    expect(ports.size).toBeGreaterThan(1000);
    for (const row of ports.values())
      for (const way of ["remote_gfk", "internal_gfk"]) {
        const other = row[way] ?? null;
        if (other !== null) expect(ports.get(other)?.[way]).toBe(row["gpk"]);
      }
    const wired = [...ports.values()].filter((row) => row["is_connected"] === true);
    expect(all("connection")).toHaveLength(wired.length / 2);
  });

  it("leads from access points over sockets and panels to switches, by six ports", async () => {
    const points = all("access_point");
    expect(points.length).toBeGreaterThan(10);
    for (const point of points) {
      expect(point["socket"]).toMatch(/\/dose-1\/1$/);
      expect(point["port"]).toMatch(/\/rack-1\/sw-\d+\/Gi1\/0\/\d+$/);
      expect(point).toMatchObject({ speed: 1000, power: 21.5 });
      expect(point["room_gfk"]).toMatch(/^room-/);
    }
    const uplinks = await world.rows("ada", "nd.p_port.list", { name: "uplink", fetch_limit: 20 });
    expect(uplinks.length).toBeGreaterThan(0);
    for (const port of uplinks) expect(port["conn_id_gfk_list"]).toHaveLength(6);
  });

  it("has modules in modules, and devices in rooms", () => {
    const depth = (row: Row): number => [row["hierarchy_gfk_list"]].flat().length;
    expect(Math.max(...all("module").map(depth))).toBe(3);
    expect(all("device").every((row) => row["room_gfk"] !== null)).toBe(true);
  });

  it("[TOOL-10] shows otto the devices and logical ports of his BCDs, some of them only tagged, and no access points", async () => {
    const devices = await world.rows("otto", "nd.device.list");
    expect(devices.length).toBeGreaterThan(3);
    expect(devices.length).toBeLessThan(all("device").length);
    const bcds = new Set(
      (await world.rows("otto", "nd.bcd.list", { is_own: true })).map((row) => row["name"]),
    );
    const lPorts = await world.rows("otto", "nd.l_port.list");
    expect(lPorts.length).toBeGreaterThan(20);
    const tagged = lPorts.filter((row) => row["bcd"] === null);
    expect(tagged.length).toBeGreaterThan(0);
    for (const row of lPorts)
      expect([row["bcd"], ...[row["tagged_bcd_list"]].flat()].some((name) => bcds.has(name))).toBe(true);
    expect(await world.rows("otto", "nd.access_point.list")).toEqual([]);
  });
});
