import { markersOf, textsIn, withValues, type MarkerValues } from "#contract/template";
import type { Json, Params, Row } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { Step } from "#contract/wire/step";
import { LIMITS } from "#contract/limits";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { referenceTitle } from "../catalogue/title.ts";
import type { ReferenceTarget } from "./widget.ts";

const MOST_SEARCHED = 4;
// Flags by which a type says which of its rows may be chosen for something new.
const OFFER_FLAGS = ["is_creatable", "is_assignable"];

/** How the values of a reference are found: searched in its title, key and readable names, in the type's own order. */
export function referenceTarget(
  catalogue: Catalogue,
  object: string,
  attribute: string,
  isCreate: boolean,
): ReferenceTarget {
  const type = catalogue.objectType(object);
  const flag = isCreate ? OFFER_FLAGS.find((name) => type?.attribute(name) != null) : undefined;
  return {
    object,
    attribute,
    titles: type?.title ?? [],
    searched: type === null ? [] : searchedAttributes(type, attribute),
    filters: flag === undefined ? {} : { [flag]: true },
    sorting: hasOrder(type) ? ["position"] : [],
  };
}

/** Whether rows of the type have places in an order of their own; a position that is a text is somewhere in a cabinet. */
export function hasOrder(type: ObjectTypeMeta | null): boolean {
  return type?.attribute("position")?.dataType.json_name === "number";
}

/** What a parameter that is no attribute names: an object of the only type whose key is of its data type. */
export function namedByKeyOf(
  catalogue: Catalogue,
  dataType: DataTypeRow,
): Pick<ReferenceTarget, "object" | "attribute"> | null {
  if (dataType.is_array || dataType.name === "gpk") return null;
  const [found, ...others] = catalogue.types.flatMap((type) => {
    const key = type.key.length === 1 ? type.attribute(type.key[0] ?? "") : null;
    const isOwnName = key?.data_type === dataType.name && key.refersTo === null;
    return isOwnName ? [{ object: type.name, attribute: key.name }] : [];
  });
  return others.length > 0 ? null : (found ?? null);
}

/** What a parameter that is no attribute names by gpk: `p_port_gfk` of a function of `nd` an `nd.p_port`. */
export function namedByGpkOf(
  catalogue: Catalogue,
  object: string,
  parameter: string,
): Pick<ReferenceTarget, "object" | "attribute"> | null {
  const part = /^(.+)_gfk$/.exec(parameter)?.[1];
  if (part === undefined || catalogue.objectType(object)?.attribute(parameter) != null) return null;
  const type = catalogue.objectType(`${object.slice(0, object.indexOf("."))}.${part}`);
  return type === null ? null : { object: type.name, attribute: "gpk" };
}

/** What `role_name_list` of a new token names: the type that the links of a token refer to by `role_name`. */
export function linkedByOf(
  catalogue: Catalogue,
  object: string,
  parameter: string,
): Pick<ReferenceTarget, "object" | "attribute"> | null {
  const name = /^(.+)_list$/.exec(parameter)?.[1];
  if (name === undefined) return null;
  const [found, ...others] = catalogue.types.flatMap((type) => {
    const isLink = type.key.some((key) => type.attribute(key)?.refersTo?.object === object);
    const target = type.key.includes(name) ? type.attribute(name)?.refersTo : null;
    return isLink && target ? [target] : [];
  });
  return others.length > 0 ? null : (found ?? null);
}

function searchedAttributes(type: ObjectTypeMeta, attribute: string): readonly string[] {
  const names = new Set([attribute, ...type.title, ...type.key, "title", "full_name", "description"]);
  return [...names]
    .filter((name) => {
      const found = type.attribute(name);
      return (
        found !== null &&
        found.dataType.json_name === "string" &&
        !isOpaque(found.data_type) &&
        !found.is_secret
      );
    })
    .slice(0, MOST_SEARCHED);
}

function isOpaque(dataType: string): boolean {
  return dataType === "gpk" || dataType === "timestamp" || dataType === "date";
}

/** The step of a typeahead: rows in which one of the searched attributes contains the text, ignoring case. */
export function suggestStep(idx: string, target: ReferenceTarget, text: string): Step {
  const typed = target.searched.length === 0 ? null : typedFilter(target, text.trim());
  const own = target.filters["filter_params_dict"];
  const filter = typed === null || own === undefined ? typed : { _and: [own, typed] };
  return listStep(idx, target, {
    ...(filter === null ? {} : { filter_params_dict: filter }),
    // One more than is shown tells whether there are more.
    fetch_limit: mostOffered(target) + 1,
  });
}

