import type { Json } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";

/** The member `search` of a row of `wapi.object_type`, with everything that a definition leaves out; null if rows are not searched. */
export function searchRow({ spec, attributes }: ObjectType): Json {
  const { search } = spec;
  if (search === undefined) return null;
  const shown = search.shown ?? spec.title;
  const texts = spec.title.filter((name) => attributes.get(name)?.dataType.jsonName === "string");
  return {
    rank: search.rank ?? LAST,
    system: search.system ?? null,
    has_owners: spec.own !== null,
    search_list: (search.by ?? texts.map((name) => `${name}_regexp_ic`)).flatMap((one) =>
      typeof one === "string"
        ? [{ filter: one, by: "name" }]
        : Object.entries(one).map(([by, filter]) => ({ filter, by })),
    ),
    shown_list: shown,
    named_list: search.named ?? shown.slice(0, 1),
    sorting_list: search.sorting ?? spec.key,
    filters: search.filters ?? {},
    note_dict: search.note === undefined ? null : { ...search.note },
    within: search.within ?? null,
  };
}

const LAST = 80;
