import { TERM_MEANINGS } from "#contract/wire/search";
import type { ObjectTypeSpec } from "./define.ts";
import type { SearchSpec } from "./define-search.ts";
import { either, listOf, members, named, NAMES, NUMBER, TEXT, WORDS, type Form } from "./member-forms.ts";
import { knownNames, type Found } from "./mistakes.ts";

/** Members of `search` in a definition. */
export const OF_SEARCH = {
  rank: NUMBER,
  system: TEXT,
  by: listOf(either(TEXT, named(TEXT, '{ address: "…" }'))),
  shown: NAMES,
  named: NAMES,
  sorting: NAMES,
  filters: members("{ is_current: true }"),
  note: WORDS,
  within: TEXT,
} as const satisfies Readonly<Record<keyof SearchSpec, Form>>;

/** What is wrong in the member `search` of a type. */
export function* checkSearch({ search, attributes, filters = {} }: ObjectTypeSpec): Iterable<Found> {
  if (search === undefined) return;
  const told = Object.keys(attributes).filter((name) => attributes[name]?.secret !== true);
  yield* checkShown(search, ["gpk", ...told]);
  const known = [...told, ...Object.keys(filters)];
  const searched = (search.by ?? []).flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)));
  yield* checkFilters("search.by", searched, known, /_regexp(_ic)?$/);
  yield* checkFilters(
    "search.filters",
    Object.keys(search.filters ?? {}),
    known,
    /_(?:regexp(?:_ic)?|list)$/,
  );
  yield* checkMeanings(search.by ?? []);
  const { within } = search;
  if (within !== undefined && attributes[within]?.ref === undefined)
    yield { at: "search.within", text: `${within} refers to nothing. Write the name of a reference.` };
}

function* checkShown(search: SearchSpec, known: readonly string[]): Iterable<Found> {
  for (const member of ["shown", "named", "sorting"] as const)
    for (const name of (search[member] ?? []).map((entry) => entry.replace(/ (asc|desc)$/i, ""))) {
      const text = `${name} is no attribute that everybody sees. ${knownNames(name, known)}`;
      if (!known.includes(name)) yield { at: `search.${member}`, text };
    }
}

type By = NonNullable<SearchSpec["by"]>;

function* checkFilters(
  at: string,
  filters: readonly string[],
  known: readonly string[],
  end: RegExp,
): Iterable<Found> {
  for (const filter of filters) {
    const name = filter.replace(end, "");
    const text = `the list has no filter ${filter}. ${knownNames(name, known)}`;
    if (!known.includes(name) && !known.includes(filter)) yield { at, text };
  }
}

function* checkMeanings(by: By): Iterable<Found> {
  const known: readonly string[] = ["words", ...TERM_MEANINGS];
  for (const name of by.flatMap((one) => (typeof one === "string" ? [] : Object.keys(one))))
    if (!known.includes(name))
      yield { at: "search.by", text: `${name} is no meaning of a text. ${knownNames(name, known)}` };
}
