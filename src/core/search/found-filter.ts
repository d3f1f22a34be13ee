import type { Params } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { readTerm } from "./read-term.ts";
import { searchSteps, type SearchPorts } from "./search-steps.ts";

/** Query parameter of a list that was opened from the search: the term. */
export const FOUND_BY = "found";

/** The filter of a list that has what the search finds of its type (SRCH-57); null if the term finds nothing there. */
export function foundFilter(type: ObjectTypeMeta, term: string, ports: SearchPorts): Params | null {
  const reading = readTerm(term);
  if (reading.kind !== "search") return null;
  const steps = searchSteps(reading, { isOwn: false, limit: 0 }, ports).filter(
    ({ kind }) => kind.object === type.name,
  );
  const always = Object.entries(steps[0]?.kind.always ?? {}).map(([name, value]) => ({
    [name]: { eq: value },
  }));
  const any = steps.flatMap(({ search: { filter }, filter: given }) => {
    const [, name = "", operator = "eq"] = /^(.+?)(?:_(regexp|regexp_ic))?$/.exec(filter) ?? [];
    return type.attribute(name) === null ? [] : [{ [name]: { [operator]: given[filter] ?? null } }];
  });
  return any.length === 0 ? null : { _and: [...always, { _or: any }] };
}
