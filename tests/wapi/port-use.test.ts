import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
let greta: string;
beforeAll(async () => {
  world = await httpWorld();
  greta = await world.signIn("greta");
});
afterAll(() => world.close());

async function read(type: string, old: Row = {}): Promise<readonly Row[]> {
  const steps = [{ name: `${type}.list`, old }];
  const { lists } = await world.post("/api/4.2/wapi/transaction/execute?dict_mode=false", steps, greta);
  return lists[0] ?? [];
}

it("counts the ports of each room by type and speed, including ports of nested modules", async () => {
  const uses = await read("nd.port_use");
  const [rooms, modules, ports] = await Promise.all(
    ["nd.room", "nd.module", "nd.p_port"].map((one) => read(one)),
  );
  const by = (rows: readonly Row[] = []) => new Map(rows.map((row) => [row["gpk"], row]));
  const [roomOf, moduleOf] = [by(rooms), by(modules)];
  const placeOf = (port: Row): Row | undefined => {
    let module = moduleOf.get(port["module_gfk"]);
    while (module !== undefined && module["room_gfk"] === null) module = moduleOf.get(module["parent_gfk"]);
    return roomOf.get(module?.["room_gfk"]);
  };
  const counts = new Map<string, [whole: number, part: number]>();
  for (const port of ports ?? []) {
    const room = placeOf(port);
    const names = [room?.["site"], room?.["bldg"], room?.["floor"], room?.["gpk"]];
    const key = JSON.stringify([...names, port["port_type"], port["speed"]]);
    const [whole, part] = counts.get(key) ?? [0, 0];
    counts.set(key, [whole + 1, part + Number(port["is_connected"])]);
  }
  const NAMES = ["site", "bldg", "floor", "room_gfk", "port_type", "speed"];
  expect(modules?.some((row) => row["is_child"] === true)).toBe(true);
  const served = uses.map(
    (row) =>
      [JSON.stringify(NAMES.map((name) => row[name])), [row["port_count"], row["connected_count"]]] as const,
  );
  expect(new Map(served)).toEqual(counts);
  const gpks = uses.map((row) => row["gpk"]);
  expect(new Set(gpks).size).toBe(gpks.length);
});

it("is filtered by building, and by its own key", async () => {
  const [some] = await read("nd.port_use");
  const ofBldg = await read("nd.port_use", { site: some?.["site"] ?? null, bldg: some?.["bldg"] ?? null });
  expect(ofBldg.length).toBeGreaterThan(0);
  expect(ofBldg.every((row) => row["bldg"] === some?.["bldg"])).toBe(true);
  expect(await read("nd.port_use", { gpk_list: [some?.["gpk"] ?? null] })).toEqual([some]);
});
