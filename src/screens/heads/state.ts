import type { Section } from "#core/screen/screen";

/** Since when name servers have a change, or what they wait for; nothing without servers. */
export const stateSection: Section = {
  kind: "table",
  of: "state",
  title: "screens.state.title",
  columns: ["server", "zone", "is_live", "since", "error"],
  when: { given: { rows: "state" } },
};
