import type { Step } from "#contract/wire/step";
import type { Offer } from "#core/form/widget";
import type { Column, Hop } from "#core/screen/screen";
import type { Planning } from "#core/screen/planning";

const ON_PATH = "api_func_nd_p_port_is_contained_by_conn_id_gfk_list";
/** From modules to these modules and everything around them. */
export const ABOVE = "api_func_nd_module_hierarchy_gfk_list_is_subset";
/** From modules to these modules and everything inside them. */
export const INSIDE = "api_func_nd_module_hierarchy_gfk_list_is_superset";

/** The modules in step `root` and everything inside them. */
export const insideRoots: Step = { idx: "module", name: "nd.module.list", inner_join_ref: { root: INSIDE } };

/** Both ends of the paths of the ports in an earlier step, with their modules and places. */
export function farSteps(port: string): readonly Step[] {
  return [
    {
      idx: "far",
      name: "nd.p_port.list",
      // An end has no passage through its module, or no wire.
      old: { filter_params_dict: { _or: [{ is_edge_node: { eq: true } }, { is_connected: { eq: false } }] } },
      inner_join_ref: { [port]: ON_PATH },
    },
    ...placeSteps("far"),
  ];
}

/** The ports at the other ends of the wires of the ports in an earlier step, with their modules and places. */
export function remoteSteps(port: string): readonly Step[] {
  return [
    { idx: "remote", name: "nd.p_port.list", inner_join_ref: { [port]: "api_fkey_nd_p_port_remote" } },
    ...placeSteps("remote"),
  ];
}

/** Modules of the ports in an earlier step, all modules around them, and their rooms. */
export function placeSteps(port: string): readonly Step[] {
  return [
    { idx: `${port}_module`, name: "nd.module.list", inner_join_ref: { [port]: "default" } },
    { idx: `${port}_around`, name: "nd.module.list", inner_join_ref: { [`${port}_module`]: ABOVE } },
    { idx: `${port}_room`, name: "nd.room.list", inner_join_ref: { [`${port}_around`]: "default" } },
  ];
}

/** All ports on the paths of the ports in an earlier step. */
export function pathStep(port: string): Step {
  return { idx: "path", name: "nd.p_port.list", inner_join_ref: { [port]: ON_PATH } };
}

const FAR: Hop = { from: "far", on: { gpk: { endOf: "conn_id_gfk_list", towards: "remote_gfk" } } };
const FAR_MODULE: Hop = { from: "far_module", on: { gpk: "module_gfk" } };

/** The far end of a port's path: port, device and room (NDOC-13). */
export const farColumns: readonly Column[] = [
  { ...FAR, show: "fq_name", title: "screens.netdoc.farPort" },
  { ...FAR_MODULE, through: [FAR], show: "device", title: "screens.netdoc.farDevice" },
  {
    from: "far_around",
    on: { gpk: "hierarchy_gfk_list" },
    through: [FAR, FAR_MODULE],
    show: "room_gfk",
    title: "screens.netdoc.farRoom",
  },
];

const REMOTE: Hop = { from: "remote", on: { gpk: "remote_gfk" } };
const REMOTE_MODULE: Hop = { from: "remote_module", on: { gpk: "module_gfk" } };

/** The other end of a port's wire: port, module and room. Unlike the far end of its path, it is known in lists of any length (OBJ-60). */
export const remoteColumns: readonly Column[] = [
  { ...REMOTE, show: "name", title: "screens.netdoc.remotePort" },
  { ...REMOTE_MODULE, through: [REMOTE], show: "name", title: "screens.netdoc.remoteModule" },
  {
    from: "remote_around",
    on: { gpk: "hierarchy_gfk_list" },
    through: [REMOTE, REMOTE_MODULE],
    show: "room_gfk",
    title: "screens.netdoc.remoteRoom",
  },
];

/** The room of a module, also of one inside another module. */
export function roomOfModule(around: string, through: readonly Hop[] = []): Column {
  return {
    from: around,
    on: { gpk: "hierarchy_gfk_list" },
    through,
    show: "room_gfk",
    title: "screens.netdoc.room",
  };
}

/** The room of a port's module, in screens whose step `module` has all modules around it. */
export const roomOfPort = roomOfModule("module", [{ from: "module", on: { gpk: "module_gfk" } }]);

/** A passage leads through one module, so only its other ports are offered. */
const offeredPassages: Offer = {
  filters: { is_edge_node: true },
  narrowing: {
    steps: [{ idx: "of", name: "nd.module.list", old: { gpk_list: ["{{module_gfk}}"] } }],
    inner: { of: "default" },
  },
};

/** Free ports come first; an earlier planned change may free others. */
const offeredOthers: Offer = { sorting: ["is_connected", "fq_name"] };

const IS_CONNECTED = { value: { row: "is_connected" }, in: [true] } as const;
const IS_FREE = { value: { row: "is_connected" }, in: [false] } as const;

/** Controls of a port: its wire, and the port itself. */
export const portPlannings: readonly Planning[] = [
  { do: "create", offer: { internal_gfk: offeredPassages } },
  {
    do: "connect",
    text: "screens.netdoc.connect",
    offer: { p_port_gfk: offeredOthers },
    only: IS_FREE,
    pairs: { with: "p_port_gfk", by: "module_gfk", order: "name", taken: "is_connected" },
  },
  { do: "disconnect", text: "screens.netdoc.disconnect", ask: [], only: IS_CONNECTED },
  { do: "update", offer: { internal_gfk: offeredPassages } },
  { do: "delete" },
];

/** Controls of ports that are listed without their module. */
export const plannedWithPorts = portPlannings.filter((one) => one.do !== "create");

/** Ports of the device that has the logical port. */
const offeredPorts: Offer = {
  narrowing: {
    steps: [{ idx: "root", name: "nd.module.list", old: { device: "{{device}}" } }, insideRoots],
    inner: { module: "default" },
  },
};

export const lPortPlannings: readonly Planning[] = [
  { do: "create", offer: { p_port_gfk: offeredPorts } },
  { do: "update", offer: { p_port_gfk: offeredPorts } },
  { do: "delete" },
];
