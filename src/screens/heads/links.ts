import type { Planning } from "#core/screen/screen";
import type { TextKey } from "#core/text";

/** Controls of a table of links, which are made and taken away but never changed: in the words of what people do. */
export function linkPlan(
  add: TextKey,
  when?: Planning["when"],
  remove: TextKey = "screens.link.remove",
): readonly Planning[] {
  return [
    { do: "create", text: add, ...(when === undefined ? {} : { when }) },
    { do: "delete", text: remove },
  ];
}

/** Controls of a table of objects below the one that is shown. */
export function partPlan(add: TextKey): readonly Planning[] {
  return [{ do: "create", text: add }, { do: "update" }, { do: "delete" }];
}
