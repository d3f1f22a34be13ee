import type { Column, Section } from "#core/screen/screen";

/** Since when servers have a change, or what they wait for; nothing without servers. */
function stateBy(...columns: readonly Column[]): Section {
  return {
    kind: "table",
    of: "state",
    title: "screens.state.title",
    columns,
    when: { given: { rows: "state" } },
  };
}

/** Server states of the records of one name. */
export const recordStateSection = recordStateBy("type", "data");
/** Server states of the records with one address. */
export const addressStateSection = recordStateBy("fqdn", "type");
export const nameStateSection = stateBy("zone", "server", "is_live", "since", "error");
export const stateSection = stateBy("unit", "server", "is_live", "since", "shown_by", "error");

/** Server states of records. These attributes distinguish the records. */
function recordStateBy(...attributes: readonly string[]): Section {
  const told = attributes.map((show): Column => ({ from: "record", on: { gpk: "record_gfk" }, show }));
  return stateBy(...told, "zone", "server", "is_live", "since", "error");
}
