import type { AttributeMeta, Catalogue } from "../catalogue/catalogue.ts";
import type { Cell } from "../screen/screen.ts";
import { drawnType } from "./data-type.ts";
import { isReference, RANK, resolveField, rulesOf, rulesOfJson, type FieldRule } from "./rules.ts";

/** Cells of tables and detail sections. */
export const CELL_RULES: readonly FieldRule<Cell>[] = [
  ...rulesOfJson("flag"),
  ...rulesOf("cell"),
  { rank: RANK.reference, widget: "link", applies: isReference },
  {
    rank: RANK.reference,
    widget: "links",
    applies: ({ ref, dataType }) => ref != null && dataType.is_array,
  },
  { rank: RANK.attribute, widget: "unit", applies: ({ attribute }) => attribute?.unit !== undefined },
  {
    rank: RANK.attribute,
    widget: "language",
    applies: ({ name, dataType }) => name === "language_dict" && dataType.json_name !== "string",
  },
  {
    rank: RANK.attribute,
    widget: "secret",
    applies: ({ attribute, name, dataType }) =>
      attribute?.is_secret === true && drawnType(dataType.name).cell !== "once" && name !== "language_dict",
  },
];

export function resolveCell(catalogue: Catalogue, object: string, attribute: AttributeMeta): Cell {
  return resolveField(CELL_RULES, {
    catalogue,
    object,
    name: attribute.name,
    dataType: attribute.dataType,
    attribute,
    ref: attribute.refersTo,
    operation: "list",
    isExpert: false,
  }).widget;
}
