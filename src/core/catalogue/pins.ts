import { PIN, RECENT } from "#contract/wire/api-types";
import type { Step } from "#contract/wire/step";

/** Joins a pin and its object of any type. */
export const PIN_OBJECT = "api_func_cntl_pin_object_gfk";

/** The account's own pins for rows of an earlier step. */
export function pinStep(of: string): Step {
  return { idx: PIN, name: `${PIN}.list`, old: { is_own: true }, inner_join_ref: { [of]: PIN_OBJECT } };
}

export function pinChange(login_name: string, object_gfk: string, isPinned: boolean): Step {
  const pin = { login_name, object_gfk };
  return isPinned ? { name: `${PIN}.create`, new: pin } : { name: `${PIN}.delete`, old: pin };
}

/** Opened objects that are offered at once. */
export const RECENT_SHOWN = 5;

/** Objects that the account opened last, newest first, with their titles. */
export function recentSteps(): readonly Step[] {
  return [
    {
      idx: "recent",
      name: `${RECENT}.list`,
      old: { is_own: true, sorting_params_list: ["gpk DESC"], fetch_limit: RECENT_SHOWN },
    },
    titlesStep("recentObject", "recent"),
  ];
}

/** The objects that rows of an earlier step name by gpk. A join would query objects of every type. */
export function titlesStep(idx: string, of: string): Step {
  return {
    idx,
    name: "wapi.object.list",
    old_ref_params: [{ idx: of, params: { gpk_list: "object_gfk" } }],
  };
}
