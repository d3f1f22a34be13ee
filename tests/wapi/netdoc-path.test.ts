import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { codeOf, rowsOf, type SentStep } from "../support/small-world.ts";
import { connect, join, plant, ROOM, type Plant } from "../support/plant.ts";

let world: Plant;
beforeAll(async () => {
  world = await plant();
}, 120_000);
afterAll(() => world.close());

/** The intended wiring, which only the test knows: ports by number. */
interface Topology {
  /** Parent of each module, or null for a module in the room. Names may repeat. */
  readonly modules: readonly { readonly parent: number | null; readonly name: string }[];
  readonly ports: readonly { readonly module: number; readonly name: string }[];
  readonly passages: readonly (readonly [number, number])[];
  readonly wires: readonly (readonly [number, number])[];
}

const topologies: fc.Arbitrary<Topology> = fc
  .record({
    modules: fc.array(fc.record({ at: fc.nat(), name: fc.constantFrom("a", "b", "ab", "A", "a-1") }), {
      minLength: 1,
      maxLength: 6,
    }),
    portsOf: fc.array(fc.nat({ max: 6 }), { minLength: 6, maxLength: 6 }),
    passing: fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }),
    order: fc.array(fc.nat(), { minLength: 36, maxLength: 36 }),
    wired: fc.nat({ max: 18 }),
  })
  .map(({ modules, portsOf, passing, order, wired }) => {
    const ports = modules.flatMap((_, module) =>
      Array.from({ length: portsOf[module] ?? 0 }, (_, n) => ({ module, name: String(n + 1) })),
    );
    const passages: [number, number][] = [];
    for (const [at, port] of ports.entries()) {
      const isSecond = Number(port.name) % 2 === 0;
      if (isSecond && passing[at] === true) passages.push([at - 1, at]);
    }
    const shuffled = ports.map((_, at) => at).sort((a, b) => (order[a] ?? 0) - (order[b] ?? 0));
    const wires: [number, number][] = [];
    for (let at = 0; at + 1 < shuffled.length && wires.length < wired; at += 2)
      wires.push([shuffled[at] ?? 0, shuffled[at + 1] ?? 0]);
    return {
      modules: modules.map(({ at, name }, index) => ({
        parent: index === 0 || at % 3 === 0 ? null : at % index,
        name,
      })),
      ports,
      passages,
      wires,
    };
  });

/** The path of every port by walking the graph, without SQL, directions or recursion of the product. */
function pathsOf(topology: Topology, names: readonly string[]): readonly (readonly number[])[] {
  const ways = topology.ports.map((): { wire: number[]; passage: number[] } => ({ wire: [], passage: [] }));
  for (const [a, b] of topology.wires) {
    ways[a]?.wire.push(b);
    ways[b]?.wire.push(a);
  }
  for (const [a, b] of topology.passages) {
    ways[a]?.passage.push(b);
    ways[b]?.passage.push(a);
  }
  const next = (port: number): readonly number[] => [
    ...(ways[port]?.wire ?? []),
    ...(ways[port]?.passage ?? []),
  ];
  const smaller = (a: number, b: number): number =>
    Buffer.compare(Buffer.from(names[a] ?? ""), Buffer.from(names[b] ?? "")) || a - b;
  return topology.ports.map((_, port) => {
    const reached = new Set([port]);
    for (const one of reached) for (const other of next(one)) reached.add(other);
    const all = [...reached].sort(smaller);
    const [start = port] = all.filter((one) => new Set(next(one)).size < 2 && next(one).length < 2);
    const isRing = all.every((one) => next(one).length === 2);
    const path = [isRing ? (all[0] ?? port) : start];
    while (path.length < all.length) {
      const last = path.at(-1) ?? port;
      const wire = ways[last]?.wire ?? [];
      const step = isRing && path.length === 1 ? wire : next(last);
      path.push(step.find((one) => !path.includes(one)) ?? -1);
    }
    return path;
  });
}

async function build(topology: Topology): Promise<readonly string[]> {
  const modules: string[] = [];
  for (const { parent, name } of topology.modules) {
    const place = parent === null ? { room_gfk: world.room } : { parent_gfk: modules[parent] ?? "" };
    modules.push(...(await world.modules([{ name, ...place }])));
  }
  const ports = await world.ports(topology.ports.map(({ module, name }) => [modules[module] ?? "", name]));
  const at = (index: number): string => ports[index] ?? "";
  await world.steps([
    ...topology.passages.map(([a, b]) => join(at(a), at(b))),
    ...topology.wires.map(([a, b]) => connect(at(a), at(b))),
  ]);
  return ports;
}

