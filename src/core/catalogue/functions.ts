import type { FunctionRow } from "#contract/wire/metadata";
import type { Locale } from "../text.ts";
import type { Catalogue, ObjectTypeMeta } from "./catalogue.ts";

/** Functions that many types have. All others belong to one type. */
const COMMON: ReadonlySet<string> = new Set(["create", "update", "delete", "bulk_update"]);

/** True for a function whose parameters are attributes, or that has none. */
export function isCommonFunction(name: string): boolean {
  return COMMON.has(name);
}

/** The functions that only this type has and that a list can plan. A function with only filters or options is a call of its own and not a step. */
export function ownFunctions({ functions }: ObjectTypeMeta): readonly FunctionRow[] {
  return functions.filter(
    (fn) => fn.is_data_manipulating && !COMMON.has(fn.name) && (namesRow(fn) || !takesOld(fn)),
  );
}

/** True for a function that only this type has. */
export function isOwnFunction(catalogue: Catalogue, object: string, name: string): boolean {
  const type = catalogue.objectType(object);
  return type !== null && ownFunctions(type).some((fn) => fn.name === name);
}

/** True if a step of this writing function names one object, by its gpk or key. */
export function namesRow(fn: FunctionRow | null): boolean {
  return fn?.parameters["gpk"]?.old !== undefined;
}

function takesOld({ parameters }: FunctionRow): boolean {
  return Object.values(parameters).some(({ old }) => old !== undefined);
}

/** The name of a function as the beginning of a text: `Prolong`. */
export function deedName(catalogue: Catalogue, object: string, fn: string, locale: Locale): string {
  const name = catalogue.functionName(object, fn, locale);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
