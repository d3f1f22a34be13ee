import { createRandom } from "./random.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import { at } from "./units.ts";
import MODULE_TYPES from "./data/module-types.json" with { type: "json" };

/** Modules, ports and wires of the campus while they are planned. Ports with a passage come first, and its two sides are neighbours. */
export class Cabling {
  readonly modules = new RowList("nd.module");
  readonly #ports = new RowList("nd.p_port");
  readonly #connections = new RowList("nd.connection");
  readonly #remotes = new Map<number, number>();

  port(module: number, name: string, more: Row = {}): number {
    return this.#ports.add({ module_gfk: module, name, port_type: "RJ45", ...more });
  }

  /** Front and rear of a jack. */
  passage(module: number, name: string) {
    const next = this.#ports.rows.length + 1;
    return {
      front: this.port(module, name, { internal_gfk: next + 1 }),
      rear: this.port(module, `${name}r`, { internal_gfk: next }),
    };
  }

  connect(a: number, b: number, ts: string): void {
    this.#remotes.set(a, b).set(b, a);
    this.#connections.add({
      p_port_a_gfk: Math.min(a, b),
      p_port_b_gfk: Math.max(a, b),
      ts,
      login_name: "ada",
    });
  }

  /** Modules come before their ports, and ports before their connections. `remote` is set on both ports from the beginning. */
  tables(): readonly Table[] {
    const remoteOf = (port: Row): number | null => this.#remotes.get(Number(port["id"])) ?? null;
    const ports = this.#ports.rows.map((port) => ({ ...port, remote: remoteOf(port) }));
    return [this.modules, { type: "nd.p_port", rows: ports }, this.#connections];
  }
}

export type Passage = ReturnType<Cabling["passage"]>;

/** Ids of the kinds of modules: their positions in the list. */
export const TYPE = {
  rack: 1,
  floorSwitch: 2,
  core: 3,
  card: 4,
  panel: 5,
  socket: 6,
  accessPoint: 7,
} as const;

export function moduleTypeTables(): readonly Table[] {
  return [
    new RowList("ndcfg.module_type_class", MODULE_TYPES.classes),
    new RowList("ndcfg.module_type", MODULE_TYPES.types),
  ];
}

/** When a cable was laid: some day of the last two years. */
export function dayBefore(now: Date, number: number): string {
  const days = 1 + createRandom(number).below(700);
  return new Date(now.getTime() - days * 86_400_000).toISOString();
}

/** Serial number of the device or module with this number. */
export function serialNumber(kind: string, number: number): string {
  return `${at(["TM", "KX", "WN"], number)}${kind}${String(100_000 + number * 7)}`;
}
