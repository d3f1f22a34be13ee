import type { Json } from "../wire/json.ts";

/** Why a field is refused: the name of its fault (wire contract 4.2), or `not_here` for a field that the values of the others exclude. */
export interface FieldProblem {
  readonly fault:
    | "unknown_parameter"
    | "required_missing"
    | "null_not_allowed"
    | "wrong_type"
    | "too_long"
    | "bad_format"
    | "out_of_range"
    | "too_many_values"
    | "not_here";
  /** `vpn.realm`, `rule_list.0.source`. */
  readonly path: string;
  /** Further members of the fault's details. */
  readonly details: Readonly<Record<string, Json>>;
}
