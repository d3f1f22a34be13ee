import type { Row } from "#contract/wire/json";
import { rowsOf, smallWorld, textIn, type SentStep, type SmallWorld } from "./small-world.ts";

/** The small world with two rooms, module types and devices, and helpers that create modules and ports. */
export interface Plant extends SmallWorld {
  /** Runs the steps as the administrator; returns the one row of each. */
  steps(list: readonly SentStep[]): Promise<readonly Row[]>;
  /** Creates modules and returns their gpks. */
  modules(list: readonly Readonly<Record<string, string>>[]): Promise<readonly string[]>;
  /** Creates ports by module and name, and returns their gpks. */
  ports(list: readonly (readonly [module: string, name: string])[]): Promise<readonly string[]>;
  /** Reads a port. */
  port(gpk: string): Promise<Row>;
  readonly room: string;
  readonly otherRoom: string;
}

export const ROOM = "CN/N001/101";

export async function plant(): Promise<Plant> {
  const world = await smallWorld();
  const steps = async (list: readonly SentStep[]): Promise<readonly Row[]> => {
    const said = await world.execute("ada", list);
    if (!said.ok) throw new Error(JSON.stringify(said.exception, null, 1));
    return said.lists.map((rows) => rows[0] ?? {});
  };
  const made = async (list: readonly SentStep[]): Promise<readonly string[]> =>
    (await steps(list)).map((row) => textIn(row, "gpk"));
  const rooms = await made([
    { name: "nd.site.create", new: { name: "CN" } },
    { name: "nd.bldg.create", new: { site: "CN", number: "N001" } },
    { name: "nd.room.create", new: { site: "CN", bldg: "N001", name: "101" } },
    { name: "nd.room.create", new: { site: "CN", bldg: "N001", name: "102" } },
    { name: "ndcfg.module_type_class.create", new: { name: "panel" } },
    { name: "ndcfg.module_type.create", new: { name: "p24", class: "panel", title: "Patchfeld" } },
  ]);
  return {
    ...world,
    steps,
    modules: (list) =>
      made(list.map((one) => ({ name: "nd.module.create", new: { module_type: "p24", ...one } }))),
    ports: (list) =>
      made(list.map(([module_gfk, name]) => ({ name: "nd.p_port.create", new: { module_gfk, name } }))),
    async port(gpk) {
      const [row] = rowsOf(await world.execute("ada", [{ name: "nd.p_port.list", old: { gpk } }]));
      return row ?? {};
    },
    room: rooms[2] ?? "",
    otherRoom: rooms[3] ?? "",
  };
}

/** Step that connects two ports. */
export function connect(a: string, b: string): SentStep {
  return { name: "nd.p_port.connect", old: { gpk: a }, new: { p_port_gfk: b } };
}

/** Step that joins two ports of one module. */
export function join(a: string, b: string | null): SentStep {
  return { name: "nd.p_port.update", old: { gpk: a }, new: { internal_gfk: b } };
}