/** How many rows are shown at once. */
export function mostOffered({ isFew }: { readonly isFew?: boolean }): number {
  return isFew === true ? LIMITS.listedMatches : LIMITS.typeaheadMatches;
}

/** The step of the rows that are called as typed, whatever comes first among those that contain it; null where nothing is looked through. */
export function exactStep(idx: string, target: ReferenceTarget, text: string): Step | null {
  const typed = text.trim();
  if (typed === "" || target.searched.length === 0) return null;
  const whole: Json = { regexp_ic: `^${typed.includes("/") ? "(.*/)?" : ""}${escapeRegExp(typed)}$` };
  const filter: Params = { _or: target.searched.map((name): Json => ({ [name]: whole })) };
  const own = target.filters["filter_params_dict"];
  return listStep(idx, target, {
    filter_params_dict: own === undefined ? filter : { _and: [own, filter] },
    fetch_limit: MOST_EXACT,
  });
}

const MOST_EXACT = 3;

/** Each part of what is typed is found somewhere: what is shown of a gpk is put together from several attributes. */
function typedFilter({ searched, attribute }: ReferenceTarget, text: string): Params | null {
  const parts = attribute === "gpk" ? text.split(/[\s/]+/) : [text];
  const filters = parts
    .filter((part) => part !== "")
    .map((part): Params => ({
      _or: searched.map((name): Json => ({ [name]: { regexp_ic: escapeRegExp(part) } })),
    }));
  return filters.length > 1 ? { _and: filters } : (filters[0] ?? null);
}

/** The step of a choice: all rows that may be chosen, in their order. */
export function choiceStep(idx: string, target: ReferenceTarget): Step {
  return listStep(idx, target, {});
}

/** The step of the one row that a stored gpk stands for. */
export function namedStep(idx: string, { object }: ReferenceTarget, gpk: string): Step {
  return { idx, name: `${object}.list`, old: { gpk_list: [gpk] } };
}

/** What comes before the step of a list. */
export function stepsBefore({ narrowing }: ReferenceTarget): readonly Step[] {
  return narrowing?.steps ?? [];
}

function listStep(idx: string, { object, filters, sorting, narrowing }: ReferenceTarget, more: Params): Step {
  const list: Step = {
    idx,
    name: `${object}.list`,
    old: { ...filters, ...(sorting.length > 0 ? { sorting_params_list: sorting } : {}), ...more },
  };
  if (narrowing === undefined) return list;
  const { inner = {}, union = {} } = narrowing;
  return { ...list, inner_join_ref: inner, union_join_ref: union };
}

/** Fields of the form whose values decide what a reference offers. */
export function fieldsBefore(target: ReferenceTarget): readonly string[] {
  const filters = [target.filters, ...stepsBefore(target).map((step) => step.old ?? null)];
  return [...new Set(filters.flatMap(textsIn).flatMap((text) => markersOf(text) ?? []))];
}

/** The reference with the values of these fields put in. */
export function withFields(unbound: ReferenceTarget, values: MarkerValues): ReferenceTarget {
  const target = { ...unbound, filters: filtersWith(unbound.filters, values) };
  const { narrowing } = target;
  if (narrowing === undefined) return target;
  const steps = narrowing.steps.map((step) =>
    step.old === undefined ? step : { ...step, old: filtersWith(step.old, values) },
  );
  return { ...target, narrowing: { ...narrowing, steps } };
}

function filtersWith(old: Params, values: MarkerValues): Params {
  return Object.fromEntries(Object.entries(old).map(([name, value]) => [name, withValues(value, values)]));
}

/** What a row offers: the value that is stored, and what a person reads. */
export function suggestionOf(
  catalogue: Catalogue,
  target: ReferenceTarget,
  row: Row,
): { readonly value: Json; readonly label: string; readonly note: string | null } {
  const value = row[target.attribute] ?? null;
  const title = referenceTitle(catalogue.objectType(target.object), row);
  const label = target.attribute === "gpk" || typeof value === "object" ? title : String(value);
  const notes = [...target.titles, ...target.searched, "description"]
    .map((name) => row[name])
    .filter((part): part is string => typeof part === "string" && part !== "" && !label.includes(part));
  return { value, label, note: notes[0] ?? null };
}

/** A text as a regular expression that matches just it; only signs are escaped (wire contract 2.5). */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
