/**
 * The ending of the name of a filter after the name of its attribute. Longer endings are tried first, because one is the end of another (wire
 * contract 2.5).
 */
export const FILTER_ENDINGS = { regexp_ic: "_regexp_ic", regexp: "_regexp", in: "_list" } as const;

export interface FilterParts {
  readonly attribute: string;
  readonly operator: keyof typeof FILTER_ENDINGS | "eq";
}

/** The attribute of a filter, and how it is compared. A name without an ending stands for the attribute itself. */
export function partsOfFilter(name: string): FilterParts {
  for (const operator of ["regexp_ic", "regexp", "in"] as const) {
    const ending = FILTER_ENDINGS[operator];
    if (name.endsWith(ending)) return { attribute: name.slice(0, -ending.length), operator };
  }
  return { attribute: name, operator: "eq" };
}
