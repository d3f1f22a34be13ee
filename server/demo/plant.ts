import { Cabling, dayBefore, moduleTypeTables, serialNumber, TYPE, type Passage } from "./cabling.ts";
import type { Campus } from "./campus.ts";
import { idOf, leaves, nameCount, nameOf } from "./names.ts";
import type { Network } from "./networks.ts";
import { createRandom, type Random } from "./random.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import { at } from "./units.ts";

const JACKS_A_PANEL = 24;
const PORTS_A_SWITCH = 24;
/** Fibre panels between the last switch and the core, one in each of the first rooms. */
const BACKBONE = ["lwl-4", "lwl-3", "lwl-2", "lwl-1"];
/** Share of jacks that are patched to a switch, and the number of rooms for each access point. */
const PATCHED = 0.6;
const ROOMS_AN_ACCESS_POINT = 8;

/**
 * Cabinets with switches and patch panels in the first room of each building, wall sockets in the others. A patched jack is six ports from end
 * to end: switch, front and rear of the panel, rear and front of the socket, access point.
 */
export function plantTables(campus: Campus): readonly Table[] {
  const plant = new Plant(campus);
  const buildings = campus.places.buildings.rows.map((row, index) => plant.cable(row, index));
  plant.connectCore(buildings.flatMap((one) => plant.patch(one)));
  return [...moduleTypeTables(), ...plant.tables()];
}

interface Building {
  readonly number: string;
  readonly rack: number;
  readonly networks: readonly Network[];
  readonly jacks: readonly Jack[];
  readonly random: Random;
}

interface Jack {
  readonly room: number;
  readonly panel: Passage;
  readonly socket: Passage;
  /** First jack of a room with an access point. */
  readonly hasAccessPoint: boolean;
}

class Plant {
  readonly #campus: Campus;
  readonly #firstName: number;
  readonly #cabling = new Cabling();
  readonly #names: Row[] = [];
  readonly #devices = new RowList("nd.device");
  readonly #lPorts = new RowList("nd.l_port");
  readonly #tags: Row[] = [];

  constructor(campus: Campus) {
    this.#campus = campus;
    this.#firstName = nameCount(campus) + 1;
  }

  /** Cabinet, panels and sockets of a building, and the fixed wires between them. */
  cable(row: Row, index: number): Building {
    const { counts, networks, places } = this.#campus;
    const share = Math.ceil(networks.length / counts.buildings);
    const rack = this.#cabling.modules.add({ name: "rack-1", module_type: TYPE.rack, room_gfk: index + 1 });
    const jacks: Jack[] = [];
    const last = Math.min(places.rooms.rows.length, counts.buildings + counts.outlets);
    for (let room = counts.buildings + index + 1; room <= last; room += counts.buildings)
      this.#addSocket(rack, room, jacks);
    return {
      number: String(row["number"]).toLowerCase(),
      rack,
      networks: Array.from({ length: share }, (_, n) => at(networks, index * share + n)),
      jacks,
      random: createRandom(900_000 + index),
    };
  }

