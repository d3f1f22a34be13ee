import { LIMITS } from "#contract/limits";
import { TRANSLATION } from "#contract/wire/api-types";
import { pinStep } from "#core/catalogue/pins";
import type { Step } from "#contract/wire/step";
import type { OwnReader } from "#core/screen/own";
import type { Hanging, Screen } from "#core/screen/screen";

/** Name of the history step that every screen with a current object gets. */
export const HISTORY = "change_log";

/** Entry of an address with the choice between own objects and all: the parameter of the list (LIST-59). */
export const OWN_ENTRY = "is_own";

/** The choice in an address; null if the address has none. */
export function ownAsked(search: string): string | null {
  return new URLSearchParams(search).get(OWN_ENTRY);
}

/**
 * Steps of a screen in the form that is sent: its own steps, the history of the current object, and its pin. Long lists are cut, and lists of own
 * objects follow the choice of the reader.
 */
export function completeSteps(
  screen: Screen,
  params: Readonly<Record<string, string>>,
  reader?: OwnReader,
): readonly Step[] {
  const tables = new Map(screen.sections.flatMap((s) => (s.kind === "table" ? [[s.of, s]] : [])));
  const own = screen.steps(params).flatMap((given): readonly Step[] => {
    const table = tables.get(given.idx ?? "");
    const step =
      table?.isLong === true
        ? { ...given, old: { ...given.old, fetch_limit: LIMITS.longListRows + 1 } }
        : given;
    return table?.own?.steps(step, reader) ?? [step];
  });
  const { current } = screen;
  if (current === undefined || hasOwnHistory(screen)) return own;
  return [...own, pinStep(current.of), historyStep(current.of, own, current.history)];
}

export function hasOwnHistory({ sections }: Screen): boolean {
  return sections.some((section) => section.kind === "history");
}

/** Changes of objects and of rows that referred to them, including deleted rows (wire contract 7.2). */
export const ABOUT = "api_func_wapi_change_log_about";

/** Changes of one call share a time; their numbers give the order. */
export const NEWEST_FIRST: readonly string[] = ["ts DESC", "gpk DESC"];

/** The last changes of rows of an earlier step and their dependents in further steps, newest first. */
export function historyStep(of: string, steps: readonly Step[] = [], hanging: readonly Hanging[] = []): Step {
  const old = { fetch_limit: HISTORY_LIMIT, sorting_params_list: NEWEST_FIRST };
  const name = "wapi.change_log.list";
  // The same relation for every type, because the default is ambiguous for types with a key to the log.
  if (hanging.length === 0)
    return { idx: HISTORY, name, old, inner_join_ref: { [of]: "api_func_wapi_change_log_object_gfk" } };
  const hosts = new Set([
    of,
    ...hanging.map((one) => (typeof one === "string" ? (hostOf(stepOf(steps, one)) ?? of) : one.on)),
  ]);
  const types = new Set(
    [of, ...hanging].map((one) => (typeof one === "string" ? objectOf(stepOf(steps, one)) : one.type)),
  );
  // Translations belong to the object.
  types.add(TRANSLATION);
  return {
    idx: HISTORY,
    name,
    old: { ...old, object_fq_name_list: [...types] },
    union_join_ref: Object.fromEntries([...hosts].map((host) => [host, ABOUT])),
  };
}

/** Changes in a section; the page of changes has all. */
export const HISTORY_LIMIT = 20;

function stepOf(steps: readonly Step[], idx: string): Step {
  const step = steps.find((one) => one.idx === idx);
  if (step === undefined) throw new Error(`the history names ${idx}, which is no step of its screen`);
  return step;
}

/** The step that the rows of this step depend on. */
function hostOf({ inner_join_ref: joined = {} }: Step): string | undefined {
  return Object.keys(joined)[0];
}

function objectOf({ name }: Step): string {
  return name.slice(0, name.lastIndexOf("."));
}
