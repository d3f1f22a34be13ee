import { LIMITS } from "#contract/limits";
import type { Step } from "#contract/wire/step";
import type { Screen } from "#core/screen/screen";

/** Name of the history step every screen with a current object gets (screens.md 2). */
export const HISTORY = "change_log";

/** The steps a screen sends: its own, long lists cut after the first rows, and the history of the current object. */
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
  const needsHistory =
    screen.current !== undefined && !screen.sections.some((section) => section.kind === "history");
  return needsHistory ? [...own, historyStep(screen.current?.of ?? "")] : own;
}

/** The last changes of the rows of an earlier step, newest first. */
export function historyStep(of: string): Step {
  return {
    idx: HISTORY,
    name: "wapi.change_log.list",
    // Changes of one call have one time; their numbers tell the order.
    old: { fetch_limit: 20, sorting_params_list: ["ts DESC", "gpk DESC"] },
    // The same relation for every type; by default a type with a key to the log of its own would be ambiguous.
    inner_join_ref: { [of]: "api_func_wapi_change_log_object_gfk" },
  };
}
