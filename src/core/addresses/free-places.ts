import type { ReferenceTarget } from "../form/widget.ts";

/** What the place of a free address is chosen from: the BCDs that somebody may read, by their names. */
export const PLACES: ReferenceTarget = {
  object: "nd.bcd",
  attribute: "name",
  titles: ["name"],
  searched: ["name", "description"],
  filters: {},
  sorting: [],
};
