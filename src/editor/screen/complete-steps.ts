import { LIMITS } from "#contract/limits";
import { TRANSLATION } from "#core/catalogue/languages";
import { pinStep } from "#core/catalogue/pins";
import type { Step } from "#contract/wire/step";
import type { Hanging, Screen } from "#core/screen/screen";

/** Name of the history step every screen with a current object gets. */
export const HISTORY = "change_log";

/** The steps a screen sends: its own, long lists cut after the first rows, the history of the current object and whether it is pinned. */
export function completeSteps(screen: Screen, params: Readonly<Record<string, string>>): readonly Step[] {
  const long = new Set(
    screen.sections.flatMap((s) => (s.kind === "table" && s.isLong === true ? [s.of] : [])),
  );
  const own = screen
    .steps(params)
    .map((step) =>
      long.has(step.idx ?? "")
        ? { ...step, old: { ...step.old, fetch_limit: LIMITS.longListRows + 1 } }
        : step,
    );
  const { current } = screen;
  if (current === undefined || screen.sections.some((section) => section.kind === "history")) return own;
  return [...own, pinStep(current.of), historyStep(current.of, own, current.history)];
}

/** Changes of objects and of what referred to them, rows that are gone included (wire contract 7.2). */
export const ABOUT = "api_func_wapi_change_log_about";

/** Changes of one call have one time; their numbers tell the order. */
export const NEWEST_FIRST: readonly string[] = ["ts DESC", "gpk DESC"];

/** The last changes of the rows of an earlier step, newest first, and of those rows of further steps that hang on them. */
export function historyStep(of: string, steps: readonly Step[] = [], hanging: readonly Hanging[] = []): Step {
  const old = { fetch_limit: HISTORY_LIMIT, sorting_params_list: NEWEST_FIRST };
  const name = "wapi.change_log.list";
  // The same relation for every type; by default a type with a key to the log of its own would be ambiguous.
  if (hanging.length === 0)
    return { idx: HISTORY, name, old, inner_join_ref: { [of]: "api_func_wapi_change_log_object_gfk" } };
  const hosts = new Set([
    of,
    ...hanging.map((one) => (typeof one === "string" ? (hostOf(stepOf(steps, one)) ?? of) : one.on)),
  ]);
  const types = new Set(
    [of, ...hanging].map((one) => (typeof one === "string" ? objectOf(stepOf(steps, one)) : one.type)),
  );
  // Texts in other languages are the object's own.
  types.add(TRANSLATION);
  return {
    idx: HISTORY,
    name,
    old: { ...old, object_fq_name_list: [...types] },
    union_join_ref: Object.fromEntries([...hosts].map((host) => [host, ABOUT])),
  };
}

/** What a section shows of a history at most; the page of changes has all of it. */
export const HISTORY_LIMIT = 20;

function stepOf(steps: readonly Step[], idx: string): Step {
  const step = steps.find((one) => one.idx === idx);
  if (step === undefined) throw new Error(`the history names ${idx}, which is no step of its screen`);
  return step;
}

/** The step whose rows the rows of this one hang on. */
function hostOf({ inner_join_ref: joined = {} }: Step): string | undefined {
  return Object.keys(joined)[0];
}

function objectOf({ name }: Step): string {
  return name.slice(0, name.lastIndexOf("."));
}
