import { refuse, type Refusal } from "../faults.ts";

/** Refuses what breaks a rule of a type over these attributes. */
export function violation(type: string, rule: string, ...attributes: readonly string[]): Refusal {
  return refuse("check_violation", { object_fq_name: type, rule, attribute_list: attributes });
}
