import type { FunctionRow, ParameterRow, ReferenceRow } from "#contract/wire/metadata";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { deedName, isCommonFunction, namesRow, ownFunctions } from "#core/catalogue/functions";
import { linkMove } from "#core/screen/link-move";
import type { Planning } from "#core/screen/planning";
import type { Value } from "#core/screen/value";
import type { Locale } from "#core/text";

/** What the metadata of types offer, in the language of a reader. */
export interface Offering {
  readonly catalogue: Catalogue;
  readonly locale: Locale;
}

/** Controls of a list of all objects of a type: each of its functions. */
export function plannedInList(offering: Offering, type: ObjectTypeMeta): readonly Planning[] {
  return [...makersOf(type).map((fn) => planningOf(offering, fn)), ...plannedWithRow(offering, type)];
}

/** Controls of one object, and of objects that another one names. */
export function plannedWithRow(offering: Offering, type: ObjectTypeMeta): readonly Planning[] {
  const own = ownFunctions(type).filter(namesRow);
  const before = [...named(type, "update"), ...own].map((fn) => planningOf(offering, fn));
  const moves: readonly Planning[] =
    linkMove.holder(offering.catalogue, type) === null
      ? []
      : [{ do: "create", text: "editor.control.move", move: linkMove }];
  return [...before, ...moves, ...named(type, "delete").map((fn) => planningOf(offering, fn))];
}

/** Controls of the objects that refer to the current one. A new object refers to it too, so functions that cannot name it are absent. */
export function plannedBelow(
  offering: Offering,
  type: ObjectTypeMeta,
  reference: ReferenceRow,
): readonly Planning[] {
  const makers = makersOf(type).flatMap((fn) => boundTo(offering, reference, fn));
  return [...makers, ...plannedWithRow(offering, type)];
}

/** Functions that make something without naming a row. */
function makersOf(type: ObjectTypeMeta): readonly FunctionRow[] {
  const own = ownFunctions(type).filter((fn) => !namesRow(fn));
  return [...named(type, "create"), ...own];
}

function named({ functions }: ObjectTypeMeta, name: string): readonly FunctionRow[] {
  return functions.filter((fn) => fn.name === name);
}

function planningOf({ catalogue, locale }: Offering, fn: FunctionRow): Planning {
  const { name, object_fq_name: object, parameters } = fn;
  if (isCommonFunction(name)) return { do: name };
  const asked = Object.values(parameters).filter((one) => one.new !== undefined);
  // Each row would need a partner of its own.
  const isOfTwo = asked.some((one) => one.new?.isRequired === true && one.ref?.object_fq_name === object);
  const rows = namesRow(fn) ? (isOfTwo ? "one" : null) : "none";
  return {
    do: name,
    caption: deedName(catalogue, object, name, locale),
    ...(rows === null ? {} : { rows }),
    ...(asked.length === 0 ? { ask: [] } : {}),
  };
}

/** The control with the reference to the current object filled in and locked; none if the function takes no such reference. */
function boundTo(
  offering: Offering,
  { attribute_list: own, ref_attribute_list: theirs, ref_object_fq_name: to }: ReferenceRow,
  fn: FunctionRow,
): readonly Planning[] {
  const set: Record<string, Value> = {};
  for (const [at, name] of own.entries()) {
    const parameter = fn.parameters[name];
    // Another function than create may have an unrelated parameter of the same name.
    const isTaken = fn.name === "create" || parameter?.ref?.object_fq_name === to;
    if (parameter?.new === undefined || !isTaken) return [];
    set[name] = valueFor(offering, parameter, theirs[at] ?? "");
  }
  return [{ ...planningOf(offering, fn), set, lock: own }];
}

function valueFor({ catalogue }: Offering, parameter: ParameterRow, attribute: string): Value {
  const value = { current: attribute };
  return catalogue.dataType(parameter.data_type).is_array ? { list: value } : value;
}