  #addSocket(rack: number, room: number, jacks: Jack[]): void {
    const module = this.#cabling.modules.add({ name: "dose-1", module_type: TYPE.socket, room_gfk: room });
    for (const name of ["1", "2"]) {
      if (jacks.length % JACKS_A_PANEL === 0) this.#addPanel(rack, jacks.length / JACKS_A_PANEL);
      const panel = this.#cabling.passage(this.#panel, String((jacks.length % JACKS_A_PANEL) + 1));
      const socket = this.#cabling.passage(module, name);
      this.#wire(panel.rear, socket.rear);
      jacks.push({
        room,
        panel,
        socket,
        hasAccessPoint: name === "1" && (jacks.length / 2) % ROOMS_AN_ACCESS_POINT === 1,
      });
    }
  }

  #panel = 0;

  #addPanel(rack: number, index: number): void {
    this.#panel = this.#cabling.modules.add({
      name: `panel-${String(index + 1)}`,
      module_type: TYPE.panel,
      parent_gfk: rack,
      position: `HE ${String(40 - index)}`,
    });
  }

  /** Switches of a building, the jacks that are patched to them, and its access points. Answers the ports that lead out of the building. */
  patch(building: Building): readonly number[] {
    const { jacks, random } = building;
    const patched = jacks.filter(({ hasAccessPoint }) => hasAccessPoint || random.isChance(PATCHED));
    const count = Math.max(1, Math.ceil(patched.length / PORTS_A_SWITCH));
    const uplinks = Array.from({ length: count }, (_, index) => {
      const first = index * PORTS_A_SWITCH;
      return this.#addSwitch(building, index + 1, patched.slice(first, first + PORTS_A_SWITCH));
    });
    for (const jack of patched) if (jack.hasAccessPoint) this.#addAccessPoint(building, jack);
    return uplinks;
  }

  #addSwitch(building: Building, number: number, jacks: readonly Jack[]): number {
    const name = `sw-${building.number}-${String(number)}`;
    const device = this.#device(name, "switch", at(building.networks, number - 1));
    const module = this.#cabling.modules.add({
      name: `sw-${String(number)}`,
      module_type: TYPE.floorSwitch,
      parent_gfk: building.rack,
      device,
      position: `HE ${String(20 - number)}`,
    });
    for (let index = 0; index < PORTS_A_SWITCH; index++) {
      const jack = jacks[index];
      const name = `Gi1/0/${String(index + 1)}`;
      const power = jack?.hasAccessPoint === true ? 30 : null;
      const port = this.#cabling.port(module, name, { speed: 1000, power });
      if (jack !== undefined) this.#wire(port, jack.panel.front);
      const bcd = at(building.networks, number + index - 1).id;
      this.#lPort(device, name, port, { bcd, is_enabled: jack !== undefined, speed: 1000 });
    }
    const port = this.#cabling.port(module, "Te1/1/1", { port_type: "LC", speed: 10_000 });
    const lPort = this.#lPort(device, "Te1/1/1", port, { speed: 10_000 });
    for (const { id } of new Set(building.networks)) this.#tags.push({ row_id: lPort, target_id: id });
    return port;
  }

  #addAccessPoint(building: Building, { room, socket }: Jack): void {
    const name = `ap-${building.number}-${String(this.#campus.places.rooms.rows[room - 1]?.["name"])}`;
    const network = building.networks.find(({ use }) => use.category === "WLAN") ?? at(building.networks, 0);
    const device = this.#device(name, "ap", network);
    const module = this.#cabling.modules.add({ name, module_type: TYPE.accessPoint, room_gfk: room, device });
    this.#wire(socket.front, this.#cabling.port(module, "uplink", { speed: 1000, power: 21.5 }));
  }

  /** One switch in the first building, to which all others lead, with its cards inside. */
  connectCore(uplinks: readonly number[]): void {
    const device = this.#device("sw-core-1", "switch", at(this.#campus.networks, 0));
    const core = this.#cabling.modules.add({ name: "core-1", module_type: TYPE.core, parent_gfk: 1, device });
    let card = 0;
    for (const [index, port] of uplinks.entries()) {
      const slot = Math.floor(index / PORTS_A_SWITCH) + 1;
      if (index % PORTS_A_SWITCH === 0)
        card = this.#cabling.modules.add({
          name: `card-${String(slot)}`,
          module_type: TYPE.card,
          parent_gfk: core,
          position: String(slot),
        });
      const name = `Te${String(slot)}/0/${String((index % PORTS_A_SWITCH) + 1)}`;
      const other = this.#cabling.port(card, name, { port_type: "LC", speed: 10_000 });
      this.#wireOver(port, other, index === uplinks.length - 1 ? BACKBONE : []);
      this.#lPort(device, name, other, { speed: 10_000 });
    }
  }

  /** A line that is patched through fibre panels. Front and rear of each panel are two ports of the path. */
  #wireOver(a: number, b: number, panels: readonly string[]): void {
    const last = panels.reduce((port, name, index) => {
      const module = this.#cabling.modules.add({
        name,
        module_type: TYPE.panel,
        room_gfk: panels.length - index,
      });
      const { front, rear } = this.#cabling.passage(module, "1");
      this.#wire(port, front);
      return rear;
    }, a);
    this.#wire(last, b);
  }

  #wires = 0;

  #wire(a: number, b: number): void {
    this.#cabling.connect(a, b, dayBefore(this.#campus.now, ++this.#wires));
  }

  #device(name: string, type: string, network: Network): number {
    const { names, ids } = this.#campus;
    const id = this.#firstName + this.#names.length;
    const value = `${name}.${nameOf(network, names).value}`;
    this.#names.push({ id, value, type: idOf(ids.fqdn, "domain") });
    return this.#devices.add({
      fqdn: id,
      type,
      nc: ((network.id - 1) % 4) + 1,
      bcd: network.id,
      serial_number: serialNumber(type === "ap" ? "A" : "S", this.#devices.rows.length + 1),
    });
  }

  #lPort(device: number, name: string, port: number, more: Row): number {
    return this.#lPorts.add({ device, name, p_port_gfk: port, ...more });
  }

  tables(): readonly Table[] {
    return [
      leaves(this.#names),
      this.#devices,
      ...this.#cabling.tables(),
      this.#lPorts,
      {
        type: "nd.l_port",
        rows: this.#tags,
        into: { table: "nd.l_port_tagged_bcd_list", columns: { row_id: "bigint", target_id: "bigint" } },
      },
    ];
  }
}
