import { linkMove } from "#core/screen/link-move";
import type { Planning } from "#core/screen/planning";
import type { TextKey } from "#core/text";

/** Moves a link to another group, OE or role. */
export const moveLink: Planning = { do: "create", text: "editor.control.move", move: linkMove };

/** Controls of a table of links, which are created and deleted but never changed, with everyday labels. */
export function linkPlan(
  add: TextKey,
  when?: Planning["when"],
  remove: TextKey = "screens.link.remove",
): readonly Planning[] {
  return [
    { do: "create", text: add, ...(when === undefined ? {} : { when }) },
    moveLink,
    { do: "delete", text: remove },
  ];
}

/** Controls of a table of dependents. */
export function partPlan(add: TextKey): readonly Planning[] {
  return [{ do: "create", text: add }, { do: "update" }, { do: "delete" }];
}
