import type { ObjectTypeSpec, Specs } from "./define.ts";
import type { PageSpec, PageTab } from "./define-page.ts";
import { isMembers, listOf, members, NAMES, TEXT, WORDS, type Form } from "./member-forms.ts";
import { knownNames, unknownType, type Found } from "./mistakes.ts";
import type { Reference } from "./object-type.ts";
import { referencesOf } from "./references.ts";

/** Members of `page` in a definition. */
export const OF_PAGE = {
  head: NAMES,
  text: WORDS,
  tabs: listOf(members('{ of: "system.object" }')),
} as const satisfies Readonly<Record<keyof PageSpec, Form>>;

/** Members of an entry of `page.tabs`. */
export const OF_TAB = {
  of: TEXT,
  by: TEXT,
  columns: NAMES,
  label: WORDS,
} as const satisfies Readonly<Record<keyof PageTab, Form>>;

/** The entries of `page.tabs`, as far as they are written as such. */
export function tabsIn(page: unknown): readonly unknown[] {
  const tabs = isMembers(page) ? page["tabs"] : undefined;
  return Array.isArray(tabs) ? tabs : [];
}

/** What is wrong in the member `page` of a type. */
export function* checkPage(spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  const { head = [], tabs = [] } = spec.page ?? {};
  yield* unknown("page.head", head, spec);
  const told = new Set<string>();
  for (const tab of tabs) {
    yield* checkTab(tab, spec, specs);
    for (const { name } of waysOf(tab, spec, specs)) {
      if (told.has(name)) yield { at: "page.tabs", text: `${tab.of} stands there twice. Take one away.` };
      told.add(name);
    }
  }
}

/** References by which the listed objects can refer to those of the type. */
function waysOf({ of, by }: PageTab, { name }: ObjectTypeSpec, specs: Specs): readonly Reference[] {
  const listed = specs.get(of);
  const ways = listed === undefined ? [] : referencesOf(listed, specs).filter(({ to }) => to === name);
  return by === undefined ? ways : ways.filter(({ attributes }) => attributes.includes(by));
}

function* checkTab({ of, by, columns = [] }: PageTab, spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  const at = "page.tabs";
  const { name } = spec;
  const listed = specs.get(of);
  if (listed === undefined) {
    yield { at, text: unknownType(of, specs) };
    return;
  }
  const ways = waysOf({ of }, spec, specs);
  const names = ways.flatMap(({ attributes }) => attributes);
  if (by !== undefined && !names.includes(by))
    yield { at, text: `${by} of ${of} does not refer to ${name}. ${knownNames(by, names)}` };
  else if (ways.length === 0) yield { at, text: `nothing in ${of} refers to ${name}. Take it away.` };
  else if (by === undefined && ways.length > 1)
    yield { at, text: `several attributes of ${of} refer to ${name}. Write by: one of ${names.join(", ")}.` };
  yield* unknown(at, columns, listed);
}

function* unknown(
  at: string,
  names: readonly string[],
  { name: type, attributes }: ObjectTypeSpec,
): Iterable<Found> {
  const known = Object.keys(attributes);
  for (const name of names)
    if (!known.includes(name))
      yield { at, text: `${name} is no attribute of ${type}. ${knownNames(name, known)}` };
}
