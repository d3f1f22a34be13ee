import type { Command } from "#core/search/commands";
import type { MenuItem } from "../../ui/action/menu-item.ts";

/** A line of a menu as the search offers it. */
export function menuCommand({ id, label, onChoose }: MenuItem): Command {
  return {
    id: `menu-${id}`,
    label,
    words: [],
    note: null,
    key: null,
    shown: "typed",
    act: { run: onChoose },
  };
}
