import type { Step } from "#contract/wire/step";
import type { Hop } from "#core/screen/screen";

/** The modules of the ports that a step gives, and the rooms around them. */
export function roomSteps(ports: string): readonly Step[] {
  return [
    { idx: "module", name: "nd.module.list", inner_join_ref: { [ports]: "default" } },
    {
      idx: "around",
      name: "nd.module.list",
      inner_join_ref: { module: "api_func_nd_module_hierarchy_gfk_list_is_subset" },
    },
    { idx: "room", name: "nd.room.list", inner_join_ref: { around: "default" } },
  ];
}

/** The path from a port to its rooms in the answer to these steps. */
export const TO_ROOMS: readonly Hop[] = [
  { from: "module", on: { gpk: "module_gfk" } },
  { from: "around", on: { gpk: "hierarchy_gfk_list" } },
  { from: "room", on: { gpk: "room_gfk" } },
];
