import { defineObjectType } from "../../catalogue/define.ts";
import { moduleName } from "./p-port.sql.ts";

export default defineObjectType({
  name: "nd.module",
  gpk: "mod",
  label: { de: "Modul", en: "Module" },
  description: {
    de: "Bauteil mit Ports in einem Raum oder in einem anderen Modul: Schrank, Switch, Patchfeld, Dose",
    en: "Part with ports in a room or in another module: cabinet, switch, patch panel, socket",
  },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    module_type: {
      type: "text_id",
      label: { de: "Modultyp", en: "Module type" },
      ref: { to: "ndcfg.module_type", by: "key" },
    },
    room_gfk: {
      type: "gpk",
      label: { de: "Raum", en: "Room" },
      help: {
        de: "Raum des Moduls; leer, wenn es in einem anderen Modul steckt",
        en: "Room of the module; empty if it is inside another module",
      },
      nullable: true,
      ref: { to: "nd.room", by: "gpk" },
    },
    parent_gfk: {
      type: "gpk",
      label: { de: "Übergeordnetes Modul", en: "Parent module" },
      help: { de: "Modul, in dem es steckt", en: "Module that it is inside of" },
      nullable: true,
      ref: { to: "nd.module", by: "gpk" },
    },
    device: {
      type: "fqdn",
      label: { de: "Gerät", en: "Device" },
      help: { de: "Gerät, zu dem das Modul gehört", en: "Device that the module belongs to" },
      nullable: true,
      ref: { to: "nd.device", by: "key" },
    },
    position: { type: "text_id", label: { de: "Position", en: "Position" }, nullable: true },
    serial_number: { type: "text_id", label: { de: "Seriennummer", en: "Serial number" }, nullable: true },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    is_child: {
      type: "boolean",
      label: { de: "Steckt in einem Modul", en: "Inside a module" },
      computed: "t.parent_gfk is not null",
    },
    fq_name: {
      type: "text",
      label: { de: "Voller Name", en: "Full name" },
      help: {
        de: "Standort, Gebäude, Raum und Module, verbunden mit /",
        en: "Site, building, room and modules, joined by /",
      },
      computed: moduleName("t"),
    },
    hierarchy_gfk_list: {
      type: "gpk_array",
      label: { de: "Pfad", en: "Path" },
      computed: "array(select 'mod-' || p.id from unnest(t.path) with ordinality p(id, n) order by p.n)",
    },
  },
  key: ["gpk"],
  title: ["fq_name"],
  hierarchy: { parent: "parent_gfk", name: { attribute: "tree_name", part: "name", separator: "/" } },
  relations: [
    {
      name: "api_func_nd_module_hierarchy_gfk_list_is_subset",
      to: "nd.module",
      sql: { ids: "select unnest(e.path) from {earlier} e" },
    },
    {
      name: "api_func_nd_module_hierarchy_gfk_list_is_superset",
      to: "nd.module",
      sql: {
        ids: "select d.id from nd.module d, unnest(d.path) above(id) where above.id in (select e.id from {earlier} e)",
      },
    },
  ],
  functions: { create: {}, update: {}, delete: {} },
  own: null,
  read: "all",
  write: {},
  storage: {
    columns: { tree_name: 'text collate "C"' },
    constraints: {
      room_or_parent: {
        sql: "check (num_nonnulls(room_gfk, parent_gfk) = 1)",
        fault: {
          kind: "check",
          rule: "room_or_parent",
          attributes: ["room_gfk", "parent_gfk"],
          hint: {
            de: "Ein Modul hat entweder einen Raum oder ein übergeordnetes Modul.",
            en: "A module has either a room or a parent module.",
          },
        },
      },
    },
  },
});
