import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseValue } from "../../server/catalogue/data-types.ts";
import { demoWorld, type DemoWorld } from "../support/demo-world.ts";

let world: DemoWorld;

beforeAll(async () => {
  world = await demoWorld();
});
afterAll(() => world.close());

describe("deleting", () => {
  it("is blocked by rows that refer to the object, but not by views that only show it", async () => {
    const cidr = "192.0.2.0/24";
    const { headers } = await world.send("ada", "dry_mode=true", [
      { name: "nd.bcd.create", new: { name: "probe-view-1" } },
      { name: "nd.ip_subnet.create", new: { cidr, bcd: "probe-view-1", gateway_addr: "192.0.2.1" } },
      { name: "nd.ip_subnet.delete", old: { cidr } },
      { name: "nd.bcd.delete", old: { name: "probe-view-1" } },
    ]);
    expect(headers["X-Transaction-State"]).toBe("rolled_back");
  });
});

describe("the demo campus", () => {
  it("has only values that its types accept", async () => {
    const wrong: string[] = [];
    for (const type of world.catalogue.types.values()) {
      if (type.spec.source !== undefined) continue;
      for (const row of await world.rows("ada", `${type.name}.list`)) {
        for (const attribute of type.attributes.values()) {
          const value = row[attribute.name] ?? null;
          if (value === null) continue;
          const parsed = parseValue(attribute.dataType, value);
          if (!parsed.ok)
            wrong.push(`${type.name}.${attribute.name}: ${JSON.stringify(value)} ${parsed.fault}`);
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});
