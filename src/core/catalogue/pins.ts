import type { Step } from "#contract/wire/step";

export const PIN = "cntl.pin";

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