function namesOf(topology: Topology): readonly string[] {
  const moduleName = (index: number): string => {
    const module = topology.modules[index];
    if (module === undefined) throw new Error("no such module");
    return `${module.parent === null ? ROOM : moduleName(module.parent)}/${module.name}`;
  };
  return topology.ports.map(({ module, name }) => `${moduleName(module)}/${name}`);
}

const listOf = (ports: readonly string[], more: Partial<SentStep> = {}): SentStep => ({
  name: "nd.p_port.list",
  old: { gpk_list: ports },
  ...more,
});

const RELATION = "api_func_nd_p_port_is_contained_by_conn_id_gfk_list";

describe("connection paths", () => {
  it("[API-26] equal a walk over the wiring, for ports of any modules, lines, rings and single ports", async () => {
    await fc.assert(
      fc.asyncProperty(topologies, async (topology) => {
        const ports = await build(topology);
        const names = namesOf(topology);
        const expected = pathsOf(topology, names);
        const rows = new Map(
          rowsOf(await world.execute("ada", [listOf(ports)])).map((row) => [row["gpk"], row]),
        );
        for (const [index, gpk] of ports.entries()) {
          expect(rows.get(gpk)?.["fq_name"]).toBe(names[index]);
          expect(rows.get(gpk)?.["conn_id_gfk_list"]).toEqual(expected[index]?.map((one) => ports[one]));
        }
        for (const start of [0, ports.length - 1].filter((one) => one >= 0 && ports.length > 0)) {
          const found = rowsOf(
            await world.execute("ada", [
              listOf([ports[start] ?? ""], { idx: "found" }),
              { name: "nd.p_port.list", inner_join_ref: { found: RELATION } },
            ]),
            1,
          );
          const wanted = (expected[start] ?? []).map((one) => ports[one]);
          expect(new Set(found.map((row) => row["gpk"]))).toEqual(new Set(wanted));
        }
      }),
      { numRuns: 60 },
    );
  }, 240_000);

  it("[API-26] [API-59] are found by the relation from all ports of the earlier step at once", async () => {
    const [module = ""] = await world.modules([{ name: "many", room_gfk: world.room }]);
    const ports = await world.ports(Array.from({ length: 12 }, (_, n) => [module, `m${String(n)}`]));
    const at = (index: number): string => ports[index] ?? "";
    await world.steps([connect(at(0), at(1)), connect(at(2), at(3)), join(at(3), at(4))]);
    const said = await world.execute("ada", [
      listOf([at(0), at(4), at(9)], { idx: "found" }),
      { name: "nd.p_port.list", inner_join_ref: { found: RELATION } },
      { name: "nd.p_port.list", old: { gpk_list: ports }, anti_join_ref: { found: RELATION } },
    ]);
    const gpks = (list: number): ReadonlySet<Json | undefined> =>
      new Set(rowsOf(said, list).map((row: Row) => row["gpk"]));
    expect(gpks(1)).toEqual(new Set([0, 1, 2, 3, 4, 9].map(at)));
    expect(gpks(2)).toEqual(new Set([5, 6, 7, 8, 10, 11].map(at)));
  });

  it("are null in every row of a list of more than 1000 ports, and cannot be a condition", async () => {
    const [module = ""] = await world.modules([{ name: "wide", room_gfk: world.room }]);
    const before = rowsOf(await world.execute("ada", [{ name: "nd.p_port.list" }])).length;
    await world.ports(Array.from({ length: 1001 - before }, (_, n) => [module, `w${String(n)}`]));
    const lists = (await world.execute("ada", [
      { name: "nd.p_port.list" },
      { name: "nd.p_port.list", old: { fetch_limit: 1000 } },
      { name: "nd.p_port.list", old: { fetch_limit: 1001 } },
    ])) as { readonly lists: readonly (readonly Row[])[] };
    const paths = lists.lists.map((rows) => rows.map((row) => row["conn_id_gfk_list"]));
    expect(paths.map((list) => list.length)).toEqual([1001, 1000, 1001]);
    expect(paths[0]?.every((path) => path === null)).toBe(true);
    expect(paths[1]?.every((path) => Array.isArray(path) && path.length > 0)).toBe(true);
    expect(paths[2]?.every((path) => path === null)).toBe(true);
    const filter = { filter_params_dict: { conn_id_gfk_list: { is_null: true } } };
    expect(codeOf(await world.execute("ada", [{ name: "nd.p_port.list", old: filter }]))).toBe("-20900/7");
    const sorting = { sorting_params_list: ["conn_id_gfk_list"] };
    expect(codeOf(await world.execute("ada", [{ name: "nd.p_port.list", old: sorting }]))).toBe("-20900/8");
  });
});
