import type { Step } from "#contract/wire/step";

/** The object type of what an account keeps on its start page. */
export const PIN = "cntl.pin";

/** Joins a pin and its object, of whatever type. */
export const PIN_OBJECT = "api_func_cntl_pin_object_gfk";

/** The account's own pins of the rows of an earlier step. */
export function pinStep(of: string): Step {
  return { idx: PIN, name: `${PIN}.list`, old: { is_own: true }, inner_join_ref: { [of]: PIN_OBJECT } };
}

/** The change that keeps an object, or no longer. */
export function pinChange(login_name: string, object_gfk: string, isPinned: boolean): Step {
  const pin = { login_name, object_gfk };
  return isPinned ? { name: `${PIN}.create`, new: pin } : { name: `${PIN}.delete`, old: pin };
}
