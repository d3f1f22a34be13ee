import { TERM_MEANINGS } from "#contract/wire/search";
import type { ObjectTypeSpec } from "./define.ts";
import { knownNames, type Found } from "./mistakes.ts";

/** What is wrong in the member `search` of a type. */
export function* checkSearch(spec: ObjectTypeSpec): Iterable<Found> {
  const { search, attributes, filters = {} } = spec;
  if (search === undefined) return;
  const told = Object.keys(attributes).filter((name) => attributes[name]?.secret !== true);
  const own = ["gpk", ...told];
  for (const member of ["shown", "named", "sorting"] as const)
    for (const name of (search[member] ?? []).map((entry) => entry.replace(/ (asc|desc)$/i, "")))
      if (!own.includes(name))
        yield {
          at: `search.${member}`,
          text: `${name} is no attribute that everybody sees. ${knownNames(name, own)}`,
        };
  const { within } = search;
  if (within !== undefined && attributes[within]?.ref === undefined)
    yield { at: "search.within", text: `${within} refers to nothing. Write the name of a reference.` };
  const known = [...told, ...Object.keys(filters)];
  for (const filter of filtersOf(search.by ?? [])) {
    const name = filter.replace(/_regexp(_ic)?$/, "");
    if (!known.includes(name) && !known.includes(filter))
      yield { at: "search.by", text: `the list has no filter ${filter}. ${knownNames(name, known)}` };
  }
  yield* checkMeanings(search.by ?? []);
}

type By = NonNullable<NonNullable<ObjectTypeSpec["search"]>["by"]>;

function filtersOf(by: By): readonly string[] {
  return by.flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)));
}

function* checkMeanings(by: By): Iterable<Found> {
  const known: readonly string[] = TERM_MEANINGS;
  for (const name of by.flatMap((one) => (typeof one === "string" ? [] : Object.keys(one))))
    if (!known.includes(name))
      yield { at: "search.by", text: `${name} is no meaning of a text. ${knownNames(name, known)}` };
}
