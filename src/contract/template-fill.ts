import { textsIn, type Template, type TemplateStep, type TemplateVariable } from "./template.ts";
import { emptyNames, reachOf } from "./template-reach.ts";
import { markersOf, soleMarker } from "./template-text.ts";
import { isEmpty, membersWith, type MarkerValues } from "./template-values.ts";
import { isList, type Json, type Params } from "./wire/json.ts";

/** Properties of the variables of a template on which values depend. */
type Variables = Readonly<Record<string, Pick<TemplateVariable, "list" | "nullable" | "optional">>>;

/** The steps with values instead of markers (wire contract 6.3). No empty variable makes them change more than a filled one. */
export function filledSteps(
  { transaction, variables }: Pick<Template, "transaction" | "variables">,
  given: Params,
): readonly TemplateStep[] {
  const reaches = reachOf(transaction, emptyNames(variables, given));
  return transaction.map((step, at) => {
    const params = filledParams(step, variables, given);
    const isEmptied = (reaches[at]?.emptied ?? []).length > 0;
    return isEmptied ? emptied(step, params) : { ...step, ...params };
  });
}

/** The step without rows: a list finds nothing, and the server refuses any other step because its key is missing. */
function emptied(step: TemplateStep, params: Pick<TemplateStep, "old" | "new">): TemplateStep {
  if (findsRows(step)) return { ...step, ...params, old: { ...params.old, ...nothingFor(step) } };
  const { old_ref_idx: _, ...rest } = step;
  return { ...rest, ...params };
}

/** Rows that the call itself contains. */
const ROWS = "_dict_list";

/** The filter by which a step finds nothing. A step that generates its rows is refused if it has this filter (TPL-34 excludes it from templates). */
function nothingFor(step: TemplateStep): Params {
  if (ROWS in (step.old ?? {})) return { [ROWS]: [] };
  if (makesRows(step)) return { fetch_limit: 0 };
  const isTaken = (step.old_ref_params ?? []).some(({ params = {} }) => "gpk_list" in params);
  return isTaken ? { filter_params_dict: { _or: [] } } : NOTHING;
}

/** True for a list whose rows are made for the call and are neither stored nor given. */
export function makesRows({ name, old = {} }: Pick<TemplateStep, "name" | "old">): boolean {
  return name.startsWith("tmp.") && name.endsWith(".list") && !(ROWS in old);
}

/** Parameters of a separate step. */
export function filledParams(
  step: TemplateStep,
  variables: Variables,
  given: Params,
): Pick<TemplateStep, "old" | "new"> {
  const { old, new: now } = step;
  // A filter by a list cannot be null, and an empty list finds nothing.
  const asked = valuesOf(variables, given, (value) => value ?? []);
  const set = valuesOf(variables, given, (value = []) => value);
  return {
    ...(old === undefined ? {} : { old: filters(step, old, asked) }),
    ...(now === undefined
      ? {}
      : { new: membersWith(settings(step.name, now, variables, given), { values: set }) }),
  };
}

/** Values of all variables. `list` answers that of a variable for several values, which may be missing. */
function valuesOf(
  variables: Variables,
  given: Params,
  list: (value: Json | undefined) => Json,
): MarkerValues {
  return Object.fromEntries(
    Object.entries(variables).map(([name, one]) => [name, one.list ? list(given[name]) : given[name]]),
  );
}

/** New values without those that an update must not change: lists that stay empty and cannot be null. */
function settings(step: string, now: Params, variables: Variables, given: Params): Params {
  if (!/\.(bulk_)?update$/.test(step)) return now;
  return Object.fromEntries(
    Object.entries(now).filter(([, value]) => {
      const name = typeof value === "string" ? soleMarker(value) : null;
      const { list = false, nullable = false } = variables[name ?? ""] ?? {};
      return name === null || !list || nullable || !isEmpty(given[name]);
    }),
  );
}

/** Conditions that hold for every row if their list is empty; then those whose negation holds for every row if their list is empty (wire contract 2.7). */
const HOLD_WHEN_EMPTY: ReadonlySet<string> = new Set(["_and", "contains", "not_in"]);
const FAIL_WHEN_EMPTY: ReadonlySet<string> = new Set(["_or", "in", "overlaps"]);

/** Parameters of a list that do not restrict the rows, so the largest part of all rows is still found. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  "fetch_limit",
  "fetch_offset",
  "is_own",
  "sorting_params_list",
]);

/** The filter that finds nothing. */
const NOTHING: Params = { gpk_list: [] };

/** Filled filters; a list that would lose all of them finds nothing instead of everything. */
function filters(step: TemplateStep, old: Params, values: MarkerValues): Params {
  const found = membersWith(old, { values, leavesOut });
  const isLost = findsRows(step) && isFiltered(old, old) && !isNarrowed(step, found, old);
  return isLost ? { ...found, ...NOTHING } : found;
}

/** True for functions whose `old` has filters. */
export function findsRows({ name }: Pick<TemplateStep, "name">): boolean {
  return /\.(list|bulk_update)$/.test(name);
}

/** True if filters or earlier steps restrict the rows of a step. `asked` are its filters with their markers. */
export function isNarrowed(step: TemplateStep, old: Params, asked: Params): boolean {
  const {
    inner_join_ref: inner,
    union_join_ref: union,
    inner_join_noref: referred,
    anti_join_noref: free,
  } = step;
  const joins = [inner, union, referred, free].some((join) => Object.keys(join ?? {}).length > 0);
  const taken = (step.old_ref_params ?? []).length > 0 || step.old_ref_idx !== undefined;
  return joins || taken || isFiltered(old, asked);
}

function isFiltered(old: Params, asked: Params): boolean {
  return Object.keys(old).some((name) => !NO_FILTERS.has(name) || hasMarker(asked[name] ?? null));
}

/** True for a condition that empty markers have changed so that it holds for every row. */
function leavesOut(member: string, found: Json, asked: Json, isNegated: boolean): boolean {
  const always = isNegated ? FAIL_WHEN_EMPTY : HOLD_WHEN_EMPTY;
  return always.has(member) && isList(found) && found.length === 0 && hasMarker(asked);
}

/** True if a text inside the value has a marker. */
function hasMarker(value: Json): boolean {
  return textsIn(value).some((text) => (markersOf(text) ?? []).length > 0);
}
