import { checkAttributes } from "./check-attributes.ts";
import { checkEffects } from "./check-effects.ts";
import { checkPage } from "./check-page.ts";
import { checkParameters } from "./check-parameters.ts";
import { checkReverse } from "./check-reverse.ts";
import { checkRights } from "./check-rights.ts";
import { checkSearch } from "./check-search.ts";
import { checkService } from "./check-service.ts";
import { checkSystem } from "./check-system.ts";
import type { AttributeSpec, CompositeReference, ConstraintSpec, ObjectTypeSpec, Specs } from "./define.ts";
import { answerTexts } from "./define-service.ts";
import { foundAt, knownNames, unknownType, type Found, type Mistake } from "./mistakes.ts";

/** Mistakes in a set of definitions that can be found without a database. */
export function mistakesOf(specs: Specs): readonly Mistake[] {
  return [...doubleNames(specs), ...[...specs.values()].flatMap((spec) => mistakesOfSpec(spec, specs))];
}

function doubleNames(specs: Specs): readonly Mistake[] {
  const prefixes = new Map<string, string>();
  return [...specs.values()].flatMap((spec) => {
    const other = prefixes.get(spec.gpk);
    prefixes.set(spec.gpk, spec.name);
    if (other === undefined) return [];
    const text = `the gpk prefix ${spec.gpk} belongs to ${other}. Write another word.`;
    return [{ type: spec.name, at: "gpk", text }];
  });
}

function mistakesOfSpec(spec: ObjectTypeSpec, specs: Specs): readonly Mistake[] {
  return [...foundIn(spec, specs)].map((one) => ({ type: spec.name, ...one }));
}

function* foundIn(spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  yield* checkNames(spec);
  yield* checkSystem(spec, specs);
  yield* checkTexts(spec);
  yield* checkNamed(spec);
  yield* checkAttributes(spec, specs);
  yield* checkParameters(spec, specs);
  for (const composite of spec.composite ?? [])
    yield* foundAt(`composite ${composite.name}`, checkComposite(composite, spec, specs));
  yield* checkTargets(spec, specs);
  yield* checkRights(spec, specs);
  yield* checkSearch(spec);
  yield* checkPage(spec, specs);
  yield* checkReverse(spec, specs);
  yield* checkService(spec, specs);
  yield* checkEffects(spec, specs);
  for (const [name, constraint] of Object.entries(spec.storage?.constraints ?? {}))
    yield* foundAt(`constraint ${name}`, checkDeferred(constraint));
}

function* checkNames({ name, gpk, attributes }: ObjectTypeSpec): Iterable<Found> {
  if (!/^[a-z]+\.[a-z][a-z0-9_]*$/.test(name))
    yield { at: "name", text: `the name must be system.object in small letters, as lab.loan.` };
  if (!/^[a-z]+$/.test(gpk)) yield { at: "gpk", text: `the gpk prefix ${gpk} must be letters, as loan.` };
  for (const attribute of Object.keys(attributes))
    if (!/^[a-z][a-z0-9_]*$/.test(attribute))
      yield { at: attribute, text: `the name must be small letters, digits and _, as login_name.` };
}

function* checkTexts(spec: ObjectTypeSpec): Iterable<Found> {
  const texts = [
    ["label", spec.label],
    ["description", spec.description],
    ...Object.entries(spec.attributes).map(([name, { label }]) => [name, label] as const),
    ...Object.entries(answerTexts(spec.service)),
  ] as const;
  for (const [at, text] of texts)
    if (text.de.trim() === "" || text.en.trim() === "")
      yield { at, text: `a text is empty. Write { de: "…", en: "…" }.` };
}

/** Members that name attributes of the type. */
function* checkNamed(spec: ObjectTypeSpec): Iterable<Found> {
  const own = Object.keys(spec.attributes);
  for (const [at, names] of Object.entries(namesIn(spec)))
    for (const name of [names ?? []].flat())
      if (!["gpk", "is_own", ...own].includes(name))
        yield { at, text: `${name} is no attribute. ${knownNames(name, own)}` };
  yield* checkSecrets(spec);
  yield* foundAt("languageAttributes", checkTranslated(spec));
}

function namesIn(spec: ObjectTypeSpec): Readonly<Record<string, string | readonly string[] | undefined>> {
  const { key, title, unique, languageAttributes, translates, madeWith, vanishesWith } = spec;
  return {
    key,
    // Without a title the key is the title.
    title: title.filter((name) => !key.includes(name)),
    languageAttributes,
    unique: unique?.flat(),
    ranking: spec.ranking?.attribute,
    translates,
    madeWith,
    vanishesWith,
    feed: spec.feed?.attributes,
    "service.copied": spec.service?.copied,
    hierarchy: spec.hierarchy?.parent,
  };
}

/** Titles are shown everywhere, also to people who may not read a secret. */
function* checkSecrets({ key, title, attributes }: ObjectTypeSpec): Iterable<Found> {
  for (const [at, names] of Object.entries({ key, title }))
    for (const name of names)
      if (attributes[name]?.secret === true)
        yield { at, text: `${name} is secret, and everybody sees the ${at}. Name another attribute.` };
}

/** Translations replace the text of a column. */
function* checkTranslated({ languageAttributes = [], attributes }: ObjectTypeSpec): Iterable<string> {
  for (const name of languageAttributes) {
    const attribute = attributes[name];
    if (attribute !== undefined && !isOwnText(attribute))
      yield `${name} is no text that is stored, so it has no translations. Name an attribute of type text or text_line.`;
  }
}

function isOwnText({ type, ref, computed }: AttributeSpec): boolean {
  const isText = type.startsWith("text") && !type.endsWith("_array");
  return isText && ref === undefined && computed === undefined;
}

function* checkComposite(
  { name, to, attributes }: CompositeReference,
  spec: ObjectTypeSpec,
  specs: Specs,
): Iterable<string> {
  const key = specs.get(to)?.key;
  if (key === undefined) yield unknownType(to, specs);
  else if (key.length !== attributes.length)
    yield `it does not have the parts of the key of ${to}. Write one attribute for each of: ${key.join(", ")}.`;
  for (const attribute of attributes)
    if (spec.attributes[attribute]?.partOf !== name)
      yield `${attribute} is no part of it. Write an attribute ${attribute} with partOf: "${name}".`;
}

/** Ranges may overlap for a while within a call. Only a check at the end of the call tells which row is in the way. */
function* checkDeferred({ sql, fault }: ConstraintSpec): Iterable<string> {
  if (fault.kind === "overlap" && !/\bdeferrable initially deferred\s*$/i.test(sql))
    yield `it is checked at each row, so nothing tells what is in the way. Write deferrable initially deferred at its end.`;
}

function* checkTargets({ needs = [], relations = [] }: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  for (const { to } of needs) if (!specs.has(to)) yield { at: "needs", text: unknownType(to, specs) };
  for (const { name, to } of relations)
    if (to !== "*" && !specs.has(to)) yield { at: `relation ${name}`, text: unknownType(to, specs) };
}
