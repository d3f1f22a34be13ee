import type { Row } from "#contract/wire/json";
import type { Planning } from "#core/screen/planning";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import type { Say } from "../../ui/text.ts";
import { controlsFor, isKept, type ControlPlace } from "./controls.ts";
import { isSetting } from "./may-plan.ts";
import type { Planner } from "./planner.ts";
import { iconOf } from "./row-controls.tsx";

/** Controls for several selected rows: every control of a row. They are computed only when one is chosen. */
export function selectionItems(
  place: ControlPlace,
  plannings: readonly Planning[],
  rows: readonly Row[],
  say: Say,
  planner: Planner,
): readonly MenuItem[] {
  return plannings.flatMap((planning, at) => {
    if (planning.do === "create" || planning.rows !== undefined) return [];
    // The form for many objects only plans, and settings cannot be planned.
    if (planning.do !== "delete" && isSetting(place.catalogue, place.type.name)) return [];
    const only = [planning];
    const concerned = rows.filter((row) => !isKept(place, planning, row));
    // Without selected rows the entries tell whether rows can be selected at all.
    if (rows.length > 0 && concerned.length === 0) return [];
    const chosen = () => concerned.flatMap((row) => controlsFor(place, only, row));
    const { pairs } = planning;
    const item: MenuItem = {
      id: `${planning.do}-${String(at)}`,
      label: labelOf(planning, concerned.length, say),
      icon: iconOf(planning.do),
      isDanger: planning.do === "delete",
      onChoose: () =>
        pairs === undefined
          ? planner.planMany(chosen())
          : planner.openPairs(chosen(), pairs, concerned.length),
    };
    return [item];
  });
}

function labelOf({ do: operation, text, caption }: Planning, count: number, say: Say): string {
  const named = text === undefined ? caption : say(text);
  if (named !== undefined) return say("editor.bulk.named", { text: named, count });
  return say(operation === "delete" ? "editor.table.deleteSelected" : "editor.bulk.update", { count });
}
