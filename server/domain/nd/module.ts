import { defineObjectType, rule } from "../../catalogue/define.ts";
import { moduleName } from "./p-port.sql.ts";
import { SERIAL_NUMBER } from "./shared.parts.ts";

export default defineObjectType({
  name: "nd.module",
  gpk: "mod",
  label: { de: "Modul", en: "Module" },
  plural: { de: "Module", en: "Modules" },
  description: {
    de: "Bauteil mit Ports in einem Raum oder in einem anderen Modul: Schrank, Switch, Patchfeld, Dose",
    en: "Part with ports in a room or in another module: cabinet, switch, patch panel, socket",
  },
  attributes: {
    name: { type: "place_id", isDesignation: true, label: { de: "Name", en: "Name" } },
    module_type: { ref: { to: "ndcfg.module_type" } },
    room_gfk: {
      help: {
        de: "Raum des Moduls; leer, wenn es in einem anderen Modul steckt",
        en: "Room of the module; empty if it is inside another module",
      },
      nullable: true,
      ref: { to: "nd.room", by: "gpk" },
    },
    parent_gfk: {
      label: { de: "Übergeordnetes Modul", en: "Parent module" },
      help: { de: "Modul, in dem es steckt", en: "Module that it is inside of" },
      nullable: true,
      ref: { to: "nd.module", by: "gpk" },
    },
    device: {
      help: { de: "Gerät, zu dem das Modul gehört", en: "Device that the module belongs to" },
      nullable: true,
      ref: { to: "nd.device" },
    },
    position: {
      type: "place_id",
      isDesignation: true,
      label: { de: "Position", en: "Position" },
      nullable: true,
    },
    serial_number: SERIAL_NUMBER,
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
  },
  key: ["gpk"],
  title: ["fq_name"],
  hierarchy: { parent: "parent_gfk", name: { attribute: "tree_name", part: "name", separator: "/" } },
  reverse: { oneOf: ["room_gfk", "parent_gfk"] },
  read: "all",
  storage: {
    columns: { tree_name: 'text collate "C"' },
    constraints: {
      room_or_parent: rule(
        "room_or_parent",
        ["room_gfk", "parent_gfk"],
        "check (num_nonnulls(room_gfk, parent_gfk) = 1)",
        {
          de: "Ein Modul hat entweder einen Raum oder ein übergeordnetes Modul.",
          en: "A module has either a room or a parent module.",
        },
      ),
    },
  },
});
