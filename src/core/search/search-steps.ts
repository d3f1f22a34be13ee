import { lengthOf, patternOf } from "#contract/data-type";
import type { Json, Params } from "#contract/wire/json";
import type { TermMeaning } from "#contract/wire/search";
import type { Step } from "#contract/wire/step";
import { regexpFault } from "#contract/values/regexp";
import type { ToAscii } from "#contract/values/fqdn";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { partsOfFilter } from "../catalogue/filter-name.ts";
import { escapeRegExp } from "../form/reference.ts";
import { filteredAttribute, searchKinds, searchSystems, type KindSearch, type SearchKind } from "./kinds.ts";
import { readTerm, type SearchReading } from "./read-term.ts";

export interface SearchOptions {
  readonly isOwn: boolean;
  /** 0 sends no limit (CONST-12). */
  readonly limit: number;
}

export interface SearchPorts {
  readonly catalogue: Catalogue;
  readonly toAscii: ToAscii;
}

export interface SearchStep {
  readonly kind: SearchKind;
  readonly search: KindSearch;
  readonly filter: Params;
  readonly step: Step & { readonly idx: string };
}

/** All steps of a search, sent as one call. A kind that cannot contain the term is left out (SRCH-20, SRCH-21). */
export function searchSteps(
  reading: SearchReading,
  options: SearchOptions,
  ports: SearchPorts,
): readonly SearchStep[] {
  const kinds = searchKinds(ports.catalogue).filter(
    ({ object, system }) =>
      (reading.system === null || reading.system === system) && ports.catalogue.fn(object, "list") !== null,
  );
  return kinds.flatMap((kind) =>
    kind.searches.flatMap((search) => {
      const value = valueOf(kind, search, reading, ports);
      return value === null ? [] : [stepOf(kind, search, value, options)];
    }),
  );
}

function stepOf(kind: SearchKind, search: KindSearch, value: Json, options: SearchOptions): SearchStep {
  const { filter, by } = search;
  const narrowed: Params = { ...kind.always, [filter]: value };
  const step = {
    idx: `${kind.object} ${filter} ${by}`,
    name: `${kind.object}.list`,
    old: {
      ...narrowed,
      is_own: options.isOwn && kind.hasOwners,
      sorting_params_list: kind.sorting,
      ...(options.limit === 0 ? {} : { fetch_limit: options.limit }),
    },
  };
  return { kind, search, filter: narrowed, step };
}

/** The value of a filter; null if the term cannot have this meaning. */
function valueOf(kind: SearchKind, search: KindSearch, reading: SearchReading, ports: SearchPorts): Json {
  const attribute = attributeOf(ports.catalogue, kind, search);
  const { by } = search;
  if (by === "words" && !INDEXED.test(reading.term)) return null;
  if (by !== "name" && by !== "words") return classValue(meant(by, reading), search, attribute);
  if (reading.isRegexp) return reading.term;
  const text = searchedText(reading.term, attribute, ports.toAscii);
  return text === null ? null : expressionOf(text, search, attribute);
}

/** Text that a trigram index finds. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

function meant(by: TermMeaning, { classes }: SearchReading): Json {
  return classes[by === "number" ? "vlan" : by] ?? null;
}

/** The attribute of a filter; filters with their own name have none. */
function attributeOf(catalogue: Catalogue, kind: SearchKind, search: KindSearch): AttributeMeta | null {
  return catalogue.objectType(kind.object)?.attribute(filteredAttribute(search)) ?? null;
}

function classValue(value: Json, search: KindSearch, attribute: AttributeMeta | null): Json {
  if (typeof value === "number") return isWithin(attribute?.dataType, value) ? value : null;
  const isExpression = partsOfFilter(search.filter).operator === "regexp";
  return typeof value === "string" && isExpression ? `^${escapeRegExp(value)}$` : value;
}

function isWithin(dataType: DataTypeRow | undefined, value: number): boolean {
  return value >= (dataType?.min ?? -Infinity) && value <= (dataType?.max ?? Infinity);
}

/** The term as part of a value of the attribute; null if no value can contain it (SRCH-21). */
function searchedText(term: string, attribute: AttributeMeta | null, toAscii: ToAscii): string | null {
  if (attribute === null) return null;
  const { dataType } = attribute;
  const lowered = isLowerCase(dataType) ? term.toLowerCase() : term;
  const text = dataType.name === "fqdn" ? (toAscii(lowered) ?? lowered) : lowered;
  const isShort = dataType.text_length === null || lengthOf(text) <= dataType.text_length;
  const canBePart = dataType.part_pattern === null || patternOf(dataType.part_pattern).test(text);
  return isShort && canBePart ? text : null;
}

/** True if values of the type are stored in lower case. */
function isLowerCase({ part_pattern: pattern }: DataTypeRow): boolean {
  return pattern !== null && !patternOf(pattern).test("A");
}

/** A literal part, ignoring case (SRCH-11); null if it is too long for an expression. */
function expressionOf(text: string, search: KindSearch, attribute: AttributeMeta | null): string | null {
  const ignoresCase =
    partsOfFilter(search.filter).operator === "regexp_ic" ||
    (attribute !== null && isLowerCase(attribute.dataType));
  const expression = `${ignoresCase ? "" : "(?i)"}${escapeRegExp(text)}`;
  return regexpFault(expression) === null ? expression : null;
}

/** Query parameter of a list that was opened from the search: the term. */
export const FOUND_BY = "found";

/** The filter of a list that has what the search finds of its type (SRCH-57); null if the term finds nothing there. */
export function foundFilter(type: ObjectTypeMeta, term: string, ports: SearchPorts): Params | null {
  const reading = readTerm(term, searchSystems(ports.catalogue));
  if (reading.kind !== "search") return null;
  const steps = searchSteps(reading, { isOwn: false, limit: 0 }, ports).filter(
    ({ kind }) => kind.object === type.name,
  );
  const always = Object.entries(steps[0]?.kind.always ?? {}).map(([name, value]) => ({
    [name]: { eq: value },
  }));
  const any = steps.flatMap(({ search, filter: given }) => {
    const { attribute, operator } = partsOfFilter(search.filter);
    const value = given[search.filter] ?? null;
    return type.attribute(attribute) === null ? [] : [{ [attribute]: { [operator]: value } }];
  });
  return any.length === 0 ? null : { _and: [...always, { _or: any }] };
}
