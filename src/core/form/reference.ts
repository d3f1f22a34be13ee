import { textsIn } from "#contract/template";
import { markersOf } from "#contract/template-text";
import { withValues, type MarkerValues } from "#contract/template-values";
import type { Json, Params, Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { LIMITS } from "#contract/limits";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { referenceTitle } from "../catalogue/title.ts";
import { drawnType } from "./data-type.ts";
import type { ReferenceTarget } from "./widget.ts";

const MOST_SEARCHED = 4;

/** How the values of a reference are found: searched in its title, key and readable names, in the type's own order. */
export function referenceTarget(
  catalogue: Catalogue,
  object: string,
  attribute: string,
  isCreate: boolean,
): ReferenceTarget {
  const type = catalogue.objectType(object);
  const flag = isCreate ? type?.attributes.find((one) => one.is_offered === true) : undefined;
  const order = orderOf(type);
  return {
    object,
    attribute,
    titles: type?.title ?? [],
    searched: type === null ? [] : searchedAttributes(type, attribute),
    filters: flag === undefined ? {} : { [flag.name]: true },
    sorting: order === undefined ? [] : [order],
  };
}

/** The attribute that orders the rows of a type with few rows; undefined without one. */
export function orderOf(type: ObjectTypeMeta | null): string | undefined {
  return type?.attributes.find((one) => one.is_order === true)?.name;
}

function searchedAttributes(type: ObjectTypeMeta, attribute: string): readonly string[] {
  const names = new Set([attribute, ...type.title, ...type.key, "title", "full_name", "description"]);
  return [...names]
    .filter((name) => {
      const found = type.attribute(name);
      return (
        found !== null &&
        found.dataType.json_name === "string" &&
        drawnType(found.data_type).isOpaque !== true &&
        !found.is_secret
      );
    })
    .slice(0, MOST_SEARCHED);
}

/** The step of a typeahead: rows in which one of the searched attributes contains the text, ignoring case. */
export function suggestStep(idx: string, target: ReferenceTarget, text: string): Step {
  const typed = target.searched.length === 0 ? null : typedFilter(target, text.trim());
  const own = target.filters["filter_params_dict"];
  const filter = typed === null || own === undefined ? typed : { _and: [own, typed] };
  return listStep(idx, target, {
    ...(filter === null ? {} : { filter_params_dict: filter }),
    // One row more than is shown, to notice that there are more.
    fetch_limit: mostOffered(target) + 1,
  });
}

/** How many rows are shown at once. */
export function mostOffered({ isFew }: { readonly isFew?: boolean }): number {
  return isFew === true ? LIMITS.listedMatches : LIMITS.typeaheadMatches;
}

/** The step of rows named exactly as typed, which may not be among the first rows that contain the text; null if nothing can be searched. */
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

/** Each typed part must be in one of the attributes, because the title shown for a gpk consists of several. */
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

/** Steps that must come before the step of a list. */
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

/** A row as a suggestion: the value that is stored, and the texts that a person reads. */
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
