/** Operators of `filter_params_dict` in the order of wire contract 5.4. */
export const OPERATORS = [
  "in",
  "not_in",
  "overlaps",
  "eq",
  "ne",
  "lt",
  "le",
  "gt",
  "ge",
  "regexp",
  "regexp_ic",
  "contains",
  "is_contained_by",
  "is_null",
] as const;
export type Operator = (typeof OPERATORS)[number];
