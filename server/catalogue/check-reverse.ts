import type { ObjectTypeSpec, Specs } from "./define.ts";
import type { ReverseSpec } from "./define-reverse.ts";
import { having, NAMES, NUMBER, TEXT, WORDS, type Form } from "./member-forms.ts";
import { knownNames, unknownType, type Found } from "./mistakes.ts";

/** Members of `reverse` in a definition. */
export const OF_REVERSE = {
  oneOf: NAMES,
  deletableWith: NAMES,
  linked: having(
    { where: TEXT, link: TEXT, own: TEXT, other: TEXT, parameter: TEXT },
    '{ where: "…", link: "system.object", own: "…", other: "…", parameter: "…" }',
  ),
  byServer: having({ flag: TEXT, why: WORDS }, '{ flag: "…", why: { de: "…", en: "…" } }'),
  given: having({ turn: NUMBER, holder: TEXT }, '{ turn: 0, holder: "…" }'),
  renewed: WORDS,
} as const satisfies Readonly<Record<keyof ReverseSpec, Form>>;

/** What is wrong in the member `reverse` of a type. */
export function* checkReverse(spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  const { reverse, attributes } = spec;
  if (reverse === undefined) return;
  const { oneOf, deletableWith, byServer, given, linked } = reverse;
  const named = {
    oneOf,
    deletableWith,
    byServer: byServer?.flag,
    given: given?.holder,
    linked: linked?.where,
  };
  for (const [member, names] of Object.entries(named))
    yield* unknown(`reverse.${member}`, [names ?? []].flat(), Object.keys(attributes));
  if (linked !== undefined) yield* checkLinked(linked, spec, specs);
}

function* checkLinked(
  { link, own, other, parameter }: NonNullable<ReverseSpec["linked"]>,
  { attributes, functions }: ObjectTypeSpec,
  specs: Specs,
): Iterable<Found> {
  const type = specs.get(link);
  if (type === undefined) yield { at: "reverse.linked", text: unknownType(link, specs) };
  else yield* unknown("reverse.linked", [own, other], Object.keys(type.attributes));
  const parameters = [...Object.keys(attributes), ...Object.keys(functions.create?.extra ?? {})];
  yield* unknown("reverse.linked", [parameter], parameters);
}

function* unknown(at: string, names: readonly string[], known: readonly string[]): Iterable<Found> {
  for (const name of names)
    if (!known.includes(name)) yield { at, text: `${name} is no attribute. ${knownNames(name, known)}` };
}
