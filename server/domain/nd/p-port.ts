import { defineObjectType } from "../../catalogue/define.ts";
import { PATH_STATEMENTS, PATHS_OF_PORTS, PORTS_ON_PATHS, portName } from "./p-port.sql.ts";
import { SPEED } from "./shared.parts.ts";

export default defineObjectType({
  name: "nd.p_port",
  gpk: "pp",
  label: { de: "Physischer Port", en: "Physical port" },
  plural: { de: "Physische Ports", en: "Physical ports" },
  description: {
    de: "Buchse oder Anschluss eines Moduls, verbunden mit höchstens einem anderen Port",
    en: "Jack or connector of a module, connected to one other port at most",
  },
  attributes: {
    module_gfk: { createOnly: true, ref: { to: "nd.module", by: "gpk" } },
    name: { type: "place_id", label: { de: "Name", en: "Name" } },
    port_type: { type: "text_id", label: { de: "Art", en: "Type" }, nullable: true },
    speed: { ...SPEED, min: 0 },
    power: {
      type: "decimal",
      label: { de: "Leistung", en: "Power" },
      help: { de: "Speisung in Watt", en: "Supplied power in watts" },
      unit: "W",
      min: 0,
      nullable: true,
    },
    internal_gfk: {
      label: { de: "Durchgang", en: "Passage" },
      help: {
        de: "Port desselben Moduls, durch den der Weg weitergeht; gilt für beide Seiten",
        en: "Port of the same module through which the path goes on; holds for both sides",
      },
      nullable: true,
      ref: { to: "nd.p_port", by: "gpk" },
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    remote_gfk: {
      label: { de: "Gegenstelle", en: "Other end" },
      help: { de: "Port am anderen Ende der Verbindung", en: "Port at the other end of the connection" },
      nullable: true,
      computed: "t.remote",
      ref: { to: "nd.p_port", by: "gpk" },
    },
    is_edge_node: {
      type: "boolean",
      label: { de: "Endpunkt", en: "End point" },
      help: { de: "Kein Durchgang zu einem anderen Port", en: "No passage to another port" },
      computed: "t.internal_gfk is null",
    },
    is_connected: {
      type: "boolean",
      label: { de: "Verbunden", en: "Connected" },
      computed: "t.remote is not null",
    },
    fq_name: {
      type: "text",
      label: { de: "Voller Name", en: "Full name" },
      help: {
        de: "Standort, Gebäude, Raum, Module und Port, verbunden mit /",
        en: "Site, building, room, modules and port, joined by /",
      },
      computed: portName("t"),
    },
    conn_id_gfk_list: {
      type: "gpk_array",
      label: { de: "Verbindungsweg", en: "Connection path" },
      help: {
        de: "Alle Ports des Weges von Ende zu Ende; leer in Listen mit mehr als 1000 Ports",
        en: "All ports of the path from end to end; empty in lists of more than 1000 ports",
      },
      nullable: true,
      computed: PATHS_OF_PORTS,
      upToRows: 1000,
    },
  },
  key: ["module_gfk", "name"],
  title: ["fq_name"],
  unique: [["internal_gfk"]],
  relations: [
    {
      name: "api_func_nd_p_port_is_contained_by_conn_id_gfk_list",
      to: "nd.p_port",
      sql: { ids: PORTS_ON_PATHS },
    },
  ],
  functions: {
    create: {},
    update: {},
    delete: {},
    more: {
      connect: {
        label: { de: "verbinden", en: "connect" },
        row: true,
        new: {
          p_port_gfk: {
            type: "gpk",
            label: { de: "Anderer Port", en: "Other port" },
            help: {
              de: "Port, mit dem verbunden wird; beide müssen frei sein",
              en: "Port to connect to; both have to be free",
            },
            required: true,
            ref: { to: "nd.p_port", by: "gpk" },
          },
        },
      },
      disconnect: { label: { de: "trennen", en: "disconnect" }, row: true },
    },
  },
  read: "all",
  vanishesWith: "module_gfk",
  vanishesWhile: "t.remote is null",
  storage: {
    columns: { remote: "bigint" },
    statements: PATH_STATEMENTS,
    constraints: {
      remote_key: { sql: "unique (remote)", fault: { kind: "unique", attributes: ["remote_gfk"] } },
    },
  },
});
