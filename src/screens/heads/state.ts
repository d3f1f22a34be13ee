import type { Section } from "#core/screen/screen";

/** Since when servers have a change, or what they wait for; nothing without servers. */
function stateBy(...columns: readonly string[]): Section {
  return {
    kind: "table",
    of: "state",
    title: "screens.state.title",
    columns: ["server", ...columns],
    when: { given: { rows: "state" } },
  };
}

export const recordStateSection = stateBy("name", "zone", "is_live", "since", "error");
export const nameStateSection = stateBy("zone", "is_live", "since", "error");
export const stateSection = stateBy("unit", "is_live", "since", "shown_by", "error");
