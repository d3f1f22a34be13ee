import { granted, type GrantFacts } from "#contract/grant";
import { allows } from "#contract/rule";
import type { Json, Row } from "#contract/wire/json";
import type { FormTarget } from "#core/form/target";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { ColumnContext } from "../section/columns.ts";

/** Facts of the screen about rights: metadata, rows with their types, and the account. */
export type RightsPlace = Pick<ColumnContext, "catalogue" | "source" | "typeOf">;

/** Objects of the type are changed at once and not planned, because they change nothing in the network. */
export function isSetting(catalogue: Catalogue, object: string): boolean {
  return catalogue.objectType(object)?.definition.is_setting === true;
}

/**
 * True if the account may do this, by a permission or by the rule for everybody else, as far as metadata and rows show. Open questions count as
 * allowed, because a test answers them.
 */
export function mayPlan(place: RightsPlace, target: FormTarget): boolean {
  if (holdsPermission(place, target)) return true;
  const fn = place.catalogue.fn(target.object, target.operation);
  const rule = fn?.grant_rule ?? null;
  const isGranted = rule === null ? false : granted(rule, factsOf(place, target));
  if (isGranted === false || (isGranted === undefined && isElsewhere(place, target))) return false;
  return setsSomething(target, fn?.grant_attribute_list ?? null);
}

export function holdsPermission({ catalogue, source }: RightsPlace, target: FormTarget): boolean {
  const names = catalogue.fn(target.object, target.operation)?.permission_list ?? [];
  return names.some((permission) => allows({ permission }, source.visitor));
}

/**
 * True for a new object in a list below a foreign object, if none of the rows is own and the new object has no parameter for the object above. The
 * values decide on the server whether the new object belongs there, and the account cannot give such a value.
 */
function isElsewhere(place: RightsPlace, { object, operation, set, around }: FormTarget): boolean {
  if (operation !== "create" || around === undefined) return false;
  const { idx = "", old = {} } = around.step;
  const { parameters = {} } = place.catalogue.fn(object, "list") ?? {};
  const isForeign = Object.entries(old).some(([name, value]) => {
    const type = parameters[name]?.ref?.object_fq_name;
    return type !== undefined && set?.[name] === undefined && ownOf(shownRow(place, type, value)) === false;
  });
  return isForeign && !(place.source.lists[idx] ?? []).some((row) => ownOf(row) === true);
}

function setsSomething({ ask, set, operation }: FormTarget, open: readonly string[] | null): boolean {
  if (operation !== "update" || open === null || ask === undefined) return true;
  return [...ask, ...Object.keys(set ?? {})].some((name) => open.includes(name));
}

function factsOf(place: RightsPlace, { row, set }: FormTarget): GrantFacts {
  const valueOf = (name: string): Json | undefined => (row !== null && name in row ? row[name] : set?.[name]);
  return {
    isOwn: ownOf(row),
    isOwnOf(attribute, type) {
      const value = valueOf(attribute);
      return value === undefined || value === null ? undefined : ownOf(shownRow(place, type, value));
    },
    isAccount(attribute) {
      const value = valueOf(attribute);
      return value === undefined ? undefined : value === place.source.loginName;
    },
    isTrue(attribute) {
      const value = valueOf(attribute);
      return typeof value === "boolean" ? value : undefined;
    },
  };
}

function ownOf(row: Row | null): boolean | undefined {
  const value = row?.["is_own"];
  return typeof value === "boolean" ? value : undefined;
}

function shownRow({ catalogue, source, typeOf }: RightsPlace, type: string, value: Json): Row | null {
  const [key] = catalogue.objectType(type)?.key ?? [];
  if (key === undefined) return null;
  for (const [idx, rows] of Object.entries(source.lists)) {
    if (typeOf(idx)?.name !== type) continue;
    const found = rows.find((row) => row[key] === value);
    if (found !== undefined) return found;
  }
  return null;
}
