import type { Column, Section } from "#core/screen/screen";

/** Since when servers have a change, or what they wait for; nothing without servers. */
function stateBy(...columns: readonly Column[]): Section {
  return {
    kind: "table",
    of: "state",
    title: "screens.state.title",
    columns: ["server", ...columns],
    when: { given: { rows: "state" } },
  };
}

/** Of the records on a page, by what tells them apart there. */
export const recordStateSection = stateBy(
  recordColumn("fqdn"),
  recordColumn("type"),
  recordColumn("data"),
  "zone",
  "is_live",
  "since",
  "error",
);
export const nameStateSection = stateBy("zone", "is_live", "since", "error");
export const stateSection = stateBy("unit", "is_live", "since", "shown_by", "error");

function recordColumn(show: string): Column {
  return { from: "record", on: { gpk: "record_gfk" }, show };
}
