import { isList, isObject, type Json, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { AttributeMeta, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { partsOfFilter } from "../../catalogue/filter-name.ts";
import { translationsIn } from "../../catalogue/translations.ts";
import { sameJson, sameValue } from "../../form/values.ts";
import { isRelated, joinsOf, type Around, type Join } from "./related.ts";
import { all, any, not, type Told } from "./told.ts";

/** Members of a list step that do not restrict the rows. */
const NO_CONDITION = new Set(["fetch_limit", "sorting_params_list"]);

/** Members of a list step whose meaning depends on rows that may be unknown. */
const OF_OTHER_ROWS = ["old_ref_idx", "inner_join_noref", "anti_join_noref"] as const;

/** Whether the server would return a row with these values in a step (wire contract 2.5, 2.7, 3.4). */
export function fits(type: ObjectTypeMeta, step: Step, row: Row, around: Around): Told {
  if (isOfOtherRows(step)) return null;
  let told: Told = true;
  // Most rows of a long list are refused by the first condition.
  for (const [name, value] of Object.entries(step.old ?? {})) {
    const one = NO_CONDITION.has(name) || fitsParameter(type, name, value, row);
    if (one === false) return false;
    if (one === null) told = null;
  }
  return all([told, fitsJoins(type, step, row, around)]);
}

function fitsParameter(type: ObjectTypeMeta, name: string, value: Json, row: Row): Told {
  if (name === "filter_params_dict") return fitsFilter(type, value, row);
  if (name === "is_own") return fitsOwn(row[name], value);
  const own = type.attribute(name);
  if (own !== null) return hasOwnMeaning(type, name) ? null : isEqual(own, row, value);
  const { attribute: base, operator } = partsOfFilter(name);
  const attribute = type.attribute(base);
  if (attribute === null) return null;
  if (operator !== "in") return isMatching(attribute, row, value, operator);
  return isList(value) ? any(value.map((one) => isEqual(attribute, row, one))) : null;
}

/** Whether the server computes which rows match such a filter, as for the smallest subnet with an address. */
function hasOwnMeaning(type: ObjectTypeMeta, name: string): boolean {
  const known = OWN_MEANINGS.get(type);
  if (known !== undefined) return known.has(name);
  const parameters = type.functions.find((fn) => fn.name === "list")?.parameters ?? {};
  const names = Object.keys(parameters).filter((one) => parameters[one]?.has_own_meaning === true);
  OWN_MEANINGS.set(type, new Set(names));
  return names.includes(name);
}

/** Computed once for a type, because long lists need it for each row. */
const OWN_MEANINGS = new WeakMap<ObjectTypeMeta, ReadonlySet<string>>();

/** An account that plans an object may write it, so the object counts as owned unless a test shows otherwise. */
function fitsOwn(isOwn: Json | undefined, wanted: Json): boolean {
  return typeof isOwn !== "boolean" || isOwn === wanted;
}

function fitsFilter(type: ObjectTypeMeta, filter: Json, row: Row): Told {
  if (!isObject(filter)) return null;
  return all(
    Object.entries(filter).map(([name, value]) => {
      if (name === "_and" || name === "_or")
        return (name === "_and" ? all : any)(
          (isList(value) ? value : []).map((one) => fitsFilter(type, one, row)),
        );
      if (name === "_not") return not(fitsFilter(type, value, row));
      const attribute = type.attribute(name);
      if (attribute === null || !isObject(value)) return null;
      return all(Object.entries(value).map(([word, right]) => fitsOperator(attribute, word, right, row)));
    }),
  );
}

function fitsOperator(attribute: AttributeMeta, word: string, right: Json, row: Row): Told {
  const among = (): Told => (isList(right) ? any(right.map((one) => isEqual(attribute, row, one))) : null);
  switch (word) {
    case "eq":
      return isEqual(attribute, row, right);
    case "ne":
      return not(isEqual(attribute, row, right));
    case "in":
      return among();
    case "not_in":
      return not(among());
    case "is_null":
      return isEqual(attribute, row, null) === null ? null : isEqual(attribute, row, null) === right;
    case "regexp":
    case "regexp_ic":
      return isMatching(attribute, row, right, word);
    default:
      return null;
  }
}

function isEqual(attribute: AttributeMeta, row: Row, wanted: Json): Told {
  const value = row[attribute.name];
  if (value === undefined) return null;
  return sameValue(attribute.dataType, value, wanted) || (isList(value) && sameJson(value, [wanted]));
}

function isMatching(attribute: AttributeMeta, row: Row, pattern: Json, kind: string): Told {
  const value = row[attribute.name];
  if (value === undefined || typeof pattern !== "string") return null;
  // An expression for a language attribute also searches its translations (wire contract 2.5).
  const texts = [value, ...translationsIn(row, attribute.name)].filter((one) => typeof one === "string");
  try {
    const expression = new RegExp(pattern, kind === "regexp_ic" ? "iu" : "u");
    return texts.some((text) => expression.test(text));
  } catch {
    // The expressions of the server have features that those of the browser lack.
    return null;
  }
}

/** Whether the relations to the rows of earlier steps hold. */
export function fitsJoins(type: ObjectTypeMeta, step: Step, row: Row, around: Around): Told {
  const told = (kind: Join["kind"]): readonly Told[] =>
    joins.filter((join) => join.kind === kind).map((join) => isRelated(type, row, join, around));
  const joins = joinsOf(step);
  const union = told("union");
  return all([...told("inner"), ...(union.length === 0 ? [] : [any(union)]), ...told("anti").map(not)]);
}

/** Whether the rows of the step depend on rows that no list has. */
export function isOfOtherRows(step: Step): boolean {
  const { old_ref_params: taken = [] } = step;
  return taken.length > 1 || OF_OTHER_ROWS.some((member) => step[member] !== undefined);
}

/** Names of attributes whose values the step uses in conditions. */
export function readBy(type: ObjectTypeMeta, { old = {} }: Step): readonly string[] {
  return Object.entries(old).flatMap(([name, value]) => {
    if (NO_CONDITION.has(name)) return [];
    if (name === "filter_params_dict") return namesIn(value);
    return [type.attribute(name) === null ? partsOfFilter(name).attribute : name];
  });
}

function namesIn(filter: Json): readonly string[] {
  if (isList(filter)) return filter.flatMap(namesIn);
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([name, value]) => (name.startsWith("_") ? namesIn(value) : [name]));
}
