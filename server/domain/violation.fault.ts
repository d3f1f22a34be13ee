import { refuse, type Refusal } from "../faults.ts";

/** Refuses values of these attributes that break a rule of the type. */
export function violation(type: string, rule: string, ...attributes: readonly string[]): Refusal {
  return refuse("check_violation", { object_fq_name: type, rule, attribute_list: attributes });
}
