import { createRandom } from "./random.ts";
import { RowList } from "./rows.ts";
import type { Row, Table } from "./rows.ts";
import { at } from "./units.ts";

/** Modules, ports and wires of the campus while they are planned: ports with a passage come first, their two sides side by side. */
export class Cabling {
  readonly modules = new RowList();
  readonly #ports = new RowList();
  readonly #connections = new RowList();
  readonly #remotes = new Map<number, number>();

  module(row: Pick<Row, "name" | "module_type"> & Row): number {
    return this.modules.add({
      room_gfk: null,
      parent_gfk: null,
      device: null,
      position: null,
      serial_number: null,
      description: null,
      ...row,
    });
  }

  port(module: number, name: string, more: Row = {}): number {
    return this.#ports.add({
      module_gfk: module,
      name,
      port_type: "RJ45",
      speed: null,
      power: null,
      internal_gfk: null,
      description: null,
      ...more,
    });
  }

  /** Front and rear of a jack. */
  passage(module: number, name: string): Passage {
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

  /** Modules before their ports, ports before their connections; `remote` stands on both ports from the beginning. */
  tables(): readonly Table[] {
    return [
      { type: "nd.module", rows: this.modules.rows },
      { type: "nd.p_port", rows: withRemotes(this.#ports.rows, this.#remotes) },
      { type: "nd.connection", rows: this.#connections.rows },
    ];
  }
}

export interface Passage {
  readonly front: number;
  readonly rear: number;
}

function* withRemotes(ports: readonly Row[], remotes: ReadonlyMap<number, number>): Iterable<Row> {
  for (const port of ports) yield { ...port, remote: remotes.get(Number(port["id"])) ?? null };
}

const CLASSES = [
  ["schrank", "Netzwerkschränke"],
  ["switch", "Switches und ihre Einschübe"],
  ["patchfeld", "Patchfelder"],
  ["dose", "Anschlussdosen in der Wand"],
  ["ap", "Access Points"],
] as const;

const TYPES = [
  ["SR-42", 1, "Netzwerkschrank"],
  ["CX-24", 2, "Etagenswitch"],
  ["CR-9", 2, "Kernswitch"],
  ["CR-24X", 2, "Einschub"],
  ["PF-24", 3, "Patchfeld"],
  ["AD-2", 4, "Anschlussdose"],
  ["AX-6", 5, "Access Point"],
] as const;

/** Ids of the kinds of modules. */
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
  const classes = new RowList();
  const types = new RowList();
  for (const [name, description] of CLASSES) classes.add({ name, description });
  for (const [name, kind, title] of TYPES) types.add({ name, class: kind, title });
  return [
    { type: "ndcfg.module_type_class", rows: classes.rows },
    { type: "ndcfg.module_type", rows: types.rows },
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
